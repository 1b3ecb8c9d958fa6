// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';
import type * as discoveryV1 from './v1.ts';

/**
 * Endpoint of a service.
 */
export interface Endpoint {
	/**
	 * Addresses.
	 */
	addresses: string[]
	/**
	 * Conditions of the endpoint.
	 */
	conditions?: discoveryV1.EndpointConditions
	/**
	 * Host name of the endpoint.
	 */
	hostname?: string
	/**
	 * Object at the address.
	 */
	targetRef?: coreV1.ObjectReference
	/**
	 * Topology labels: host, zone, region and others.
	 */
	topology?: { [key: string]: string }
	/**
	 * Node of the endpoint.
	 */
	nodeName?: string
	/**
	 * Hints for clients that choose among endpoints.
	 */
	hints?: discoveryV1.EndpointHints
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
	protocol?: string
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
	addressType: string
	/**
	 * Endpoints, at most 1000.
	 */
	endpoints: Endpoint[]
	/**
	 * Ports of all endpoints.
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
