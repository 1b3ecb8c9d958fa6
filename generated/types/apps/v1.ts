// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Immutable snapshot of a controller's state, used for rollbacks.
 */
export interface ControllerRevision {
	/**
	 * Kind of the object.
	 */
	kind?: "ControllerRevision"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * State in the controller's own format.
	 */
	data?: { [key: string]: unknown }
	/**
	 * Revision number. Later revisions have higher numbers.
	 */
	revision: number | bigint
}

/**
 * A list of ControllerRevision objects.
 */
export interface ControllerRevisionList {
	kind?: "ControllerRevisionList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ControllerRevision[]
}

/**
 * Set of pods with one pod on each matching node, for example for logs, networks or storage.
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
	status?: DaemonSetStatus
}

/**
 * Condition of a daemon set.
 */
export interface DaemonSetCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
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
 * Desired pods of a daemon set.
 */
export interface DaemonSetSpec {
	/**
	 * Selector of the pods. The labels of the template must match.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * Template of the pods, including the nodes to which they belong.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * Strategy for the replacement of old pods.
	 */
	updateStrategy?: DaemonSetUpdateStrategy
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Number of old revisions that are kept for rollbacks.
	 */
	revisionHistoryLimit?: number
}

/**
 * Observed nodes and pods of a daemon set.
 */
export interface DaemonSetStatus {
	/**
	 * Number of matching nodes that run a pod of the set.
	 */
	currentNumberScheduled: number
	/**
	 * Number of nodes that run a pod of the set without matching it.
	 */
	numberMisscheduled: number
	/**
	 * Number of nodes that should run a pod of the set.
	 */
	desiredNumberScheduled: number
	/**
	 * Number of matching nodes with a ready pod.
	 */
	numberReady: number
	/**
	 * Generation that the controller observed.
	 */
	observedGeneration?: number | bigint
	/**
	 * Number of nodes with a pod of the latest template.
	 */
	updatedNumberScheduled?: number
	/**
	 * Number of matching nodes with an available pod.
	 */
	numberAvailable?: number
	/**
	 * Number of matching nodes without an available pod.
	 */
	numberUnavailable?: number
	/**
	 * Number of name collisions while creating revisions. Part of the hash of the next name.
	 */
	collisionCount?: number
	/**
	 * Conditions that the controller observed.
	 */
	conditions?: DaemonSetCondition[]
}

/**
 * Strategy for the replacement of old pods.
 */
export interface DaemonSetUpdateStrategy {
	/**
	 * Replacement of a few nodes at a time (RollingUpdate), or of each pod once a user deletes it (OnDelete).
	 */
	type?: string
	/**
	 * Limits of a rolling update.
	 */
	rollingUpdate?: RollingUpdateDaemonSet
}

/**
 * Declarative updates of a set of identical pods. A change of the template replaces the pods step by step.
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
	status?: DeploymentStatus
}

/**
 * Condition of the workload.
 */
export interface DeploymentCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last update of the condition.
	 */
	lastUpdateTime?: string | null
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
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
 * Desired pods of a deployment.
 */
export interface DeploymentSpec {
	/**
	 * Desired number of pods.
	 */
	replicas?: number
	/**
	 * Selector of the pods. The labels of the template must match.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * Template of the pods.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * Strategy for the replacement of old pods.
	 */
	strategy?: DeploymentStrategy
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Number of old revisions that are kept for rollbacks.
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
}

/**
 * Observed pods of a deployment.
 */
export interface DeploymentStatus {
	/**
	 * Generation that the controller observed.
	 */
	observedGeneration?: number | bigint
	/**
	 * Observed number of pods.
	 */
	replicas?: number
	/**
	 * Number of pods of the latest template.
	 */
	updatedReplicas?: number
	/**
	 * Number of ready pods.
	 */
	readyReplicas?: number
	/**
	 * Number of available pods.
	 */
	availableReplicas?: number
	/**
	 * Number of pods that are missing or unavailable.
	 */
	unavailableReplicas?: number
	/**
	 * Number of terminating pods.
	 */
	terminatingReplicas?: number
	/**
	 * Conditions that the controller observed.
	 */
	conditions?: DeploymentCondition[]
	/**
	 * Number of name collisions while creating replica sets. Part of the hash of the next name.
	 */
	collisionCount?: number
}

/**
 * Strategy for the replacement of old pods.
 */
export interface DeploymentStrategy {
	/**
	 * Type of the strategy: all pods at once (Recreate) or a few at a time (RollingUpdate).
	 */
	type?: "Recreate" | "RollingUpdate"
	/**
	 * Limits of a rolling update.
	 */
	rollingUpdate?: RollingUpdateDeployment
}

/**
 * Set of identical pods, kept at the desired number. Deployments create and manage these sets.
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
	status?: ReplicaSetStatus
}

/**
 * Condition of a replica set.
 */
