// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';
import type * as discoveryV1 from './v1.ts';

/**
 * One endpoint of a service.
 */
export interface Endpoint {
	/**
	 * Its addresses.
	 */
	addresses: string[]
	/**
	 * What state it is in.
	 */
	conditions?: discoveryV1.EndpointConditions
	/**
	 * Name of its host.
	 */
	hostname?: string
	/**
	 * What is there.
	 */
	targetRef?: coreV1.ObjectReference
	/**
	 * Where it is, in labels: its host, zone and region, and whatever else is known.
	 */
	topology?: { [key: string]: string }
	/**
	 * The node that it is on.
	 */
	nodeName?: string
	/**
	 * Who should use it.
	 */
	hints?: discoveryV1.EndpointHints
}

/**
 * A port of all addresses of a slice.
 */
export interface EndpointPort {
	/**
	 * Its name, which no other port of the slice has.
	 */
	name?: string
	/**
	 * What is spoken through it.
	 */
	protocol?: string
	/**
	 * Its number; all of them if there is none.
	 */
	port?: number
	/**
	 * What is spoken within that, by its registered name or a qualified one.
	 */
	appProtocol?: string
}

/**
 * Some of the addresses behind a service; all of its slices together have all of them.
 */
export interface EndpointSlice {
	/**
	 * Kind of the object.
	 */
	kind?: "EndpointSlice"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What its addresses are: `IPv4`, `IPv6` or `FQDN`, names of hosts.
	 */
	addressType: string
	/**
	 * The addresses, at most 1000 of them.
	 */
	endpoints: Endpoint[]
	/**
	 * Ports of all addresses.
	 */
	ports?: EndpointPort[] | null
}

/**
 * A list of EndpointSlice objects.
 */
export interface EndpointSliceList {
	kind?: "EndpointSliceList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: EndpointSlice[]
}
