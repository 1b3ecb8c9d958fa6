// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Versions of a resource that one server reports.
 */
export interface ServerStorageVersion {
	/**
	 * Identity of the server.
	 */
	apiServerID?: string
	/**
	 * Version in which the server stores the resource.
	 */
	encodingVersion?: string
	/**
	 * Stored versions that the server can decode.
	 */
	decodableVersions?: string[]
	/**
	 * Versions that the server serves. It can decode all of them.
	 */
	servedVersions?: string[]
}

/**
 * Storage versions of one resource, by API server. Its name is `GROUP.RESOURCE`.
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
	 * Empty.
	 */
	spec: StorageVersionSpec
	/**
	 * Versions that the servers report.
	 */
	status: StorageVersionStatus
}

/**
 * Condition of a resource.
 */
export interface StorageVersionCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Generation of the object that the condition describes.
	 */
	observedGeneration?: number | bigint
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason: string
	/**
	 * Human-readable explanation.
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
	 * Objects.
	 */
	items: StorageVersion[]
}

/**
 * Empty.
 */
export interface StorageVersionSpec {
	
}

/**
 * Versions of a resource that the servers report.
 */
export interface StorageVersionStatus {
	/**
	 * Versions that each server reports.
	 */
	storageVersions?: ServerStorageVersion[]
	/**
	 * Storage version that all servers have in common. Absent if they differ.
	 */
	commonEncodingVersion?: string
	/**
	 * Conditions. AllEncodingVersionsEqual is True if all servers use one storage version.
	 */
	conditions?: StorageVersionCondition[]
}
