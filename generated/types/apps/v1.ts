// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * An immutable snapshot of a controller's state, to which a rollback can return.
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
	 * What the controller was told; only it knows the form.
	 */
	data?: { [key: string]: unknown }
	/**
	 * Its number: later ones are higher.
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
	 * The objects.
	 */
	items: ControllerRevision[]
}

/**
 * One pod on every node, or on those that its template chooses: what collects logs, connects networks or serves storage there.
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
	 * Which pods the nodes get.
	 */
	spec?: DaemonSetSpec
	/**
	 * Which pods they have.
	 */
	status?: DaemonSetStatus
}

/**
 * One thing that the controller of pods on nodes found.
 */
export interface DaemonSetCondition {
	/**
	 * What was found.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When the status last changed.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
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
	 * The objects.
	 */
	items: DaemonSet[]
}

/**
 * Which pods nodes get.
 */
export interface DaemonSetSpec {
	/**
	 * Labels of its pods; the template has them too.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * What the pods are made from, and which nodes get one.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * How old pods give way to new ones.
	 */
	updateStrategy?: DaemonSetUpdateStrategy
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * How many old templates are kept to go back to.
	 */
	revisionHistoryLimit?: number
}

/**
 * Which nodes have their pod.
 */
export interface DaemonSetStatus {
	/**
	 * How many nodes that should have a pod have one.
	 */
	currentNumberScheduled: number
	/**
	 * How many nodes have a pod that should have none.
	 */
	numberMisscheduled: number
	/**
	 * How many nodes should have a pod.
	 */
	desiredNumberScheduled: number
	/**
	 * How many nodes that should have a pod have one that is ready.
	 */
	numberReady: number
	/**
	 * Generation that the controller has seen.
	 */
	observedGeneration?: number | bigint
	/**
	 * How many nodes have a pod of the latest template.
	 */
	updatedNumberScheduled?: number
	/**
	 * How many nodes have a pod that has been ready for long enough.
	 */
	numberAvailable?: number
	/**
	 * How many nodes are still without such a pod.
	 */
	numberUnavailable?: number
	/**
	 * How often a name for an old template was taken already.
	 */
	collisionCount?: number
	/**
	 * What the controller found.
	 */
	conditions?: DaemonSetCondition[]
}

/**
 * How old pods of nodes give way to new ones.
 */
export interface DaemonSetUpdateStrategy {
	/**
	 * A few nodes at a time (RollingUpdate), or each when somebody deletes its old pod (OnDelete).
	 */
	type?: string
	/**
	 * How many nodes at a time.
	 */
	rollingUpdate?: RollingUpdateDaemonSet
}

/**
 * Pods made from a template: so many of them, and replaced step by step when the template changes.
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
	 * Which pods are wanted.
	 */
	spec?: DeploymentSpec
	/**
	 * Which pods there are.
	 */
	status?: DeploymentStatus
}

/**
 * One thing that the controller found.
 */
export interface DeploymentCondition {
	/**
	 * What was found.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When it was last looked at.
	 */
	lastUpdateTime?: string | null
	/**
	 * When the status last changed.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
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
	 * The objects.
	 */
	items: Deployment[]
}

/**
 * Which pods a deployment wants.
 */
export interface DeploymentSpec {
	/**
	 * How many pods are wanted.
	 */
	replicas?: number
	/**
	 * Labels of its pods; the template has them too.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * What each pod is made from.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * How old pods give way to new ones.
	 */
	strategy?: DeploymentStrategy
	/**
	 * Seconds that a new pod must be ready before it counts.
	 */
	minReadySeconds?: number
	/**
	 * How many old templates are kept to go back to.
	 */
	revisionHistoryLimit?: number
	/**
	 * Whether changes of the template wait.
	 */
	paused?: boolean
	/**
	 * Seconds without progress after which it counts as failed.
	 */
	progressDeadlineSeconds?: number
}

/**
 * Which pods a deployment has.
 */
export interface DeploymentStatus {
	/**
	 * Generation that the controller has seen.
	 */
	observedGeneration?: number | bigint
	/**
	 * How many pods there are.
	 */
	replicas?: number
	/**
	 * How many of them are of the latest template.
	 */
	updatedReplicas?: number
	/**
	 * How many of them are ready.
	 */
	readyReplicas?: number
	/**
	 * How many of them have been ready for long enough.
	 */
	availableReplicas?: number
	/**
	 * How many are still missing.
	 */
	unavailableReplicas?: number
	/**
	 * How many are going away.
	 */
	terminatingReplicas?: number
	/**
	 * What the controller found.
	 */
	conditions?: DeploymentCondition[]
	/**
	 * How often a name for a set of replicas was taken already.
	 */
	collisionCount?: number
}

/**
 * How old pods give way to new ones.
 */
export interface DeploymentStrategy {
	/**
	 * All at once, or a few at a time.
	 */
	type?: "Recreate" | "RollingUpdate"
	/**
	 * How many at a time.
	 */
	rollingUpdate?: RollingUpdateDeployment
}

/**
 * So many pods of one kind: made from a template when there are too few, deleted when there are too many. Deployments make sets like this.
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
	 * Which pods are wanted.
	 */
	spec?: ReplicaSetSpec
	/**
	 * Which pods there are.
	 */
	status?: ReplicaSetStatus
}

/**
 * One thing that the controller of a set found.
 */
export interface ReplicaSetCondition {
	/**
	 * What was found.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When the status last changed.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
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
	 * The objects.
	 */
	items: ReplicaSet[]
}

/**
 * Which pods a set wants.
 */
