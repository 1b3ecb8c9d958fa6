// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Priority of pods. Pods with a higher priority are scheduled first and may preempt pods with a lower one.
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
	 * Priority of the pods. Higher numbers are more important.
	 */
	value: number
	/**
	 * True if pods without a class get this class. At most one class should have it.
	 */
	globalDefault?: boolean
	/**
	 * Human-readable purpose of the class.
	 */
	description?: string
	/**
	 * PreemptLowerPriority if the scheduler may evict less important pods for pods of the class, otherwise Never.
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
	 * Objects.
	 */
	items: PriorityClass[]
}
