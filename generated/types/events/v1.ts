// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Event of an object, reported by a component. Events expire after a while.
 */
export interface Event {
	/**
	 * Kind of the object.
	 */
	kind?: "Event"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Time of the first occurrence.
	 */
	eventTime: string
	/**
	 * Series of occurrences. Absent if there was only one.
	 */
	series?: EventSeries
	/**
	 * Controller that reported the event, for example `orch.io/node-agent`.
	 */
	reportingController?: string
	/**
	 * Instance of the controller.
	 */
	reportingInstance?: string
	/**
	 * Action that was done or failed.
	 */
	action?: string
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Object concerned.
	 */
	regarding?: coreV1.ObjectReference
	/**
	 * Second object concerned.
	 */
	related?: coreV1.ObjectReference
	/**
	 * Human-readable description.
	 */
	note?: string
	/**
	 * Type of the event: Normal or Warning. Other types may be added.
	 */
	type?: string
	/**
	 * Component that reported the event, in the older format.
	 */
	deprecatedSource?: coreV1.EventSource
	/**
	 * Time of the first occurrence, in the older format.
	 */
	deprecatedFirstTimestamp?: string | null
	/**
	 * Time of the last occurrence, in the older format.
	 */
	deprecatedLastTimestamp?: string | null
	/**
	 * Number of occurrences, in the older format.
	 */
	deprecatedCount?: number
}

/**
 * A list of Event objects.
 */
export interface EventList {
	kind?: "EventList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Event[]
}

/**
 * Number and time of repeated occurrences.
 */
export interface EventSeries {
	/**
	 * Number of occurrences so far.
	 */
	count: number
	/**
	 * Time of the last occurrence.
	 */
	lastObservedTime: string
}
