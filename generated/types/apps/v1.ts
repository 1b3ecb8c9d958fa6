// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

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
	spec?: DeploymentSpec
	status?: DeploymentStatus
}

export interface DeploymentCondition {
	type: string
	status: string
	lastUpdateTime?: string | null
	lastTransitionTime?: string | null
	reason?: string
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

export interface DeploymentSpec {
	replicas?: number
	selector: metaV1.LabelSelector | null
	template: coreV1.PodTemplateSpec
	strategy?: DeploymentStrategy
	minReadySeconds?: number
	revisionHistoryLimit?: number
	paused?: boolean
	progressDeadlineSeconds?: number
}

export interface DeploymentStatus {
	observedGeneration?: number | bigint
	replicas?: number
	updatedReplicas?: number
	readyReplicas?: number
	availableReplicas?: number
	unavailableReplicas?: number
	terminatingReplicas?: number
	conditions?: DeploymentCondition[]
	collisionCount?: number
}

export interface DeploymentStrategy {
	type?: "Recreate" | "RollingUpdate"
	rollingUpdate?: RollingUpdateDeployment
}

export interface RollingUpdateDeployment {
	maxUnavailable?: number | string
	maxSurge?: number | string
}
