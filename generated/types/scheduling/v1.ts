// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * A name for how important pods are: what has the higher number is placed first, and may take the place of what has a lower one.
 */
export interface PriorityClass {
	/**
	 * What kind of object this is.
	 */
	kind?: "PriorityClass"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
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
