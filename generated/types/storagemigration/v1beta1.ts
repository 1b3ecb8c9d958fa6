// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Asks for all objects of a resource to be written anew, in the version in which they are stored now.
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
	 * Which objects.
	 */
	spec?: StorageVersionMigrationSpec
	/**
	 * How far it has come.
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
	 * The objects.
	 */
	items: StorageVersionMigration[]
}

/**
 * Which objects are written anew.
 */
export interface StorageVersionMigrationSpec {
	/**
	 * The resource.
	 */
	resource: metaV1.GroupResource
}

/**
 * How far a migration has come.
 */
export interface StorageVersionMigrationStatus {
	/**
	 * Whether it runs, has succeeded or has failed.
	 */
	conditions?: metaV1.Condition[]
	/**
	 * The version of the objects when it began: what was written since is new already.
	 */
	resourceVersion?: string
}
