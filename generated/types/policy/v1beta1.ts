// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as policyV1 from './v1.ts';

/**
 * How many of a set of pods must stay while some of them are evicted.
 */
export interface PodDisruptionBudget {
	/**
	 * What kind of object this is.
	 */
	kind?: "PodDisruptionBudget"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Which pods, and how many of them must stay.
	 */
	spec?: PodDisruptionBudgetSpec
	/**
	 * How many pods there are.
	 */
	status?: policyV1.PodDisruptionBudgetStatus
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
	 * How many pods must still be available once one is evicted, as a number or a share.
	 */
	minAvailable?: number | string
	/**
	 * Labels of the pods. An empty selector chooses none, as an absent one does.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * How many pods may be missing once one is evicted, as a number or a share. Not together with minAvailable.
	 */
	maxUnavailable?: number | string
	/**
	 * When pods that run and are not ready are evicted.
	 */
	unhealthyPodEvictionPolicy?: string
}
