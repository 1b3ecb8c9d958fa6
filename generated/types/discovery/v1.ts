// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Endpoint of a service.
 */
export interface Endpoint {
	/**
	 * Equivalent addresses of the endpoint.
	 */
	addresses: string[]
	/**
	 * Conditions of the endpoint.
	 */
	conditions?: EndpointConditions
	/**
	 * Host name of the endpoint.
	 */
	hostname?: string
	/**
	 * Object at the address.
	 */
	targetRef?: coreV1.ObjectReference
	/**
	 * Topology labels from v1beta1, read-only.
	 */
	deprecatedTopology?: { [key: string]: string }
	/**
	 * Node of the endpoint.
	 */
	nodeName?: string
	/**
	 * Zone of the endpoint.
	 */
	zone?: string
	/**
	 * Hints for clients that choose among endpoints.
	 */
	hints?: EndpointHints
}

/**
 * Conditions of an endpoint. Absent values of ready and serving count as true.
 */
export interface EndpointConditions {
	/**
	 * True if the endpoint accepts requests and should receive new ones.
	 */
	ready?: boolean
	/**
	 * True if the endpoint accepts requests, even while it terminates.
	 */
	serving?: boolean
	/**
	 * True if the endpoint is terminating.
	 */
	terminating?: boolean
}

/**
 * Hints for clients that choose among endpoints.
 */
export interface EndpointHints {
	/**
	 * Zones whose clients should use the endpoint.
	 */
	forZones?: ForZone[]
	/**
	 * Nodes whose clients should use the endpoint.
	 */
	forNodes?: ForNode[]
}

/**
 * Port of all endpoints of a slice.
 */
export interface EndpointPort {
	/**
	 * Name, unique within the slice.
	 */
	name?: string
	/**
	 * Transport protocol.
	 */
	protocol?: "SCTP" | "TCP" | "UDP"
	/**
	 * Port number. All ports if absent.
	 */
	port?: number
	/**
	 * Application protocol: a registered or a qualified name.
	 */
	appProtocol?: string
}

/**
 * Part of a service's endpoints. All slices of a service together contain all its endpoints.
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
	 * Type of the addresses: `IPv4`, `IPv6` or `FQDN` (host names).
	 */
	addressType: "FQDN" | "IPv4" | "IPv6"
	/**
	 * Endpoints, at most 1000.
	 */
	endpoints: Endpoint[]
	/**
	 * Ports of all endpoints. An empty list means no ports, or all ports.
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
	 * Objects.
	 */
	items: EndpointSlice[]
}

/**
 * Node.
 */
export interface ForNode {
	/**
	 * Name.
	 */
	name: string
}

/**
 * Zone.
 */
export interface ForZone {
	/**
	 * Name.
	 */
	name: string
}
