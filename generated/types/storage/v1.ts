// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Container storage (CSI) driver and its properties.
 */
export interface CSIDriver {
	/**
	 * Kind of the object.
	 */
	kind?: "CSIDriver"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Properties of the driver.
	 */
	spec: CSIDriverSpec
}

/**
 * A list of CSIDriver objects.
 */
export interface CSIDriverList {
	kind?: "CSIDriverList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: CSIDriver[]
}

/**
 * Properties of a driver.
 */
export interface CSIDriverSpec {
	/**
	 * True if volumes must be attached to a node before they are mounted.
	 */
	attachRequired?: boolean
	/**
	 * True if the driver receives information about the pod when it mounts a volume.
	 */
	podInfoOnMount?: boolean
	/**
	 * Supported volume lifecycle modes.
	 */
	volumeLifecycleModes?: ("Persistent" | "Ephemeral")[]
	/**
	 * True if the scheduler considers the reported storage capacity.
	 */
	storageCapacity?: boolean
	/**
	 * Policy for changing owner and mode of files before a volume is mounted.
	 */
	fsGroupPolicy?: "File" | "None" | "ReadWriteOnceWithFSType"
	/**
	 * Tokens of the pod's service account that the driver receives. Each has a different audience.
	 */
	tokenRequests?: TokenRequest[]
	/**
	 * True if volumes are republished periodically, to update their contents.
	 */
	requiresRepublish?: boolean
	/**
	 * True if each volume can be mounted with its own SELinux context.
	 */
	seLinuxMount?: boolean
	/**
	 * Seconds between updates of the number of volumes that a node can take.
	 */
	nodeAllocatableUpdatePeriodSeconds?: number | bigint
	/**
	 * True if tokens are passed in the secrets of a call instead of the volume context.
	 */
	serviceAccountTokenInSecrets?: boolean
	/**
	 * True if pods are not scheduled on nodes without the driver.
	 */
	preventPodSchedulingIfMissing?: boolean
}

/**
 * Storage drivers on a node. The object has the name of the node and is deleted with it.
 */
export interface CSINode {
	/**
	 * Kind of the object.
	 */
	kind?: "CSINode"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Drivers on the node.
	 */
	spec: CSINodeSpec
}

/**
 * Driver on a node.
 */
export interface CSINodeDriver {
	/**
	 * Name of the driver.
	 */
	name: string
	/**
	 * Name of the node at the driver.
	 */
	nodeID: string
	/**
	 * Node labels that define the driver's topology.
	 */
	topologyKeys?: string[] | null
	/**
	 * Limit on the number of volumes on the node.
	 */
	allocatable?: VolumeNodeResources
}

/**
 * A list of CSINode objects.
 */
export interface CSINodeList {
	kind?: "CSINodeList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: CSINode[]
}

/**
 * Drivers on a node.
 */
export interface CSINodeSpec {
	/**
	 * Drivers, one entry each.
	 */
	drivers: CSINodeDriver[]
}

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
	 * Selector of the nodes that can use the storage. All nodes if empty, none if absent.
	 */
	nodeTopology?: metaV1.LabelSelector
	/**
	 * Name of the storage class. The object has no meaning once the class is deleted.
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
 * Class of storage, with the settings for provisioning volumes.
 */
export interface StorageClass {
	/**
	 * Kind of the object.
	 */
	kind?: "StorageClass"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Provisioner of the volumes.
	 */
	provisioner: string
	/**
	 * Parameters for the provisioner.
	 */
	parameters?: { [key: string]: string }
	/**
	 * Reclaim policy of the volumes.
	 */
	reclaimPolicy?: string
	/**
	 * Mount options of the volumes. The server does not validate them; mounting fails if one is invalid.
	 */
	mountOptions?: string[]
	/**
	 * True if claims of the class may be expanded.
	 */
	allowVolumeExpansion?: boolean
	/**
	 * Time of provisioning and binding: immediately (Immediate), or when a pod needs the volume (WaitForFirstConsumer).
	 */
	volumeBindingMode?: "Immediate" | "WaitForFirstConsumer"
	/**
	 * Topologies in which volumes may be provisioned. Any if empty.
	 */
	allowedTopologies?: coreV1.TopologySelectorTerm[]
}

/**
 * A list of StorageClass objects.
 */
export interface StorageClassList {
	kind?: "StorageClassList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: StorageClass[]
}

/**
 * Token for a driver.
 */
export interface TokenRequest {
	/**
	 * Audience of the token. The API server if empty.
	 */
	audience: string
	/**
	 * Lifetime in seconds.
	 */
	expirationSeconds?: number | bigint
}

/**
 * Request to attach a volume to a node, and its progress.
 */
export interface VolumeAttachment {
	/**
	 * Kind of the object.
	 */
	kind?: "VolumeAttachment"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Volume and node.
	 */
	spec: VolumeAttachmentSpec
	/**
	 * Progress, reported by the driver.
	 */
	status?: VolumeAttachmentStatus
}

/**
 * A list of VolumeAttachment objects.
 */
export interface VolumeAttachmentList {
	kind?: "VolumeAttachmentList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: VolumeAttachment[]
}

/**
 * Volume: a PersistentVolume or an inline description.
 */
export interface VolumeAttachmentSource {
	/**
	 * Name of a PersistentVolume.
	 */
	persistentVolumeName?: string
	/**
	 * Inline volume that has been migrated from an in-tree plugin to a CSI driver.
	 */
	inlineVolumeSpec?: coreV1.PersistentVolumeSpec
}

/**
 * Volume and node of an attachment.
 */
export interface VolumeAttachmentSpec {
	/**
	 * Name of the driver that attaches the volume.
	 */
	attacher: string
	/**
	 * Volume.
	 */
	source: VolumeAttachmentSource
	/**
	 * Name of the node.
	 */
	nodeName: string
}

/**
 * Progress of attaching or detaching.
 */
export interface VolumeAttachmentStatus {
	/**
	 * True if the volume is attached.
	 */
	attached: boolean
	/**
	 * Metadata that the driver returned, for use when the volume is mounted.
	 */
	attachmentMetadata?: { [key: string]: string }
	/**
	 * Error of the last attempt to attach the volume.
	 */
	attachError?: VolumeError
	/**
	 * Error of the last attempt to detach the volume.
	 */
	detachError?: VolumeError
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

/**
 * Error of a driver.
 */
export interface VolumeError {
	/**
	 * Time of the error.
	 */
	time?: string | null
	/**
	 * Message, without confidential data.
	 */
	message?: string
	/**
	 * Error code of the driver.
	 */
	errorCode?: number
}

/**
 * Limit on the number of a driver's volumes on a node.
 */
export interface VolumeNodeResources {
	/**
	 * Maximum number of volumes. A volume counts once, however many pods use it. Unlimited if absent.
	 */
	count?: number
}
