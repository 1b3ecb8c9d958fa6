// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Asks for a pod to be deleted, if that leaves as many others as the budgets for disruptions want.
 */
export interface Eviction {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * How the pod is deleted.
	 */
	deleteOptions?: metaV1.DeleteOptions
}

/**
 * How many of a set of pods must stay while some of them are evicted.
 */
export interface PodDisruptionBudget {
	/**
	 * Kind of the object.
	 */
	kind?: "PodDisruptionBudget"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Which pods, and how many of them must stay.
	 */
	spec?: PodDisruptionBudgetSpec
	/**
	 * How many pods there are.
	 */
	status?: PodDisruptionBudgetStatus
}

/**
 * A list of PodDisruptionBudget objects.
 */
export interface PodDisruptionBudgetList {
	kind?: "PodDisruptionBudgetList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: PodDisruptionBudget[]
}

/**
 * Which pods a budget is about, and how many of them must stay.
 */
export interface PodDisruptionBudgetSpec {
	/**
	 * How many pods must still be available once one is evicted, as a number or a share. With 100% none is.
	 */
	minAvailable?: number | string
	/**
	 * Labels of the pods. An empty selector chooses all pods of the namespace, an absent one none.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * How many pods may be missing once one is evicted, as a number or a share. With 0 none is. Not together with minAvailable.
	 */
	maxUnavailable?: number | string
	/**
	 * When pods that run and are not ready are evicted: `IfHealthyBudget`, as if nothing is said, only while enough others are healthy; `AlwaysAllow` whatever the others are.
	 */
	unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget"
}

/**
 * How many pods of a budget there are, as its controller sees it.
 */
export interface PodDisruptionBudgetStatus {
	/**
	 * Generation that the controller has seen. The rest counts only when it is that of the object.
	 */
	observedGeneration?: number | bigint
	/**
	 * Pods that the server has evicted and the controller has not yet seen going, by name: when it was.
	 */
	disruptedPods?: { [key: string]: string }
	/**
	 * How many pods may be evicted now.
	 */
	disruptionsAllowed: number
	/**
	 * How many pods are healthy.
	 */
	currentHealthy: number
	/**
	 * How many pods must be healthy.
	 */
	desiredHealthy: number
	/**
	 * How many pods count.
	 */
	expectedPods: number
	/**
	 * What the controller found; DisruptionAllowed says whether a pod may be evicted.
	 */
	conditions?: metaV1.Condition[]
}
