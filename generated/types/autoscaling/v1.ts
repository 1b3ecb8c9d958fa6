// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * An object in the same namespace.
 */
export interface CrossVersionObjectReference {
	/**
	 * Its kind.
	 */
	kind: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Group and version of its kind.
	 */
	apiVersion?: string
}

/**
 * Keeps the number of replicas of something at what is measured to be needed.
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
	 * What is scaled, between which numbers, and by what is measured.
	 */
	spec: HorizontalPodAutoscalerSpec
	/**
	 * What has been measured and done.
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
	 * The objects.
	 */
	items: HorizontalPodAutoscaler[]
}

/**
 * What is scaled, between which numbers, and by which use of the CPU.
 */
export interface HorizontalPodAutoscalerSpec {
	/**
	 * What is scaled: something with a scale.
	 */
	scaleTargetRef: CrossVersionObjectReference
	/**
	 * The fewest replicas.
	 */
	minReplicas?: number
	/**
	 * The most replicas.
	 */
	maxReplicas: number
	/**
	 * The share of the CPU that pods request that they should use, in percent.
	 */
	targetCPUUtilizationPercentage?: number
}

/**
 * What has been measured and done.
 */
export interface HorizontalPodAutoscalerStatus {
	/**
	 * metadata.generation of the state that this is about.
	 */
	observedGeneration?: number | bigint
	/**
	 * When the number was changed last.
	 */
	lastScaleTime?: string
	/**
	 * How many replicas there were.
	 */
	currentReplicas: number
	/**
	 * How many there should be.
	 */
	desiredReplicas: number
	/**
	 * The share of the CPU that pods requested that they used, in percent.
	 */
	currentCPUUtilizationPercentage?: number
}

/**
 * How many replicas something has and should have.
 */
export interface Scale {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Metadata of the object that is scaled.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What is wanted.
	 */
	spec?: ScaleSpec
	/**
	 * What there is.
	 */
	status?: ScaleStatus
}

/**
 * How many replicas are wanted.
 */
export interface ScaleSpec {
	/**
	 * The number wanted.
	 */
	replicas?: number
}

/**
 * How many replicas there are.
 */
export interface ScaleStatus {
	/**
	 * The number that there is.
	 */
	replicas: number
	/**
	 * Labels of the replicas, as text.
	 */
	selector?: string
}
