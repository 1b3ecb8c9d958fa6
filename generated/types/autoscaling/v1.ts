// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * How many replicas something has and should have.
 */
export interface Scale {
	/**
	 * What kind of object this is.
	 */
	kind?: string
	/**
	 * Group and version in which it is written.
	 */
	apiVersion?: string
	/**
	 * Metadata of the object that is scaled.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What is wanted.
	 */
	spec?: ScaleSpec
	/**
	 * What there is.
	 */
	status?: ScaleStatus
}

/**
 * How many replicas are wanted.
 */
export interface ScaleSpec {
	/**
	 * The number wanted.
	 */
	replicas?: number
}

/**
 * How many replicas there are.
 */
export interface ScaleStatus {
	/**
	 * The number that there is.
	 */
	replicas: number
	/**
	 * Labels of the replicas, as text.
	 */
	selector?: string
}
