// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Addresses that pods of some nodes are given.
 */
export interface ClusterCIDR {
	/**
	 * Kind of the object.
	 */
	kind?: "ClusterCIDR"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * The addresses.
	 */
	spec?: ClusterCIDRSpec
}

/**
 * A list of ClusterCIDR objects.
 */
export interface ClusterCIDRList {
	kind?: "ClusterCIDRList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ClusterCIDR[]
}

/**
 * Addresses that pods of some nodes are given.
 */
export interface ClusterCIDRSpec {
	/**
	 * The nodes; all when absent.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * How many bits of an address tell the pods of a node apart, 4 at least.
	 */
	perNodeHostBits: number
	/**
	 * Addresses of version 4, as a network. One of the two must be there.
	 */
	ipv4?: string
	/**
	 * Addresses of version 6, as a network.
	 */
	ipv6?: string
}
