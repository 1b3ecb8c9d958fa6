/** Where a service of the cluster is reached: at its address, as a proxy on each machine sends it on, or at the name that it stands for. */
import type { WatchCache } from '../../watch/contract.ts';

export interface Place {
	readonly host: string;
	readonly port: number;
}

interface Spec {
	readonly type?: string;
	readonly clusterIP?: string;
	readonly externalName?: string;
	readonly ports?: readonly { readonly port?: number }[];
}

/** Throws an Error with one sentence. */
export function placeOf(cache: WatchCache, { namespace, name, port }: { readonly namespace: string; readonly name: string; readonly port: number }): Place {
	const found = cache.get('services', namespace, name);
	if (found === undefined || found.damaged) throw new Error(`service ${JSON.stringify(name)} not found`);
	const { spec = {} } = JSON.parse(found.bytes.toString()) as { readonly spec?: Spec };
	const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = spec;
	if (type === 'ExternalName') return { host: externalName, port };
	if (clusterIP === 'None' || clusterIP === '') throw new Error(`cannot route to service with ClusterIP ${JSON.stringify(clusterIP)}`);
	if (!ports.some((each) => each.port === port)) throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
	return { host: clusterIP, port };
}
