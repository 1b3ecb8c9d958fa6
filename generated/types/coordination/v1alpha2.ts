// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Candidate for a lease, with the data for coordinated leader election.
 */
export interface LeaseCandidate {
	/**
	 * Kind of the object.
	 */
	kind?: "LeaseCandidate"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Lease and candidate.
	 */
	spec: LeaseCandidateSpec
}

/**
 * A list of LeaseCandidate objects.
 */
export interface LeaseCandidateList {
	kind?: "LeaseCandidateList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: LeaseCandidate[]
}

/**
 * Candidate for a lease.
 */
export interface LeaseCandidateSpec {
	/**
	 * Name of the lease.
	 */
	leaseName: string
	/**
	 * Time at which the server last asked for a sign of life. The candidate answers with a new renewTime.
	 */
	pingTime?: string
	/**
	 * Time of the candidate's last sign of life.
	 */
	renewTime?: string
	/**
	 * Version of the candidate's binary.
	 */
	binaryVersion: string
	/**
	 * Version that the candidate emulates. At most that of its binary.
	 */
	emulationVersion?: string
	/**
	 * Strategy of the leader election.
	 */
	strategy: string
}
