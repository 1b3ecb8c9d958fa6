// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * A claim on something, held for a time and renewed. Components use it to choose a leader and to show that they live.
 */
export interface Lease {
	/**
	 * Kind of the object.
	 */
	kind?: "Lease"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Who holds the lease, and until when.
	 */
	spec?: LeaseSpec
}

/**
 * A list of Lease objects.
 */
export interface LeaseList {
	kind?: "LeaseList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: Lease[]
}

/**
 * Who holds the lease, and until when.
 */
export interface LeaseSpec {
	/**
	 * Who holds it.
	 */
	holderIdentity?: string
	/**
	 * Seconds after the last renewal for which others must wait before they take it.
	 */
	leaseDurationSeconds?: number
	/**
	 * When the holder got it.
	 */
	acquireTime?: string
	/**
	 * When the holder last renewed it.
	 */
	renewTime?: string
	/**
	 * How often it went from one holder to another.
	 */
	leaseTransitions?: number
	/**
	 * How the leader is chosen when the lease is coordinated.
	 */
	strategy?: string
	/**
	 * Who should take it next.
	 */
	preferredHolder?: string
}
