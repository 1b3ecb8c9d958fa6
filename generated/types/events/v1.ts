// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Something that happened to an object, told to whoever looks. Events go away by themselves after a while.
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
	 * When it was first seen.
	 */
	eventTime: string
	/**
	 * Set when it happened several times.
	 */
	series?: EventSeries
	/**
	 * Who saw it, for example `orch.io/node-agent`.
	 */
	reportingController?: string
	/**
	 * Which instance of it.
	 */
	reportingInstance?: string
	/**
	 * What was done or failed.
	 */
	action?: string
	/**
	 * Why it happened, in one word for programs.
	 */
	reason?: string
	/**
	 * What it happened to.
	 */
	regarding?: coreV1.ObjectReference
	/**
	 * A second object that took part.
	 */
	related?: coreV1.ObjectReference
	/**
	 * What happened, in words for people.
	 */
	note?: string
	/**
	 * Normal or Warning; others may come.
	 */
	type?: string
	/**
	 * Who saw it, in the older form.
	 */
	deprecatedSource?: coreV1.EventSource
	/**
	 * When it was first seen, in the older form.
	 */
	deprecatedFirstTimestamp?: string | null
	/**
	 * When it was last seen, in the older form.
	 */
	deprecatedLastTimestamp?: string | null
	/**
	 * How often it was seen, in the older form.
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
	 * The objects.
	 */
	items: Event[]
}

/**
 * How often something happened, and when it last did.
 */
export interface EventSeries {
	/**
	 * How often so far.
	 */
	count: number
	/**
	 * When it last happened.
	 */
	lastObservedTime: string
}
