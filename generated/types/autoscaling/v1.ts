// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Reference to an object in the same namespace.
 */
export interface CrossVersionObjectReference {
	/**
	 * Kind of the object.
	 */
	kind: string
	/**
	 * Name.
	 */
	name: string
	/**
	 * Group and version of the kind.
	 */
	apiVersion?: string
}

/**
 * Adjustment of a workload's replicas to measured metrics.
 */
export interface HorizontalPodAutoscaler {
	/**
	 * Kind of the object.
	 */
	kind?: "HorizontalPodAutoscaler"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Target, bounds and metrics.
	 */
	spec: HorizontalPodAutoscalerSpec
	/**
	 * Observed metrics and replicas.
	 */
	status?: HorizontalPodAutoscalerStatus
}

/**
 * A list of HorizontalPodAutoscaler objects.
 */
export interface HorizontalPodAutoscalerList {
	kind?: "HorizontalPodAutoscalerList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: HorizontalPodAutoscaler[]
}

/**
 * Target, bounds and desired CPU utilisation.
 */
export interface HorizontalPodAutoscalerSpec {
	/**
	 * Target of the scaling: an object with a scale subresource.
	 */
	scaleTargetRef: CrossVersionObjectReference
	/**
	 * Minimum number of replicas.
	 */
	minReplicas?: number
	/**
	 * Maximum number of replicas.
	 */
	maxReplicas: number
	/**
	 * Desired CPU utilisation, as a percentage of the request.
	 */
	targetCPUUtilizationPercentage?: number
}

/**
 * Observed metrics and replicas.
 */
export interface HorizontalPodAutoscalerStatus {
	/**
	 * Generation that the status describes.
	 */
	observedGeneration?: number | bigint
	/**
	 * Time of the last change of the number of replicas.
	 */
	lastScaleTime?: string
	/**
	 * Observed number of replicas.
	 */
	currentReplicas: number
	/**
	 * Desired number of replicas.
	 */
	desiredReplicas: number
	/**
	 * Observed CPU utilisation, as a percentage of the request.
	 */
	currentCPUUtilizationPercentage?: number
}

/**
 * Number of replicas of a scalable object.
 */
export interface Scale {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * API group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Metadata of the scaled object.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired state.
	 */
	spec?: ScaleSpec
	/**
	 * Observed state.
	 */
	status?: ScaleStatus
}

/**
 * Desired number of replicas.
 */
export interface ScaleSpec {
	/**
	 * Desired number of replicas.
	 */
	replicas?: number
}

/**
 * Observed number of replicas.
 */
export interface ScaleStatus {
	/**
	 * Observed number of replicas.
	 */
	replicas: number
	/**
	 * Serialised label selector of the replicas.
	 */
	selector?: string
}
