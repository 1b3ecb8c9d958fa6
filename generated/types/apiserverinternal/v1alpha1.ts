// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * What a server has said of a resource.
 */
export interface ServerStorageVersion {
	/**
	 * The server.
	 */
	apiServerID?: string
	/**
	 * The version in which it stores it.
	 */
	encodingVersion?: string
	/**
	 * Versions that it can read where it is stored.
	 */
	decodableVersions?: string[]
	/**
	 * Versions that it serves, which it can all read.
	 */
	servedVersions?: string[]
}

/**
 * The versions in which the servers of a cluster store a resource. Its name is `GROUP.RESOURCE`.
 */
export interface StorageVersion {
	/**
	 * Kind of the object.
	 */
	kind?: "StorageVersion"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata: metaV1.ObjectMeta
	/**
	 * Nothing yet.
	 */
	spec: StorageVersionSpec
	/**
	 * What servers have said.
	 */
	status: StorageVersionStatus
}

/**
 * What is so of a resource.
 */
export interface StorageVersionCondition {
	/**
	 * What it is about.
	 */
	type: string
	/**
	 * Whether it is so: True, False or Unknown.
	 */
	status: string
	/**
	 * The generation of the object that it is about.
	 */
	observedGeneration?: number | bigint
	/**
	 * When the status last changed.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word.
	 */
	reason: string
	/**
	 * Why, for people.
	 */
	message?: string
}

/**
 * A list of StorageVersion objects.
 */
export interface StorageVersionList {
	kind?: "StorageVersionList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: StorageVersion[]
}

/**
 * Nothing yet.
 */
export interface StorageVersionSpec {
	
}

/**
 * What servers have said of a resource.
 */
export interface StorageVersionStatus {
	/**
	 * What each server has said.
	 */
	storageVersions?: ServerStorageVersion[]
	/**
	 * The version in which all servers store it, if it is one.
	 */
	commonEncodingVersion?: string
	/**
	 * Whether all servers store it in one version (AllEncodingVersionsEqual).
	 */
	conditions?: StorageVersionCondition[]
}
