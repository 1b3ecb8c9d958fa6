/**
 * Resolves the address of a service: its cluster IP, which a proxy on each machine forwards, or its external name. Without such proxies,
 * one of its endpoints is used.
 */
import type { JsonObject } from '../../model/catalog.ts';
import type { WatchCache } from '../../watch/contract.ts';

export interface HostPort {
	readonly host: string;
	readonly port: number;
}

interface ServicePort {
	readonly name?: string;
	readonly port?: number;
}

interface Service {
	readonly type?: string;
	readonly clusterIP?: string;
	readonly externalName?: string;
	readonly ports?: readonly ServicePort[];
}

interface Subset {
	readonly addresses?: readonly { readonly ip?: string }[];
	readonly ports?: readonly ServicePort[];
}

export interface ServiceName {
	readonly namespace: string;
	readonly name: string;
	readonly port: number;
}

/** Resolves a service. `byEndpoints` selects an endpoint instead of the cluster IP. Throws an Error of one sentence. */
export function placeOf(cache: Pick<WatchCache, 'get'>, service: ServiceName, byEndpoints: boolean): HostPort {
	const { name, port } = service;
	const found = objectOf(cache, 'services', service);
	if (found === undefined) throw new Error(`service ${JSON.stringify(name)} not found`);
	const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = (found.spec ?? {}) as Service;
	if (type === 'ExternalName') return { host: externalName, port };
	if (!byEndpoints && (clusterIP === 'None' || clusterIP === '')) throw new Error(`cannot route to service with ClusterIP ${JSON.stringify(clusterIP)}`);
	const wanted = ports.find((each) => each.port === port);
	if (wanted === undefined) throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
	return byEndpoints ? endpointOf(cache, service, wanted.name ?? '') : { host: clusterIP, port };
}

/** Returns a random ready endpoint. */
function endpointOf(cache: Pick<WatchCache, 'get'>, service: ServiceName, portName: string): HostPort {
	const subsets = (objectOf(cache, 'endpoints', service)?.subsets ?? []) as readonly Subset[];
	const places = subsets.flatMap(({ addresses = [], ports = [] }) => {
		const port = ports.find((each) => (each.name ?? '') === portName)?.port;
		return port === undefined ? [] : addresses.flatMap(({ ip }) => (ip === undefined ? [] : [{ host: ip, port }]));
	});
	const place = places[Math.floor(Math.random() * places.length)];
	if (place === undefined) throw new Error(`no endpoints available for service ${JSON.stringify(service.name)}`);
	return place;
}

function objectOf(cache: Pick<WatchCache, 'get'>, resource: string, { namespace, name }: ServiceName): JsonObject | undefined {
	const found = cache.get(resource, namespace, name);
	return found === undefined || found.damaged ? undefined : (JSON.parse(found.bytes.toString()) as JsonObject);
}
