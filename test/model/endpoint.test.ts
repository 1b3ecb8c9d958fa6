/** Tests the rows of the endpoint table that a kind's descriptor produces. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { endpointsOf, scaleBody } from '../../runtime/model/endpoint.ts';

const [some] = catalog.kinds.filter(({ storageName }) => storageName === 'configmaps');
if (some === undefined) throw new Error('there are no config maps');
const version = { group: 'house.example.com', version: 'v1', type: 'house/v1.Door', introduced: '1.25' };
const door: KindDescriptor = { ...some, kind: 'Door', plural: 'doors', versions: [version], storageVersion: 0, subresources: {}, verbs: ['get', 'create'] };
const own = { group: 'house.example.com', version: 'v1', kind: 'Door', type: 'house/v1.Door' };
const shared = { resource: 'doors', namespaced: true, takes: own, gives: own };

const rows = (change: Partial<KindDescriptor>) => endpointsOf({ ...door, ...change }, version);

describe('endpoints of a kind', () => {
	it('the kind itself, with its verbs in order', () => {
		expect(rows({})).toEqual([{ ...shared, subresource: '', handler: 'stored', verbs: ['create', 'get'] }]);
		expect(rows({ scope: 'Cluster' })).toMatchObject([{ namespaced: false }]);
	});

	it('a kind of which nothing is stored is computed', () => {
		expect(rows({ stored: false, verbs: ['create'] })).toEqual([{ ...shared, subresource: '', handler: 'computed', verbs: ['create'] }]);
	});

	it('an endpoint without storage is computed', () => {
		expect(rows({ stored: false, verbs: ['list', 'get'] })).toEqual([{ ...shared, subresource: '', handler: 'observed', verbs: ['get', 'list'] }]);
	});

	it('status and scale, by name', () => {
		const subresources = { status: {}, scale: { replicas: 'spec.replicas', statusReplicas: 'status.replicas' } };
		expect(rows({ subresources }).slice(1)).toEqual([
			{ ...shared, subresource: 'scale', handler: 'scale', verbs: ['get', 'patch', 'update'], takes: scaleBody, gives: scaleBody },
			{ ...shared, subresource: 'status', handler: 'status', verbs: ['get', 'patch', 'update'] },
		]);
	});

	it('a subresource of the same kind writes the object in any requested version', () => {
		const finalize = { name: 'finalize', verbs: ['update' as const], kind: 'Door' };
		expect(rows({ subresources: { other: [finalize] } })[1]).toEqual({ ...shared, subresource: 'finalize', handler: 'stored', verbs: ['update'] });
	});

	it('a subresource of another kind is computed, and returns its input type by default', () => {
		const key = { name: 'key', verbs: ['create' as const], kind: 'Key', type: 'house/v1.Key' };
		const takes = { group: 'house.example.com', version: 'v1', kind: 'Key', type: 'house/v1.Key' };
		const row = { ...shared, subresource: 'key', handler: 'computed', verbs: ['create'], takes };
		expect(rows({ subresources: { other: [key] } })[1]).toEqual({ ...row, gives: takes });
		const gives = { group: '', version: 'v1', kind: 'Status', type: 'meta/v1.Status' };
		expect(rows({ subresources: { other: [{ ...key, gives }] } })[1]).toEqual({ ...row, gives });
	});

	it('a kind of the same name in another group is another kind', () => {
		const other = { name: 'twin', verbs: ['create' as const], group: 'garden.example.com', version: 'v2', kind: 'Door', type: 'garden/v2.Door' };
		expect(rows({ subresources: { other: [other] } })[1]).toMatchObject({
			handler: 'computed',
			takes: { group: 'garden.example.com', version: 'v2', kind: 'Door', type: 'garden/v2.Door' },
		});
	});

	it('connections have options and perhaps a path; one of the own kind only reads', () => {
		const log = { name: 'log', verbs: ['get' as const], kind: 'Door', connect: { options: 'house/v1.LogOptions' } };
		const proxy = {
			name: 'proxy',
			verbs: ['get' as const],
			kind: 'Options',
			type: 'house/v1.Options',
			connect: { options: 'house/v1.Options', path: true as const },
		};
		const [, logRow, proxyRow] = rows({ subresources: { other: [log, proxy] } });
		expect(logRow).toEqual({ ...shared, subresource: 'log', handler: 'connect', verbs: ['get'], options: 'house/v1.LogOptions', reads: true });
		expect(proxyRow).toMatchObject({ handler: 'connect', options: 'house/v1.Options', path: true, takes: { kind: 'Options' } });
		expect(proxyRow).not.toHaveProperty('reads');
	});
});