export interface ReplicaSetCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
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
 * Desired pods of a replica set.
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
	 * Selector of the pods. The labels of the template must match.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * Template for missing pods.
	 */
	template?: coreV1.PodTemplateSpec
}

/**
 * Observed pods of a replica set.
 */
export interface ReplicaSetStatus {
	/**
	 * Observed number of pods.
	 */
	replicas: number
	/**
	 * Number of pods with all labels of the template.
	 */
	fullyLabeledReplicas?: number
	/**
	 * Number of ready pods.
	 */
	readyReplicas?: number
	/**
	 * Number of available pods.
	 */
	availableReplicas?: number
	/**
	 * Number of terminating pods.
	 */
	terminatingReplicas?: number
	/**
	 * Generation that the controller observed.
	 */
	observedGeneration?: number | bigint
	/**
	 * Conditions that the controller observed.
	 */
	conditions?: ReplicaSetCondition[]
}

/**
 * Limits of a rolling update. Each node first loses its old pod, or first gets the new one.
 */
export interface RollingUpdateDaemonSet {
	/**
	 * Maximum number or percentage of nodes without an available pod during an update.
	 */
	maxUnavailable?: number | string
	/**
	 * Maximum number or percentage of nodes with both an old and a new pod during an update.
	 */
	maxSurge?: number | string
}

/**
 * Limits of a rolling update.
 */
export interface RollingUpdateDeployment {
	/**
	 * Maximum number or percentage of unavailable pods.
	 */
	maxUnavailable?: number | string
	/**
	 * Maximum number or percentage of pods above the desired number.
	 */
	maxSurge?: number | string
}

/**
 * Limits of a rolling update.
 */
export interface RollingUpdateStatefulSetStrategy {
	/**
	 * Lowest number that is updated. Pods with lower numbers keep the old template.
	 */
	partition?: number
	/**
	 * Maximum number or percentage of unavailable pods during an update.
	 */
	maxUnavailable?: number | string
}

/**
 * Set of pods with stable identities. Each pod keeps its number, its name and its volumes.
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
	 * Desired pods and their volumes.
	 */
	spec?: StatefulSetSpec
	/**
	 * Observed pods.
	 */
	status?: StatefulSetStatus
}

/**
 * Condition of a stateful set.
 */
export interface StatefulSetCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
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
 * Numbering of the pods.
 */
export interface StatefulSetOrdinals {
	/**
	 * Number of the first pod.
	 */
	start?: number
}

/**
 * Policy for the claims of removed pods.
 */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
	/**
	 * Treatment of all claims when the set is deleted: Retain or Delete.
	 */
	whenDeleted?: "Retain" | "Delete"
	/**
	 * Treatment of the claims of removed pods when the set is scaled down: Retain or Delete.
	 */
	whenScaled?: "Retain" | "Delete"
}

/**
 * Desired pods of a stateful set.
 */
export interface StatefulSetSpec {
	/**
	 * Desired number of pods.
	 */
	replicas?: number
	/**
	 * Selector of the pods. The labels of the template must match.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * Template of the pods. Each pod has its own name and volumes.
	 */
	template: coreV1.PodTemplateSpec
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
	 * Strategy for the replacement of old pods.
	 */
	updateStrategy?: StatefulSetUpdateStrategy
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
	persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
	/**
	 * Numbering of the pods.
	 */
	ordinals?: StatefulSetOrdinals
}

/**
 * Observed pods of a stateful set.
 */
export interface StatefulSetStatus {
	/**
	 * Generation that the controller observed.
	 */
	observedGeneration?: number | bigint
	/**
	 * Observed number of pods.
	 */
	replicas: number
	/**
	 * Number of ready pods.
	 */
	readyReplicas?: number
	/**
	 * Number of pods of the revision in currentRevision.
	 */
	currentReplicas?: number
	/**
	 * Number of pods of the revision in updateRevision.
	 */
	updatedReplicas?: number
	/**
	 * Revision of the pods that are not yet updated.
	 */
	currentRevision?: string
	/**
	 * Revision of the updated pods.
	 */
	updateRevision?: string
	/**
	 * Number of name collisions while creating revisions. Part of the hash of the next name.
	 */
	collisionCount?: number
	/**
	 * Conditions that the controller observed.
	 */
	conditions?: StatefulSetCondition[]
	/**
	 * Number of available pods.
	 */
	availableReplicas?: number
}

/**
 * Strategy for the replacement of old pods.
 */
export interface StatefulSetUpdateStrategy {
	/**
	 * Replacement from the highest number down (RollingUpdate), or of each pod once a user deletes it (OnDelete).
	 */
	type?: string
	/**
	 * Limits of a rolling update.
	 */
	rollingUpdate?: RollingUpdateStatefulSetStrategy
}
