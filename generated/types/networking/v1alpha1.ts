// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Address ranges for the pods of a set of nodes.
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
	 * Addresses.
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
	 * Objects.
	 */
	items: ClusterCIDR[]
}

/**
 * Address ranges for the pods of a set of nodes.
 */
export interface ClusterCIDRSpec {
	/**
	 * Selector of the nodes. All nodes if absent.
	 */
	nodeSelector?: coreV1.NodeSelector
	/**
	 * Number of address bits that distinguish the pods of a node. At least 4.
	 */
	perNodeHostBits: number
	/**
	 * IPv4 network. At least one of the two networks is required.
	 */
	ipv4?: string
	/**
	 * IPv6 network.
	 */
	ipv6?: string
}
