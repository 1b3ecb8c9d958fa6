// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * How much a storage driver can provide of a class in one part of the cluster, as it last said.
 */
export interface CSIStorageCapacity {
	/**
	 * What kind of object this is.
	 */
	kind?: "CSIStorageCapacity"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
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
	 * What kind of object this is.
	 */
	kind?: "VolumeAttributesClass"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
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
