// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * What one container of each pod uses of a resource that it requests.
 */
export interface ContainerResourceMetricSource {
	/**
	 * The resource, such as cpu.
	 */
	name: string
	/**
	 * How much should be used.
	 */
	target: MetricTarget
	/**
	 * Name of the container.
	 */
	container: string
}

/**
 * How much of a resource a container of each pod used.
 */
export interface ContainerResourceMetricStatus {
	/**
	 * The resource.
	 */
	name: string
	/**
	 * How much it was.
	 */
	current: MetricValueStatus
	/**
	 * Name of the container.
	 */
	container: string
}

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
 * A measure from outside the cluster.
 */
export interface ExternalMetricSource {
	/**
	 * Which measure.
	 */
	metric: MetricIdentifier
	/**
	 * What it should be.
	 */
	target: MetricTarget
}

/**
 * What a measure from outside the cluster came to.
 */
export interface ExternalMetricStatus {
	/**
	 * Which measure.
	 */
	metric: MetricIdentifier
	/**
	 * What it was.
	 */
	current: MetricValueStatus
}

/**
 * What is allowed within a time.
 */
export interface HPAScalingPolicy {
	/**
	 * What value counts.
	 */
	type: "Percent" | "Pods"
	/**
	 * How much.
	 */
	value: number
	/**
	 * Within how long.
	 */
	periodSeconds: number
}

/**
 * How fast one way is gone.
 */
export interface HPAScalingRules {
	/**
	 * How long a wish must have lasted: of all that was asked for meanwhile the most careful one is done.
	 */
	stabilizationWindowSeconds?: number
	/**
	 * Which of the policies counts: that which allows the most (Max) or the least (Min), or none, so that this way is closed.
	 */
	selectPolicy?: "Disabled" | "Max" | "Min"
	/**
	 * What is allowed within a time. At least one.
	 */
	policies?: HPAScalingPolicy[]
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
	spec?: HorizontalPodAutoscalerSpec
	/**
	 * What has been measured and done.
	 */
	status?: HorizontalPodAutoscalerStatus
}

/**
 * How fast replicas are added and taken away. Where it is given, what it leaves out is filled in.
 */
export interface HorizontalPodAutoscalerBehavior {
	/**
	 * How they are added: by 4 pods or to twice as many within 15 seconds, whichever is more, if nothing else is said.
	 */
	scaleUp?: HPAScalingRules
	/**
	 * How they are taken away: as fast as it goes, if nothing else is said.
	 */
	scaleDown?: HPAScalingRules
}

/**
 * One thing that can be said of the autoscaler.
 */
export interface HorizontalPodAutoscalerCondition {
	/**
	 * What it is about, such as AbleToScale, ScalingActive or ScalingLimited.
	 */
	type: string
	/**
	 * Whether it is so: True, False or Unknown.
	 */
	status: string
	/**
	 * Since when.
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
 * What is scaled, between which numbers, and by what is measured.
 */
export interface HorizontalPodAutoscalerSpec {
	/**
	 * What is scaled: something with a scale.
	 */
	scaleTargetRef: CrossVersionObjectReference
	/**
	 * The fewest replicas. None at all only where scaling to zero is allowed, by a metric that is there without pods.
	 */
	minReplicas?: number
	/**
	 * The most replicas.
	 */
	maxReplicas: number
	/**
	 * What is measured; the metric that asks for the most replicas counts. Without any, 80% of the CPU that pods request.
	 */
	metrics?: MetricSpec[]
	/**
	 * How fast it goes, up and down.
	 */
	behavior?: HorizontalPodAutoscalerBehavior
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
	 * What was measured, in the order of the metrics.
	 */
	currentMetrics?: MetricStatus[] | null
	/**
	 * What can be said of it by now.
	 */
	conditions?: HorizontalPodAutoscalerCondition[] | null
}

/**
 * Names a measure.
 */
export interface MetricIdentifier {
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Labels that narrow it, for whoever measures.
	 */
	selector?: metaV1.LabelSelector
}

/**
 * One thing that is measured, and what it should be. What type names is there, and nothing else.
 */
export interface MetricSpec {
	/**
	 * Where it comes from: ContainerResource, External, Object, Pods or Resource.
	 */
	type: string
	/**
	 * A measure of one object of the cluster.
	 */
	object?: ObjectMetricSource
	/**
	 * A measure of each pod, averaged.
	 */
	pods?: PodsMetricSource
	/**
	 * What all containers of each pod use of a resource that they request.
	 */
	resource?: ResourceMetricSource
	/**
	 * What one container of each pod uses of a resource that it requests.
	 */
	containerResource?: ContainerResourceMetricSource
	/**
	 * A measure from outside the cluster.
	 */
	external?: ExternalMetricSource
}

/**
 * What one metric came to.
 */
export interface MetricStatus {
	/**
	 * Where it comes from.
	 */
	type: string
	/**
	 * Of one object of the cluster.
	 */
	object?: ObjectMetricStatus
	/**
	 * Of each pod, averaged.
	 */
	pods?: PodsMetricStatus
	/**
	 * Of a resource that pods use.
	 */
	resource?: ResourceMetricStatus
	/**
	 * Of a resource that one container of each pod uses.
	 */
	containerResource?: ContainerResourceMetricStatus
	/**
	 * Of what is outside the cluster.
	 */
	external?: ExternalMetricStatus
}

/**
 * What a measure should be.
 */
export interface MetricTarget {
	/**
	 * What is compared: Utilization, Value or AverageValue.
	 */
	type: string
	/**
	 * The measure as a whole.
	 */
	value?: string
	/**
	 * The measure divided by the number of pods.
	 */
	averageValue?: string
	/**
	 * The share of what pods request that they use on average, in percent. Of resources alone.
	 */
	averageUtilization?: number
}

/**
 * What a measure was.
 */
export interface MetricValueStatus {
	/**
	 * As a whole.
	 */
	value?: string
	/**
	 * Divided by the number of pods.
	 */
	averageValue?: string
	/**
	 * As a share of what pods request, in percent.
	 */
	averageUtilization?: number
}

/**
 * A measure of one object of the cluster.
 */
export interface ObjectMetricSource {
	/**
	 * The object.
	 */
	describedObject: CrossVersionObjectReference
	/**
	 * What it should be.
	 */
	target: MetricTarget
	/**
	 * Which measure.
	 */
	metric: MetricIdentifier
}

/**
 * What a measure of an object came to.
 */
export interface ObjectMetricStatus {
	/**
	 * Which measure.
	 */
	metric: MetricIdentifier
	/**
	 * What it was.
	 */
	current: MetricValueStatus
	/**
	 * The object.
	 */
	describedObject: CrossVersionObjectReference
}

/**
 * A measure of each pod, averaged.
 */
export interface PodsMetricSource {
	/**
	 * Which measure.
	 */
	metric: MetricIdentifier
	/**
	 * What it should be.
	 */
	target: MetricTarget
}

/**
 * What a measure of pods came to.
 */
export interface PodsMetricStatus {
	/**
	 * Which measure.
	 */
	metric: MetricIdentifier
	/**
	 * What it was.
	 */
	current: MetricValueStatus
}

/**
 * What all containers of each pod use of a resource that they request.
 */
export interface ResourceMetricSource {
	/**
	 * The resource, such as cpu.
	 */
	name: string
	/**
	 * How much should be used.
	 */
	target: MetricTarget
}

/**
 * How much of a resource pods used.
 */
export interface ResourceMetricStatus {
	/**
	 * The resource.
	 */
	name: string
	/**
	 * How much it was.
	 */
	current: MetricValueStatus
}
