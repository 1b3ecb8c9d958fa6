// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Request to delete a pod if its disruption budgets allow it.
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
	 * Options of the deletion.
	 */
	deleteOptions?: metaV1.DeleteOptions
}

/**
 * Limit on simultaneous evictions from a set of pods.
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
	 * Selected pods and the limit.
	 */
	spec?: PodDisruptionBudgetSpec
	/**
	 * Observed pods of the budget.
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
	 * Objects.
	 */
	items: PodDisruptionBudget[]
}

/**
 * Selected pods and the limit of a budget.
 */
export interface PodDisruptionBudgetSpec {
	/**
	 * Minimum number or percentage of pods that remain available after an eviction. 100% forbids evictions.
	 */
	minAvailable?: number | string
	/**
	 * Selector of the pods, by labels. An empty selector matches all pods of the namespace, an absent one none.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Maximum number or percentage of unavailable pods after an eviction. 0 forbids evictions. Mutually exclusive with minAvailable.
	 */
	maxUnavailable?: number | string
	/**
	 * Policy for the eviction of running pods that are not ready: only while enough other pods are healthy (`IfHealthyBudget`, the default), or always (`AlwaysAllow`).
	 */
	unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget"
}

/**
 * Observed pods of a budget.
 */
export interface PodDisruptionBudgetStatus {
	/**
	 * Generation that the controller observed. The other fields are valid only if it equals that of the object.
	 */
	observedGeneration?: number | bigint
	/**
	 * Evicted pods whose deletion the controller has not yet observed, by name, with the time of the eviction.
	 */
	disruptedPods?: { [key: string]: string }
	/**
	 * Number of pods that may be evicted now.
	 */
	disruptionsAllowed: number
	/**
	 * Number of healthy pods.
	 */
	currentHealthy: number
	/**
	 * Minimum number of healthy pods.
	 */
	desiredHealthy: number
	/**
	 * Number of pods that the budget covers.
	 */
	expectedPods: number
	/**
	 * Conditions of the budget. DisruptionAllowed tells whether a pod may be evicted.
	 */
	conditions?: metaV1.Condition[]
}
