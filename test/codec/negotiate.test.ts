import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../runtime/api/query.ts';
import type { ApiRequest } from '../../runtime/api/request.ts';
import { parseAccept } from '../../runtime/codec/accept.ts';
import { negotiator } from '../../runtime/codec/negotiate.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { humanDuration } from '../../runtime/scalars/age.ts';

const kubernetes: Vocabulary = {
	name: 'kubernetes',
	product: 'kubernetes',
	groupDomain: 'k8s.io',
	labelDomain: 'kubernetes.io',
	shortPrefix: 'kube',
	nodeAgent: 'kubelet',
	cliName: 'kubectl',
};
const negotiate = negotiator(kubernetes);
const objects = { protobuf: true, transforms: 'objects', stream: false } as const;
const ask = (accept: string | undefined, offer: Parameters<typeof negotiate.answer>[1] = objects, query = '', agent?: string) =>
	negotiate.answer(
		{
			query,
			parameters: () => parseQuery(query),
			header: (name: string) => (name === 'accept' ? accept : name === 'user-agent' ? agent : undefined),
		} as ApiRequest,
		offer,
	);

describe('answers', () => {
	it.each<[string | undefined, object]>([
		[undefined, { encoding: 'json', as: 'none' }],
		['*/*', { encoding: 'json' }],
		['application/*', { encoding: 'json' }],
		['application/json, */*', { encoding: 'json' }],
		['application/yaml', { encoding: 'yaml', mediaType: 'application/yaml' }],
		['application/vnd.kubernetes.protobuf,application/json', { encoding: 'protobuf' }],
		['application/json;q=0.5, application/vnd.kubernetes.protobuf', { encoding: 'protobuf' }],
		['application/vnd.kubernetes.protobuf;q=0, application/json;q=0.1', { encoding: 'json' }],
		['text/html, application/xhtml+xml, */*;q=0.8', { encoding: 'json' }],
		['APPLICATION/JSON; charset=utf-8', { encoding: 'json', as: 'none' }],
		// kubectl get
		['application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json', { as: 'Table', metaVersion: 'v1' }],
		['application/json;as=Table;g=meta.k8s.io;v=v1beta1, application/json', { as: 'Table', metaVersion: 'v1beta1' }],
		['application/json;g="meta.k8s.io";v=v1;as="Table"', { as: 'Table' }],
		// the metadata client
		[
			'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
			{ as: 'PartialObjectMetadataList', encoding: 'protobuf' },
		],
		['application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', { as: 'PartialObjectMetadata', encoding: 'json' }],
		// an unsupported form falls through to the next
		['application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json', { as: 'none', encoding: 'json' }],
		['application/json;as=Table;v=v2;g=meta.k8s.io,application/json', { as: 'none' }],
		['application/json;as=Table;v=v1;g=other,application/yaml', { encoding: 'yaml' }],
		['application/json;pretty=1', { pretty: true }],
	])('%s', (accept, expected) => {
		expect(ask(accept)).toMatchObject(expected);
	});

	it('offers protobuf only for types that have it', () => {
		const offer = { ...objects, protobuf: false };
		expect(ask('application/vnd.kubernetes.protobuf,application/json', offer).encoding).toBe('json');
		expect(() => ask('application/vnd.kubernetes.protobuf', offer)).toThrow('only the following media types are accepted: application/json, application/yaml');
	});

	it.each(['text/html', 'application/cbor', 'application/json;as=Table;v=v1;g=nope', 'nonsense'])('%j is 406', (accept) => {
		expect(() => ask(accept)).toThrow(expect.objectContaining({ reason: 'NotAcceptable' }));
	});

	it('streams JSON and protobuf', () => {
		const stream = { ...objects, stream: true };
		expect(ask('application/vnd.kubernetes.protobuf;stream=watch', stream)).toMatchObject({ encoding: 'protobuf', stream: true });
		expect(ask('application/json;stream=watch', stream).encoding).toBe('json');
		expect(() => ask('application/yaml', stream)).toThrow('application/json, application/vnd.kubernetes.protobuf');
		expect(ask('application/json;stream=watch')).toMatchObject({ encoding: 'json', stream: false });
		expect(() => ask('application/json;stream=other')).toThrow('accepted');
		expect(ask('').encoding).toBe('json');
	});

	it('is pretty for people', () => {
		expect(ask(undefined, objects, 'a=b&pretty=true').pretty).toBe(true);
		expect(ask(undefined, objects, 'pretty=false', 'curl/8').pretty).toBe(false);
		expect(ask(undefined, objects, '', 'Mozilla/5.0 (X11)').pretty).toBe(true);
		expect(ask(undefined, objects, '', 'kubectl/v1.33').pretty).toBe(false);
	});
});

it('reads no more clauses than anyone sends', () => {
	expect(parseAccept(Array.from({ length: 100_000 }, () => 'a/b').join(',')).length).toBeLessThan(100);
});

it.each([
	[undefined, 'json'],
	['', 'json'],
	['application/json; charset=utf-8', 'json'],
	['application/yaml', 'yaml'],
	['application/vnd.kubernetes.protobuf', 'protobuf'],
])('a body of %s is read as %s', (contentType, encoding) => {
	expect(negotiate.body(contentType, true)).toBe(encoding);
});

it('refuses other bodies', () => {
	expect(() => negotiate.body('text/plain', true)).toThrow(
		expect.objectContaining({
			reason: 'UnsupportedMediaType',
			message: expect.stringContaining('accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf'),
		}),
	);
});

it.each([
	[-5, '<invalid>'],
	[-1.5, '0s'],
	[0, '0s'],
	[119, '119s'],
	[120, '2m'],
	[125, '2m5s'],
	[600, '10m'],
	[3 * 3600 - 1, '179m'],
	[3 * 3600, '3h'],
	[4 * 3600 + 120, '4h2m'],
	[8 * 3600 + 120, '8h'],
	[47 * 3600, '47h'],
	[48 * 3600, '2d'],
	[5 * 86400 + 3 * 3600, '5d3h'],
	[8 * 86400 + 3600, '8d'],
	[729 * 86400, '729d'],
	[730 * 86400, '2y'],
	[(2 * 365 + 40) * 86400, '2y40d'],
	[9 * 365 * 86400, '9y'],
])('%d seconds are %s', (seconds, expected) => {
	expect(humanDuration(seconds * 1000)).toBe(expected);
});