export interface ReplicaSetSpec {
	/**
	 * How many pods are wanted.
	 */
	replicas?: number
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * Labels of its pods; the template has them too.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * What missing pods are made from.
	 */
	template?: coreV1.PodTemplateSpec
}

/**
 * Which pods a set has.
 */
export interface ReplicaSetStatus {
	/**
	 * How many pods there are.
	 */
	replicas: number
	/**
	 * How many of them have all labels of the template.
	 */
	fullyLabeledReplicas?: number
	/**
	 * How many of them are ready.
	 */
	readyReplicas?: number
	/**
	 * How many of them have been ready for long enough.
	 */
	availableReplicas?: number
	/**
	 * How many are going away.
	 */
	terminatingReplicas?: number
	/**
	 * Generation that the controller has seen.
	 */
	observedGeneration?: number | bigint
	/**
	 * What the controller found.
	 */
	conditions?: ReplicaSetCondition[]
}

/**
 * How many nodes at a time get a new pod. Either the old one goes first, or the new one comes first.
 */
export interface RollingUpdateDaemonSet {
	/**
	 * How many nodes may be without a pod meanwhile, as a number or a share.
	 */
	maxUnavailable?: number | string
	/**
	 * How many nodes may have both meanwhile, as a number or a share.
	 */
	maxSurge?: number | string
}

/**
 * How many pods may be missing and how many too many.
 */
export interface RollingUpdateDeployment {
	/**
	 * How many pods may be missing, as a number or a share.
	 */
	maxUnavailable?: number | string
	/**
	 * How many pods more than wanted there may be, as a number or a share.
	 */
	maxSurge?: number | string
}

/**
 * Which pods get the new template, and how many at a time.
 */
export interface RollingUpdateStatefulSetStrategy {
	/**
	 * Pods of lower numbers keep the old template.
	 */
	partition?: number
	/**
	 * How many pods may be missing meanwhile, as a number or a share.
	 */
	maxUnavailable?: number | string
}

/**
 * Pods that are told apart: each has a number, a name that stays, and volumes of its own that wait for it while it is gone.
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
	 * Which pods are wanted, and which volumes each has.
	 */
	spec?: StatefulSetSpec
	/**
	 * Which pods there are.
	 */
	status?: StatefulSetStatus
}

/**
 * One thing that the controller of numbered pods found.
 */
export interface StatefulSetCondition {
	/**
	 * What was found.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When the status last changed.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
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
	 * The objects.
	 */
	items: StatefulSet[]
}

/**
 * Which numbers pods have.
 */
export interface StatefulSetOrdinals {
	/**
	 * The lowest number.
	 */
	start?: number
}

/**
 * What becomes of the claims of pods that go.
 */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
	/**
	 * When the set is deleted: the claims stay, or go with it.
	 */
	whenDeleted?: "Retain" | "Delete"
	/**
	 * When the set gets smaller: the claims of the pods that go stay, or go as well.
	 */
	whenScaled?: "Retain" | "Delete"
}

/**
 * Which pods a set of numbered pods wants.
 */
export interface StatefulSetSpec {
	/**
	 * How many pods are wanted.
	 */
	replicas?: number
	/**
	 * Labels of its pods; the template has them too.
	 */
	selector: metaV1.LabelSelector | null
	/**
	 * What its pods are made from; each gets its own name, and its volumes.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * Claims that each pod has of its own. Containers mount them by the names of these templates.
	 */
	volumeClaimTemplates?: coreV1.PersistentVolumeClaim[]
	/**
	 * The service that gives the pods their names in DNS.
	 */
	serviceName: string
	/**
	 * One pod after the other, as each becomes ready, or all at once.
	 */
	podManagementPolicy?: string
	/**
	 * How old pods give way to new ones.
	 */
	updateStrategy?: StatefulSetUpdateStrategy
	/**
	 * How many old templates are kept to go back to.
	 */
	revisionHistoryLimit?: number
	/**
	 * Seconds that a new pod must be ready before it counts as available.
	 */
	minReadySeconds?: number
	/**
	 * What becomes of the claims of pods that go.
	 */
	persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
	/**
	 * Which numbers the pods have.
	 */
	ordinals?: StatefulSetOrdinals
}

/**
 * Which pods a set of numbered pods has.
 */
export interface StatefulSetStatus {
	/**
	 * Generation that the controller has seen.
	 */
	observedGeneration?: number | bigint
	/**
	 * How many pods there are.
	 */
	replicas: number
	/**
	 * How many of them are ready.
	 */
	readyReplicas?: number
	/**
	 * How many of them are of the template named by currentRevision.
	 */
	currentReplicas?: number
	/**
	 * How many of them are of the template named by updateRevision.
	 */
	updatedReplicas?: number
	/**
	 * The template of the pods that are not yet updated.
	 */
	currentRevision?: string
	/**
	 * The template of the pods that are updated.
	 */
	updateRevision?: string
	/**
	 * How often a name for an old template was taken already.
	 */
	collisionCount?: number
	/**
	 * What the controller found.
	 */
	conditions?: StatefulSetCondition[]
	/**
	 * How many of them have been ready for long enough.
	 */
	availableReplicas?: number
}

/**
 * How old pods of a set of numbered pods give way to new ones.
 */
export interface StatefulSetUpdateStrategy {
	/**
	 * From the highest number down (RollingUpdate), or each when somebody deletes it (OnDelete).
	 */
	type?: string
	/**
	 * Which pods, and how many at a time.
	 */
	rollingUpdate?: RollingUpdateStatefulSetStrategy
}
