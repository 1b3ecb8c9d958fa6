// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Resource usage of one container of each pod.
 */
export interface ContainerResourceMetricSource {
	/**
	 * Name of the resource, such as cpu.
	 */
	name: string
	/**
	 * Target average utilisation, as a percentage of the container's request.
	 */
	targetAverageUtilization?: number
	/**
	 * Target average usage.
	 */
	targetAverageValue?: string
	/**
	 * Name of the container.
	 */
	container: string
}

/**
 * Observed resource usage of one container of each pod.
 */
export interface ContainerResourceMetricStatus {
	/**
	 * Name of the resource.
	 */
	name: string
	/**
	 * Observed utilisation, as a percentage of the container's request.
	 */
	currentAverageUtilization?: number
	/**
	 * Observed average usage.
	 */
	currentAverageValue: string
	/**
	 * Name of the container.
	 */
	container: string
}

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
 * Metric from outside the cluster.
 */
export interface ExternalMetricSource {
	/**
	 * Name of the metric.
	 */
	metricName: string
	/**
	 * Selector that the metrics API uses to narrow the metric.
	 */
	metricSelector?: metaV1.LabelSelector
	/**
	 * Target total.
	 */
	targetValue?: string
	/**
	 * Target value, divided by the number of pods.
	 */
	targetAverageValue?: string
}

/**
 * Observed metric from outside the cluster.
 */
export interface ExternalMetricStatus {
	/**
	 * Name of the metric.
	 */
	metricName: string
	/**
	 * Selector that the metrics API uses to narrow the metric.
	 */
	metricSelector?: metaV1.LabelSelector
	/**
	 * Observed total.
	 */
	currentValue: string
	/**
	 * Observed value, divided by the number of pods.
	 */
	currentAverageValue?: string
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
	spec?: HorizontalPodAutoscalerSpec
	/**
	 * Observed metrics and replicas.
	 */
	status?: HorizontalPodAutoscalerStatus
}

/**
 * Condition of an autoscaler.
 */
export interface HorizontalPodAutoscalerCondition {
	/**
	 * Type of the condition, such as AbleToScale, ScalingActive or ScalingLimited.
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
 * Target, bounds and metrics.
 */
export interface HorizontalPodAutoscalerSpec {
	/**
	 * Target of the scaling: an object with a scale subresource.
	 */
	scaleTargetRef: CrossVersionObjectReference
	/**
	 * Minimum number of replicas. Zero requires the feature for scaling to zero and a metric that exists without pods.
	 */
	minReplicas?: number
	/**
	 * Maximum number of replicas.
	 */
	maxReplicas: number
	/**
	 * Metrics. The one that demands the most replicas decides. 80% of the requested CPU if absent.
	 */
	metrics?: MetricSpec[]
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
	 * Observed metrics, in the order of the spec.
	 */
	currentMetrics?: MetricStatus[] | null
	/**
	 * Conditions of the autoscaler.
	 */
	conditions?: HorizontalPodAutoscalerCondition[] | null
}

/**
 * Metric and its target. Only the field that type names may be set.
 */
export interface MetricSpec {
	/**
	 * Type of the metric: ContainerResource, External, Object, Pods or Resource.
	 */
	type: string
	/**
	 * Metric of one object of the cluster.
	 */
	object?: ObjectMetricSource
	/**
	 * Metric of each pod, averaged.
	 */
	pods?: PodsMetricSource
	/**
	 * Resource usage of each pod, over all containers that request the resource.
	 */
	resource?: ResourceMetricSource
	/**
	 * Resource usage of one container of each pod.
	 */
	containerResource?: ContainerResourceMetricSource
	/**
	 * Metric from outside the cluster.
	 */
	external?: ExternalMetricSource
}

/**
 * Observed value of one metric.
 */
export interface MetricStatus {
	/**
	 * Type of the metric source.
	 */
	type: string
	/**
	 * Metric of one object of the cluster.
	 */
	object?: ObjectMetricStatus
	/**
	 * Average over the pods.
	 */
	pods?: PodsMetricStatus
	/**
	 * Resource usage of the pods.
	 */
	resource?: ResourceMetricStatus
	/**
	 * Resource usage of one container of each pod.
	 */
	containerResource?: ContainerResourceMetricStatus
	/**
	 * Metric from outside the cluster.
	 */
	external?: ExternalMetricStatus
}

/**
 * Metric of one object of the cluster.
 */
export interface ObjectMetricSource {
	/**
	 * Object that the metric describes.
	 */
	target: CrossVersionObjectReference
	/**
	 * Name of the metric.
	 */
	metricName: string
	/**
	 * Target value.
	 */
	targetValue: string
	/**
	 * Selector that the metrics API uses to narrow the metric.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Target value, divided by the number of pods.
	 */
	averageValue?: string
}

/**
 * Observed metric of an object.
 */
export interface ObjectMetricStatus {
	/**
	 * Object that the metric describes.
	 */
	target: CrossVersionObjectReference
	/**
	 * Name of the metric.
	 */
	metricName: string
	/**
	 * Observed value.
	 */
	currentValue: string
	/**
	 * Selector that the metrics API uses to narrow the metric.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Observed value, divided by the number of pods.
	 */
	averageValue?: string
}

/**
 * Metric of each pod, averaged.
 */
export interface PodsMetricSource {
	/**
	 * Name of the metric.
	 */
	metricName: string
	/**
	 * Target average.
	 */
	targetAverageValue: string
	/**
	 * Selector that the metrics API uses to narrow the metric.
	 */
	selector?: metaV1.LabelSelector
}

/**
 * Observed metric of pods.
 */
export interface PodsMetricStatus {
	/**
	 * Name of the metric.
	 */
	metricName: string
	/**
	 * Observed average.
	 */
	currentAverageValue: string
	/**
	 * Selector that the metrics API uses to narrow the metric.
	 */
	selector?: metaV1.LabelSelector
}

/**
 * Resource usage of each pod, over all containers that request the resource.
 */
export interface ResourceMetricSource {
	/**
	 * Name of the resource, such as cpu.
	 */
	name: string
	/**
	 * Target average utilisation, as a percentage of the pods' requests.
	 */
	targetAverageUtilization?: number
	/**
	 * Target average usage.
	 */
	targetAverageValue?: string
}

/**
 * Observed resource usage of pods.
 */
export interface ResourceMetricStatus {
	/**
	 * Name of the resource.
	 */
	name: string
	/**
	 * Observed utilisation, as a percentage of the pods' requests.
	 */
	currentAverageUtilization?: number
	/**
	 * Observed average usage.
	 */
	currentAverageValue: string
}
