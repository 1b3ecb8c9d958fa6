// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Request to rewrite all objects of a resource in the current storage version.
 */
export interface StorageVersionMigration {
	/**
	 * Kind of the object.
	 */
	kind?: "StorageVersionMigration"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Resource whose objects are rewritten.
	 */
	spec?: StorageVersionMigrationSpec
	/**
	 * Conditions and result.
	 */
	status?: StorageVersionMigrationStatus
}

/**
 * A list of StorageVersionMigration objects.
 */
export interface StorageVersionMigrationList {
	kind?: "StorageVersionMigrationList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: StorageVersionMigration[]
}

/**
 * Resource whose objects are rewritten.
 */
export interface StorageVersionMigrationSpec {
	/**
	 * Name of the resource.
	 */
	resource: metaV1.GroupResource
}

/**
 * Progress of a migration.
 */
export interface StorageVersionMigrationStatus {
	/**
	 * Conditions: running, succeeded or failed.
	 */
	conditions?: metaV1.Condition[]
	/**
	 * Version of the data at the start. Objects written later already have the current storage version.
	 */
	resourceVersion?: string
}
