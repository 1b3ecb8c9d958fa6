// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * A name for how important pods are: what has the higher number is placed first, and may take the place of what has a lower one.
 */
export interface PriorityClass {
	/**
	 * Kind of the object.
	 */
	kind?: "PriorityClass"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * The number that pods get: the higher, the more important.
	 */
	value: number
	/**
	 * Whether it is that of pods that name none. One class at most should say so.
	 */
	globalDefault?: boolean
	/**
	 * For whom it is meant, in words for people.
	 */
	description?: string
	/**
	 * Whether its pods take the place of less important ones, or only go before them in the queue.
	 */
	preemptionPolicy?: "Never" | "PreemptLowerPriority"
}

/**
 * A list of PriorityClass objects.
 */
export interface PriorityClassList {
	kind?: "PriorityClassList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: PriorityClass[]
}
