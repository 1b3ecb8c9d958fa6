/** Tests admission for endpoints that hooks answer: the requests that plugins see, their order, and the plugins' effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog as generated } from '../../generated/catalog.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../runtime/admission/contract.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import type { ServedHooks } from '../../runtime/api/hooks.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from './write-fixture.ts';

/** ConfigMaps with a computed subresource and two connections, one of them read-only. */
const specs: Catalog = {
	...generated,
	kinds: generated.kinds.map((kind) =>
		kind.storageName !== 'configmaps'
			? kind
			: {
					...kind,
					subresources: {
						other: [
							{ name: 'copy', verbs: ['create'], group: 'autoscaling', version: 'v1', kind: 'Scale', type: 'autoscaling/v1.Scale' },
							{ name: 'log', verbs: ['get'], kind: 'ConfigMap', connect: { options: 'meta/v1.GetOptions' } },
							{ name: 'shell', verbs: ['create'], kind: 'ListOptions', type: 'meta/v1.ListOptions', connect: { options: 'meta/v1.ListOptions' } },
						],
					},
				},
	),
	type: (name) => generated.type(name),
};

const hooks: Readonly<Record<string, ServedHooks>> = {
	configmaps: {
		computes: { copy: ({ object }) => object },
		connects: {
			log: () => ({ status: 200, headers: {}, body: 'a log' }),
			shell: ({ options }) => ({ status: 200, headers: {}, body: JSON.stringify(options) }),
		},
	},
};

const seen: [stage: string, operation: string, subresource: string, sent: string, object: unknown][] = [];
const saw = (stage: string, { operation, subresource, requestKind: sent, object }: AdmissionRequest): void => {
	if (subresource !== '') seen.push([stage, operation, subresource, sent.kind, structuredClone(object)]);
};
const watching: AdmissionPlugin = {
	name: 'Watching',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'CONNECT'],
	start: () => ({
		mutate(request) {
			saw('mutate', request);
			if (request.subresource === 'copy') request.replace({ ...request.object, spec: { replicas: 5 } });
			if (request.subresource === 'shell') request.replace({ ...request.object, limit: 7 });
		},
		validate(request) {
			saw('validate', request);
			if (request.name === 'secret') throw new ApiError('Forbidden', 'nobody looks at secret');
		},
	}),
};

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ specs, hooks, plugins: [watching] });
	await server.call('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: 'a' } } });
});
afterAll(() => server.close());

const at = (name: string, subresource: string): string => `/api/v1/namespaces/default/configmaps/${name}/${subresource}`;

describe('admission of what hooks answer', () => {
	it('sees a CREATE of the sent object, and may change it', async () => {
		seen.length = 0;
		const { status, body } = await server.call('POST', at('a', 'copy'), { body: { spec: { replicas: 2 } } });
		expect([status, body.spec]).toEqual([201, { replicas: 5 }]);
		expect(seen).toMatchObject([
			['mutate', 'CREATE', 'copy', 'Scale', { kind: 'Scale', spec: { replicas: 2 } }],
			['validate', 'CREATE', 'copy', 'Scale', { kind: 'Scale', spec: { replicas: 5 } }],
		]);
	});

	it('sees a CONNECT with its options, and may change them', async () => {
		seen.length = 0;
		const { text } = await server.call('POST', `${at('a', 'shell')}?labelSelector=x`);
		expect(JSON.parse(text)).toEqual({ labelSelector: 'x', limit: 7 });
		expect(seen).toEqual([
			['mutate', 'CONNECT', 'shell', 'ListOptions', { labelSelector: 'x' }],
			['validate', 'CONNECT', 'shell', 'ListOptions', { labelSelector: 'x', limit: 7 }],
		]);
	});

	it('is not asked where a part of the object is read', async () => {
		seen.length = 0;
		expect((await server.call('GET', at('a', 'log'))).text).toBe('a log');
		expect(seen).toEqual([]);
	});

	it('a body of another known kind is distinguished from an unknown one', async () => {
		const message = async (apiVersion: string, kind: string) =>
			(await server.call('POST', at('a', 'copy'), { body: { apiVersion, kind, spec: { replicas: 2 } } })).body.message as string;
		expect(await message('v1', 'ConfigMap')).toBe('ConfigMap in version "v1" cannot be handled as a Scale: the kind differs from that of the URL');
		expect(await message('autoscaling/v2', 'Scale')).toBe(
			'Scale in version "v2" cannot be handled as a Scale: no kind "Scale" is registered for version "autoscaling/v2"',
		);
		const elsewhere = await server.call('POST', '/api/v1/namespaces/default/configmaps', { body: { apiVersion: 'autoscaling/v1', kind: 'Scale' } });
		expect(elsewhere.body.message).toBe('Scale in version "v1" cannot be handled as a ConfigMap: the kind differs from that of the URL');
	});

	it('comes before a connection looks for its object, and between what is changed and what is refused otherwise', async () => {
		expect((await server.call('POST', at('secret', 'shell'))).body.message).toBe('nobody looks at secret');
		expect((await server.call('POST', at('secret', 'copy'), { body: {} })).body.message).toBe('configmaps "secret" not found');
	});
});
