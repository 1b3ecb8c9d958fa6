/**
 * Addresses of the services that APIServices name. Endpoints come from EndpointSlices, and from Endpoints where no slice exists: a cluster
 * without kube-controller-manager, which mirrors them, may have only those.
 */

import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { type HostPort, placeOf, type ServiceName } from '../remote/webhook/service.ts';
import type { WatchCache } from '../watch/contract.ts';

interface ServicePort {
	readonly name?: string | null;
	readonly port?: number | null;
}

interface Service {
	readonly type?: string;
	readonly ports?: readonly ServicePort[];
}

interface Slice {
	readonly endpoints?: readonly { readonly addresses?: readonly string[]; readonly conditions?: { readonly ready?: boolean } }[] | null;
	readonly ports?: readonly ServicePort[] | null;
}

interface Subset {
	readonly addresses?: readonly { readonly ip?: string }[];
	readonly ports?: readonly ServicePort[];
}

/** A ready address of a service, for one of its ports. */
export interface Endpoint extends HostPort {
	readonly portName: string;
}

export interface ServiceAddressesParts {
	readonly cache: Pick<WatchCache, 'get' | 'list'>;
	readonly vocabulary: Vocabulary;
	/** True when services are called at one of their endpoints instead of their cluster IP. */
	readonly byEndpoints: boolean;
}

export const servicesName = 'services';
export const endpointsName = 'endpoints';

/** Storage name of EndpointSlices. */
export function slicesName({ groupDomain }: Vocabulary): string {
	return `endpointslices.discovery.${groupDomain}`;
}

/** Label of an EndpointSlice with the name of its service. */
export function serviceLabel({ labelDomain }: Vocabulary): string {
	return `${labelDomain}/service-name`;
}

export class ServiceAddresses {
	readonly #parts: ServiceAddressesParts;

	constructor(parts: ServiceAddressesParts) {
		this.#parts = parts;
	}

	/** Returns the stored service. Throws an error about a damaged one. */
	serviceOf({ namespace, name }: ServiceName): Service | undefined {
		const found = this.#parts.cache.get(servicesName, namespace, name);
		return found && ((parseWhole(found) as JsonObject).spec as Service | undefined);
	}

	/** Returns host and port for a request. Throws an Error of one sentence. */
	placeOf(service: ServiceName): HostPort {
		const { cache, byEndpoints } = this.#parts;
		const { type = 'ClusterIP', ports = [] } = this.serviceOf(service) ?? {};
		if (!byEndpoints || type === 'ExternalName') return placeOf(cache, service, false);
		const port = ports.find((each) => each.port === service.port);
		if (port === undefined) throw new Error(`no service port ${service.port} found for service ${JSON.stringify(service.name)}`);
		const places = (this.endpointsOf(service) ?? []).filter((each) => each.portName === (port.name ?? ''));
		const place = places[Math.floor(Math.random() * places.length)];
		if (place === undefined) throw new Error(`no endpoints available for service ${JSON.stringify(service.name)}`);
		return place;
	}

	/** Returns the ready endpoints; undefined when the service has neither EndpointSlices nor Endpoints. */
	endpointsOf(service: ServiceName): readonly Endpoint[] | undefined {
		const slices = this.#slicesOf(service);
		if (slices.length > 0) return slices.flatMap(endpointsOfSlice);
		const older = this.#parts.cache.get(endpointsName, service.namespace, service.name);
		if (older === undefined) return undefined;
		const { subsets } = parseWhole(older) as { readonly subsets?: readonly Subset[] | null };
		return (subsets ?? []).flatMap(({ addresses = [], ports = [] }) => placesOf(addresses.map(({ ip = '' }) => ip).filter(Boolean), ports));
	}

	#slicesOf({ namespace, name }: ServiceName): readonly Slice[] {
		const { cache, vocabulary } = this.#parts;
		const label = serviceLabel(vocabulary);
		const own: Slice[] = [];
		for (const slice of cache.list(slicesName(vocabulary), namespace)) if (!slice.damaged && slice.labels[label] === name) own.push(parseWhole(slice) as Slice);
		return own;
	}
}

function endpointsOfSlice({ endpoints, ports }: Slice): Endpoint[] {
	const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
	return placesOf(
		ready.flatMap(({ addresses = [] }) => addresses.slice(0, 1)),
		ports ?? [],
	);
}

function placesOf(addresses: readonly string[], ports: readonly ServicePort[]): Endpoint[] {
	return ports.flatMap(({ name, port }) => (port === undefined || port === null ? [] : addresses.map((host) => ({ host, port, portName: name ?? '' }))));
}
