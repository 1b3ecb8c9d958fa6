// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * One endpoint of a service.
 */
export interface Endpoint {
	/**
	 * Its addresses, all of which lead to the same.
	 */
	addresses: string[]
	/**
	 * What state it is in.
	 */
	conditions?: EndpointConditions
	/**
	 * Name of its host.
	 */
	hostname?: string
	/**
	 * What is there.
	 */
	targetRef?: coreV1.ObjectReference
	/**
	 * Where v1beta1 placed the endpoint; read-only.
	 */
	deprecatedTopology?: { [key: string]: string }
	/**
	 * The node that it is on.
	 */
	nodeName?: string
	/**
	 * The zone that it is in.
	 */
	zone?: string
	/**
	 * Who should use it.
	 */
	hints?: EndpointHints
}

/**
 * What state an endpoint is in; nothing said counts as ready and serving.
 */
export interface EndpointConditions {
	/**
	 * Whether it takes requests and is to be sent some.
	 */
	ready?: boolean
	/**
	 * Whether it takes requests, even while it goes away.
	 */
	serving?: boolean
	/**
	 * Whether it goes away.
	 */
	terminating?: boolean
}

/**
 * Who should use an endpoint.
 */
export interface EndpointHints {
	/**
	 * Zones whose clients should use it.
	 */
	forZones?: ForZone[]
	/**
	 * Nodes whose clients should use it.
	 */
	forNodes?: ForNode[]
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
	protocol?: "SCTP" | "TCP" | "UDP"
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
	addressType: "FQDN" | "IPv4" | "IPv6"
	/**
	 * The addresses, at most 1000 of them.
	 */
	endpoints: Endpoint[]
	/**
	 * Ports of all addresses. None of them means that there are no ports, or that every port is served.
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

/**
 * A node.
 */
export interface ForNode {
	/**
	 * Its name.
	 */
	name: string
}

/**
 * A zone.
 */
export interface ForZone {
	/**
	 * Its name.
	 */
	name: string
}
