// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Storage capacity of a driver for one class in one topology segment, as last reported.
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
	 * Selector of the nodes that can use the storage.
	 */
	nodeTopology?: metaV1.LabelSelector
	/**
	 * Name of the storage class.
	 */
	storageClassName: string
	/**
	 * Available capacity. Unknown if absent.
	 */
	capacity?: string
	/**
	 * Maximum size of one volume.
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
	 * Objects.
	 */
	items: CSIStorageCapacity[]
}

/**
 * Attributes of volumes that can be changed while the volumes are in use.
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
	 * Attributes in the driver's own format. Immutable.
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
	 * Objects.
	 */
	items: VolumeAttributesClass[]
}
