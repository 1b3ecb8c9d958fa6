// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Time-limited lock that its holder renews. Components use leases for leader election and as heartbeats.
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
	 * Holder and duration of the lease.
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
	 * Objects.
	 */
	items: Lease[]
}

/**
 * Holder and duration of the lease.
 */
export interface LeaseSpec {
	/**
	 * Identity of the holder.
	 */
	holderIdentity?: string
	/**
	 * Seconds since the last renewal until other candidates may acquire the lease.
	 */
	leaseDurationSeconds?: number
	/**
	 * Time at which the holder acquired the lease.
	 */
	acquireTime?: string
	/**
	 * Time of the last renewal.
	 */
	renewTime?: string
	/**
	 * Number of changes of the holder.
	 */
	leaseTransitions?: number
	/**
	 * Strategy of the coordinated leader election.
	 */
	strategy?: string
	/**
	 * Candidate that should acquire the lease next.
	 */
	preferredHolder?: string
}
