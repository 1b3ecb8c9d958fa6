// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Somebody who could take a lease, with what is needed to choose among several.
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
	 * Which lease, and who.
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
	 * The objects.
	 */
	items: LeaseCandidate[]
}

/**
 * Who could take a lease.
 */
export interface LeaseCandidateSpec {
	/**
	 * The lease, by its name.
	 */
	leaseName: string
	/**
	 * When the candidate was last asked whether it lives. It answers with a new renewTime.
	 */
	pingTime?: string
	/**
	 * When the candidate last said that it lives.
	 */
	renewTime?: string
	/**
	 * Version of its program.
	 */
	binaryVersion: string
	/**
	 * The version that it behaves like; at most that of its program.
	 */
	emulationVersion?: string
	/**
	 * How the leader is chosen.
	 */
	strategy: string
}
