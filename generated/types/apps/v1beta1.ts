// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';
import type * as appsV1 from './v1.ts';

/**
 * Pods made from a template, as apps/v1 has them.
 */
export interface Deployment {
	/**
	 * Kind of the object.
	 */
	kind?: "Deployment"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired pods.
	 */
	spec?: DeploymentSpec
	/**
	 * Observed pods.
	 */
	status?: appsV1.DeploymentStatus
}

/**
 * A list of Deployment objects.
 */
export interface DeploymentList {
	kind?: "DeploymentList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Deployment[]
}

/**
 * Desired pods of a Deployment.
 */
export interface DeploymentSpec {
	/**
	 * Desired number of pods.
	 */
	replicas?: number
	/**
	 * Strategy for the replacement of old pods.
	 */
	strategy?: appsV1.DeploymentStrategy
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Number of old templates that are kept for a rollback.
	 */
	revisionHistoryLimit?: number
	/**
	 * True if changes of the template are not rolled out.
	 */
	paused?: boolean
	/**
	 * Seconds without progress until the rollout counts as failed.
	 */
	progressDeadlineSeconds?: number
	/**
	 * Labels of its pods. Default: those of the template.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Template of the pods.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * Requests a rollback. The controller clears it.
	 */
	rollbackTo?: RollbackConfig
}

/**
 * A rollback that a client requests.
 */
export interface RollbackConfig {
	/**
	 * Revision to return to; 0 is the last one.
	 */
	revision?: number | bigint
}

/**
 * Pods with names and volumes of their own, as apps/v1 has them.
 */
export interface StatefulSet {
	/**
	 * Kind of the object.
	 */
	kind?: "StatefulSet"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired pods.
	 */
	spec?: StatefulSetSpec
	/**
	 * Observed pods.
	 */
	status?: appsV1.StatefulSetStatus
}

/**
 * A list of StatefulSet objects.
 */
export interface StatefulSetList {
	kind?: "StatefulSetList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: StatefulSet[]
}

/**
 * Desired pods of a StatefulSet.
 */
export interface StatefulSetSpec {
	/**
	 * Desired number of pods.
	 */
	replicas?: number
	/**
	 * Claims that are created for each pod. Containers mount them by the names of these templates.
	 */
	volumeClaimTemplates?: coreV1.PersistentVolumeClaim[]
	/**
	 * Headless service that gives the pods their DNS names.
	 */
	serviceName: string
	/**
	 * Order of creation: one pod after another as each becomes ready (OrderedReady), or all at once (Parallel).
	 */
	podManagementPolicy?: string
	/**
	 * Number of old revisions that are kept for rollbacks.
	 */
	revisionHistoryLimit?: number
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Policy for the claims of removed pods.
	 */
	persistentVolumeClaimRetentionPolicy?: appsV1.StatefulSetPersistentVolumeClaimRetentionPolicy
	/**
	 * Numbering of the pods.
	 */
	ordinals?: appsV1.StatefulSetOrdinals
	/**
	 * Labels of its pods. Default: those of the template.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Template of the pods.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * Strategy for the replacement of pods.
	 */
	updateStrategy?: StatefulSetUpdateStrategy
}

/**
 * Strategy for the replacement of the pods of a StatefulSet.
 */
export interface StatefulSetUpdateStrategy {
	/**
	 * RollingUpdate replaces pods from the highest number down, OnDelete each pod that a client deletes.
	 */
	type?: string
	/**
	 * Parameters of RollingUpdate.
	 */
	rollingUpdate?: appsV1.RollingUpdateStatefulSetStrategy
}
