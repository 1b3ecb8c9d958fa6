// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * A container storage driver (CSI) and how the cluster uses it.
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
	 * What the driver can do and needs.
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
	 * The objects.
	 */
	items: CSIDriver[]
}

/**
 * What a driver can do and needs.
 */
export interface CSIDriverSpec {
	/**
	 * Whether a volume must be attached to a node before it can be mounted there.
	 */
	attachRequired?: boolean
	/**
	 * Whether the driver is told which pod a volume is mounted for.
	 */
	podInfoOnMount?: boolean
	/**
	 * Which kinds of volumes the driver serves.
	 */
	volumeLifecycleModes?: ("Persistent" | "Ephemeral")[]
	/**
	 * Whether pods are placed by the capacity that the driver reports.
	 */
	storageCapacity?: boolean
	/**
	 * Whether owner and mode of files are changed before a volume is mounted.
	 */
	fsGroupPolicy?: "File" | "None" | "ReadWriteOnceWithFSType"
	/**
	 * Tokens of the pod's service account that the driver is given. Their audiences differ.
	 */
	tokenRequests?: TokenRequest[]
	/**
	 * Whether volumes are published again from time to time, to bring their contents up to date.
	 */
	requiresRepublish?: boolean
	/**
	 * Whether each volume can be mounted with a security context of its own.
	 */
	seLinuxMount?: boolean
	/**
	 * Seconds between updates of how many volumes nodes can take.
	 */
	nodeAllocatableUpdatePeriodSeconds?: number | bigint
	/**
	 * Whether the tokens are handed over as secrets rather than as context.
	 */
	serviceAccountTokenInSecrets?: boolean
	/**
	 * Whether pods stay away from nodes that do not have the driver.
	 */
	preventPodSchedulingIfMissing?: boolean
}

/**
 * The storage drivers on a node. It has the node's name and goes with it.
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
	 * The drivers on the node.
	 */
	spec: CSINodeSpec
}

/**
 * A driver on a node.
 */
export interface CSINodeDriver {
	/**
	 * Name of the driver.
	 */
	name: string
	/**
	 * What the driver calls the node.
	 */
	nodeID: string
	/**
	 * Labels of the node that say where in the driver's topology it is.
	 */
	topologyKeys?: string[] | null
	/**
	 * How many of its volumes the node can take.
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
	 * The objects.
	 */
	items: CSINode[]
}

/**
 * The drivers on a node.
 */
export interface CSINodeSpec {
	/**
	 * One entry for each driver.
	 */
	drivers: CSINodeDriver[]
}

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
	 * Nodes that can reach it: all when the selector is empty, none when it is absent.
	 */
	nodeTopology?: metaV1.LabelSelector
	/**
	 * The class, by its name. The object means nothing once the class is gone.
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
 * A way in which volumes are made when they are claimed.
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
	 * Who makes the volumes.
	 */
	provisioner: string
	/**
	 * What the provisioner needs to know.
	 */
	parameters?: { [key: string]: string }
	/**
	 * Reclaim policy that the volumes are given.
	 */
	reclaimPolicy?: string
	/**
	 * Mount options of the volumes. They are not checked; a wrong one makes mounting fail.
	 */
	mountOptions?: string[]
	/**
	 * Whether claims of the class may grow.
	 */
	allowVolumeExpansion?: boolean
	/**
	 * Whether a volume is made and bound at once or when a pod needs it.
	 */
	volumeBindingMode?: "Immediate" | "WaitForFirstConsumer"
	/**
	 * Where in the cluster volumes may be made; anywhere when empty.
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
	 * The objects.
	 */
	items: StorageClass[]
}

/**
 * A token that a driver is given.
 */
export interface TokenRequest {
	/**
	 * For whom the token is meant; empty means the API server.
	 */
	audience: string
	/**
	 * Seconds for which it is valid.
	 */
	expirationSeconds?: number | bigint
}

/**
 * The wish that a volume be attached to a node, and how far that has come.
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
	 * Which volume is wanted where.
	 */
	spec: VolumeAttachmentSpec
	/**
	 * How far it has come, as the driver says.
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
	 * The objects.
	 */
	items: VolumeAttachment[]
}

/**
 * A volume: one that is kept as an object, or one that is described here.
 */
export interface VolumeAttachmentSource {
	/**
	 * Name of a PersistentVolume.
	 */
	persistentVolumeName?: string
	/**
	 * A volume of a driver that has taken over from one inside the cluster's own code.
	 */
	inlineVolumeSpec?: coreV1.PersistentVolumeSpec
}

/**
 * Which volume is wanted on which node.
 */
export interface VolumeAttachmentSpec {
	/**
	 * The driver that must attach it, by its name.
	 */
	attacher: string
	/**
	 * The volume.
	 */
	source: VolumeAttachmentSource
	/**
	 * The node.
	 */
	nodeName: string
}

/**
 * How far attaching or detaching has come.
 */
export interface VolumeAttachmentStatus {
	/**
	 * Whether the volume is attached.
	 */
	attached: boolean
	/**
	 * What the driver returned of the attaching, for whoever mounts the volume.
	 */
	attachmentMetadata?: { [key: string]: string }
	/**
	 * Why the last try to attach it failed.
	 */
	attachError?: VolumeError
	/**
	 * Why the last try to detach it failed.
	 */
	detachError?: VolumeError
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

/**
 * A failure of a driver.
 */
export interface VolumeError {
	/**
	 * When it was.
	 */
	time?: string | null
	/**
	 * What went wrong, in words that may stand in a log.
	 */
	message?: string
	/**
	 * The number that the driver gave it.
	 */
	errorCode?: number
}

/**
 * How many volumes of a driver a node can take.
 */
export interface VolumeNodeResources {
	/**
	 * The number of volumes, each counted once however many pods use it; any number when absent.
	 */
	count?: number
}
