// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

export interface CSIDriver {
	/**
	 * What kind of object this is.
	 */
	kind?: "CSIDriver"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
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

export interface CSIDriverSpec {
	attachRequired?: boolean
	podInfoOnMount?: boolean
	volumeLifecycleModes?: string[]
	storageCapacity?: boolean
	fsGroupPolicy?: string
	tokenRequests?: TokenRequest[]
	requiresRepublish?: boolean
	seLinuxMount?: boolean
	nodeAllocatableUpdatePeriodSeconds?: number | bigint
	serviceAccountTokenInSecrets?: boolean
	preventPodSchedulingIfMissing?: boolean
}

export interface CSINode {
	/**
	 * What kind of object this is.
	 */
	kind?: "CSINode"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	spec: CSINodeSpec
}

export interface CSINodeDriver {
	name: string
	nodeID: string
	topologyKeys?: string[] | null
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

export interface CSINodeSpec {
	drivers: CSINodeDriver[]
}

export interface StorageClass {
	/**
	 * What kind of object this is.
	 */
	kind?: "StorageClass"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	provisioner: string
	parameters?: { [key: string]: string }
	reclaimPolicy?: string
	mountOptions?: string[]
	allowVolumeExpansion?: boolean
	volumeBindingMode?: "Immediate" | "WaitForFirstConsumer"
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

export interface TokenRequest {
	audience: string
	expirationSeconds?: number | bigint
}

export interface VolumeNodeResources {
	count?: number
}
