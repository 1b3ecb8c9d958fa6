// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * How much a storage driver can provide of a class in one part of the cluster, as it last said.
 */
export interface CSIStorageCapacity {
	/**
	 * Kind of the object.
	 */
	kind?: "CSIStorageCapacity"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Nodes that can reach it.
	 */
	nodeTopology?: metaV1.LabelSelector
	/**
	 * The class, by its name.
	 */
	storageClassName: string
	/**
	 * How much there is; nobody knows when absent.
	 */
	capacity?: string
	/**
	 * How large one volume may be.
	 */
	maximumVolumeSize?: string
}

/**
 * A list of CSIStorageCapacity objects.
 */
export interface CSIStorageCapacityList {
	kind?: "CSIStorageCapacityList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: CSIStorageCapacity[]
}

/**
 * Attributes of volumes that can be changed while they are used.
 */
export interface VolumeAttributesClass {
	/**
	 * Kind of the object.
	 */
	kind?: "VolumeAttributesClass"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Driver of the volumes.
	 */
	driverName: string
	/**
	 * The attributes, in the driver's words. They never change.
	 */
	parameters?: { [key: string]: string }
}

/**
 * A list of VolumeAttributesClass objects.
 */
export interface VolumeAttributesClassList {
	kind?: "VolumeAttributesClassList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: VolumeAttributesClass[]
}
