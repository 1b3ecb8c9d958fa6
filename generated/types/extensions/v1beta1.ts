// Generated from the specs. Edit those: this file is overwritten.
import type * as appsV1 from '../apps/v1.ts';
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * A pod on every chosen node, as apps/v1 has it.
 */
export interface DaemonSet {
	/**
	 * Kind of the object.
	 */
	kind?: "DaemonSet"
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
	spec?: DaemonSetSpec
	/**
	 * Observed pods.
	 */
	status?: appsV1.DaemonSetStatus
}

/**
 * A list of DaemonSet objects.
 */
export interface DaemonSetList {
	kind?: "DaemonSetList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: DaemonSet[]
}

/**
 * Desired pods of a DaemonSet.
 */
export interface DaemonSetSpec {
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Number of old revisions that are kept for rollbacks.
	 */
	revisionHistoryLimit?: number
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
	updateStrategy?: DaemonSetUpdateStrategy
	/**
	 * Number of changes of the template. Only the server sets it.
	 */
	templateGeneration?: number | bigint
}

/**
 * Strategy for the replacement of the pods of a DaemonSet.
 */
export interface DaemonSetUpdateStrategy {
	/**
	 * RollingUpdate replaces pods on a few nodes at a time, OnDelete each pod that a client deletes.
	 */
	type?: string
	/**
	 * Parameters of RollingUpdate.
	 */
	rollingUpdate?: appsV1.RollingUpdateDaemonSet
}

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
	strategy?: DeploymentStrategy
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Number of old templates that are kept for a rollback; by default, all.
	 */
	revisionHistoryLimit?: number
	/**
	 * True if changes of the template are not rolled out.
	 */
	paused?: boolean
	/**
	 * Seconds without progress after which it counts as failed; by default, never.
	 */
	progressDeadlineSeconds?: number
	/**
	 * Labels of its pods. Default: those of the template.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Requests a rollback. The controller clears it.
	 */
	rollbackTo?: RollbackConfig
	/**
	 * Template of the pods.
	 */
	template: coreV1.PodTemplateSpec
}

/**
 * Strategy for the replacement of old pods.
 */
export interface DeploymentStrategy {
	/**
	 * Recreate replaces all pods at once, RollingUpdate a few at a time.
	 */
	type?: "Recreate" | "RollingUpdate"
	/**
	 * Parameters of RollingUpdate.
	 */
	rollingUpdate?: RollingUpdateDeployment
}

/**
 * A number of equal pods, as apps/v1 has them.
 */
export interface ReplicaSet {
	/**
	 * Kind of the object.
	 */
	kind?: "ReplicaSet"
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
	spec?: ReplicaSetSpec
	/**
	 * Observed pods.
	 */
	status?: appsV1.ReplicaSetStatus
}

/**
 * A list of ReplicaSet objects.
 */
export interface ReplicaSetList {
	kind?: "ReplicaSetList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ReplicaSet[]
}

/**
 * Desired pods of a ReplicaSet.
 */
export interface ReplicaSetSpec {
	/**
	 * Desired number of pods.
	 */
	replicas?: number
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Template for missing pods.
	 */
	template?: coreV1.PodTemplateSpec
	/**
	 * Labels of its pods. Default: those of the template.
	 */
	selector?: metaV1.LabelSelector
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
 * Numbers of pods during an update.
 */
export interface RollingUpdateDeployment {
	/**
	 * Pods that may be missing, as a number or a share.
	 */
	maxUnavailable?: number | string
	/**
	 * Additional pods, as a number or a share.
	 */
	maxSurge?: number | string
}
