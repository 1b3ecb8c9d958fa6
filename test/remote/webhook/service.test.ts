import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../runtime/remote/webhook/service.ts';
import type { CachedObject, WatchCache } from '../../../runtime/watch/contract.ts';

const objects: Readonly<Record<string, object>> = {
	'services/plain': { spec: { clusterIP: '10.0.0.7', ports: [{ port: 443 }] } },
	'services/named': { spec: { clusterIP: 'None', ports: [{ name: 'hook', port: 8443 }] } },
	'services/elsewhere': { spec: { type: 'ExternalName', externalName: 'hooks.example.com' } },
	'endpoints/plain': { subsets: [{ addresses: [{ ip: '10.1.0.1' }], ports: [{ port: 9443 }] }] },
	'endpoints/named': {
		subsets: [
			{ addresses: [{ ip: '10.1.0.2' }], ports: [{ name: 'other', port: 1 }] },
			{ notReadyAddresses: [{ ip: '10.1.0.3' }], ports: [{ name: 'hook', port: 2 }] },
			{ addresses: [{ ip: '10.1.0.4' }], ports: [{ name: 'hook', port: 3 }] },
		],
	},
};
const cache: Pick<WatchCache, 'get'> = {
	get(resource, _namespace, name) {
		const object = objects[`${resource}/${name}`];
		return object && ({ bytes: Buffer.from(JSON.stringify(object)) } as CachedObject);
	},
};

describe('a service', () => {
	it.each([
		['plain', 443, false, '10.0.0.7', 443],
		['plain', 443, true, '10.1.0.1', 9443],
		['named', 8443, true, '10.1.0.4', 3],
		['elsewhere', 444, false, 'hooks.example.com', 444],
	])('%s with port %i, by endpoints: %s, is at %s:%i', (name, port, byEndpoints, host, at) => {
		expect(placeOf(cache, { namespace: 'n', name, port }, byEndpoints)).toEqual({ host, port: at });
	});

	it.each([
		['none', 443, false, 'service "none" not found'],
		['plain', 444, false, 'no service port 444 found for service "plain"'],
		['named', 8443, false, 'cannot route to service with ClusterIP "None"'],
	])('%s with port %i, by endpoints: %s, is unreachable', (name, port, byEndpoints, sentence) => {
		expect(() => placeOf(cache, { namespace: 'n', name, port }, byEndpoints)).toThrow(sentence);
	});

	it('has no address without endpoints', () => {
		const alone: typeof cache = { get: (resource, namespace, name) => (resource === 'endpoints' ? undefined : cache.get(resource, namespace, name)) };
		expect(() => placeOf(alone, { namespace: 'n', name: 'plain', port: 443 }, true)).toThrow('no endpoints available for service "plain"');
	});
});
