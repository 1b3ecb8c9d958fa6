// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Pods made from a template: so many of them, and replaced step by step when the template changes.
 */
export interface Deployment {
	/**
	 * What kind of object this is.
	 */
	kind?: "Deployment"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
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
