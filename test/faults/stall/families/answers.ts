/** Short requests with large responses in every encoding, and heads that take long to read. */
import type { ServerProcess } from '../../../setup/server.ts';
import type { HostileCase, Outcome } from '../contract.ts';
import { type HostileRequest, overHttp1, overHttp2 } from '../send.ts';

/** Objects of about a kilobyte in a separate namespace; a list of them is a megabyte. */
const objects = 1_000;
const namespace = 'hostile';
const maps = `/api/v1/namespaces/${namespace}/configmaps`;
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const partial = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const protobuf = 'application/vnd.kubernetes.protobuf';

async function withObjects(server: ServerProcess): Promise<void> {
	if ((await server.call('POST', '/api/v1/namespaces', { metadata: { name: namespace } })).status !== 201) return;
	for (let i = 0; i < objects; i += 50) {
		await Promise.all(
			Array.from({ length: 50 }, (_, j) =>
				server.call('POST', maps, { metadata: { name: `m-${i + j}`, labels: { n: String(i + j), all: 'yes' } }, data: { text: 'x'.repeat(900) } }),
			),
		);
	}
}

/** Objects with 20,000 labels each, in another namespace. */
const labelled = 30;
const labelledMaps = '/api/v1/namespaces/labelled/configmaps';

async function withLabels(server: ServerProcess): Promise<void> {
	if ((await server.call('POST', '/api/v1/namespaces', { metadata: { name: 'labelled' } })).status !== 201) return;
	const labels = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 'v']));
	for (let i = 0; i < labelled; i++) await server.call('POST', labelledMaps, { metadata: { name: `m-${i}`, labels } });
}

/** Selector of the maximum query length. */
const manyValues = Array.from({ length: 13_000 }, (_, i) => i.toString(36)).join(',');

function over(name: string, make: () => HostileRequest, answers: readonly Outcome[] = [200]): readonly HostileCase[] {
	return [
		{ name, before: withObjects, prepare: () => overHttp1(fixed(make)), answers },
		{ name: `${name}, over HTTP/2`, before: withObjects, prepare: () => overHttp2(fixed(make)), answers },
	];
}

/** Over HTTP/2 a head of more than 64 KB ends the stream or the connection before there is a request. */
function longHead(name: string, make: () => HostileRequest, answers: readonly Outcome[] = [200]): readonly HostileCase[] {
	return over(name, make, answers).map((hostile) => (hostile.name === name ? hostile : { ...hostile, answers: [...answers, 'closed'] }));
}

function fixed(make: () => HostileRequest): () => HostileRequest {
	const request = make();
	return () => request;
}

const list = (name: string, query: string, headers: Readonly<Record<string, string>> = {}, answers: readonly Outcome[] = [200]): readonly HostileCase[] =>
	over(`1,000 objects ${name}`, () => ({ path: `${maps}${query}`, headers }), answers);

/** Returns a batch of 4 KB that requests 50 MB. */
function batch(calls: number): string {
	const inputs = Object.fromEntries(Array.from({ length: calls }, (_, i) => [i, { namespace }]));
	return `/trpc/${Array(calls).fill('core.v1.configmaps.list').join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

export const answerCases: readonly HostileCase[] = [
	...list('as they are', ''),
	...list('as a table', '', { accept: table }),
	...list('as a table with whole objects', '?includeObject=Object', { accept: table }),
	...list('as YAML', '', { accept: 'application/yaml' }),
	...list('as protobuf', '', { accept: protobuf }),
	...list('as their metadata alone', '', { accept: partial }),
	...list('indented', '?pretty=true'),
	...list('compressed', '', { 'accept-encoding': 'gzip' }),
	...over('a batch of tRPC with 50 lists of 1,000 objects', () => ({ path: batch(50) }), [207]),
	...over('a batch of tRPC with 50 lists of 1,000 objects, in lines', () => ({ path: batch(50), headers: { 'trpc-accept': 'application/jsonl' } })),
	...list('by a selector of 5,000 values', `?labelSelector=${encodeURIComponent(`n in (${Array.from({ length: 5_000 }, (_, i) => `v${i}`).join(',')})`)}`),
	...list('by a selector of 300 requirements', `?labelSelector=${encodeURIComponent(Array.from({ length: 300 }, () => 'all=yes').join(','))}`),
	...list('by a selector of 1,000 requirements', `?labelSelector=${encodeURIComponent(Array.from({ length: 1_000 }, () => 'all=yes').join(','))}`),
	{
		name: `a selector of 13,000 values, over ${labelled} objects of 20,000 labels`,
		before: withLabels,
		prepare: () =>
			overHttp1(fixed(() => ({ path: `${labelledMaps}?labelSelector=${encodeURIComponent(`k1 notin (${manyValues}),none`).replaceAll('%2C', ',')}` }))),
		answers: [200],
	},
	...over('a trial of deleting 1,000 objects', () => ({ method: 'DELETE', path: `${maps}?dryRun=All` })),
	...list('by a selector of their name that none has', '?fieldSelector=metadata.name%21%3Dnone'),
	...list('page by page from a token that nobody gave', `?limit=1&continue=${'A'.repeat(10_000)}`, {}, [400]),
	...over('/metrics', () => ({ path: '/metrics' })),
	...over('the whole OpenAPI document', () => ({ path: '/openapi/v2' })),
	...over('the whole OpenAPI document as protobuf', () => ({
		path: '/openapi/v2',
		headers: { accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' },
	})),
	...over('the index of OpenAPI', () => ({ path: '/openapi/v3' })),
	...over('aggregated discovery', () => ({ path: '/apis', headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' } })),
	...longHead(
		'an Accept of 20,000 alternatives',
		() => ({ path: maps, headers: { accept: Array.from({ length: 20_000 }, (_, i) => `a/b${i}`).join(',') } }),
		[406],
	),
	...longHead('an Accept-Encoding of 100,000 codings', () => ({ path: maps, headers: { 'accept-encoding': 'x,'.repeat(100_000) } })),
	...longHead('an If-None-Match of 100,000 tags', () => ({ path: '/openapi/v2', headers: { 'if-none-match': '"x",'.repeat(100_000) } })),
	...longHead('a token of 500 KB', () => ({ path: maps, headers: { authorization: `Bearer ${'x'.repeat(500_000)}` } })),
	...longHead(
		'a token of 500 KB without a certificate',
		() => ({ path: maps, headers: { authorization: `Bearer ${'a.'.repeat(250_000)}` }, anonymous: true }),
		[401],
	),
	...longHead('a name for the audit of 500 KB', () => ({ path: '/livez', headers: { 'audit-id': 'x'.repeat(500_000) } })),
	...over('a list at a version that is to come', () => ({ path: `${maps}?resourceVersion=9007199254740000&timeout=1s` }), [504]),
	...over('a watch from before all history', () => ({ path: `${maps}?watch=true&resourceVersion=1&timeoutSeconds=1` }), [200]),
];
