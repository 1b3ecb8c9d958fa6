// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as authorizationV1 from './v1.ts';

/**
 * Asks whether somebody may do something in a namespace.
 */
export interface LocalSubjectAccessReview {
	/**
	 * Kind of the object.
	 */
	kind?: "LocalSubjectAccessReview"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What is asked.
	 */
	spec: SubjectAccessReviewSpec
	/**
	 * The answer. Nobody sends it.
	 */
	status?: authorizationV1.SubjectAccessReviewStatus
}

/**
 * Asks whether somebody may do something.
 */
export interface SubjectAccessReview {
	/**
	 * Kind of the object.
	 */
	kind?: "SubjectAccessReview"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What is asked.
	 */
	spec: SubjectAccessReviewSpec
	/**
	 * The answer. Nobody sends it.
	 */
	status?: authorizationV1.SubjectAccessReviewStatus
}

/**
 * Who would do what. One of the two, and at least a user or a group.
 */
export interface SubjectAccessReviewSpec {
	/**
	 * Something of a resource.
	 */
	resourceAttributes?: authorizationV1.ResourceAttributes
	/**
	 * Something of a path that is no resource.
	 */
	nonResourceAttributes?: authorizationV1.NonResourceAttributes
	/**
	 * Name of the user. Without one, what the groups may do.
	 */
	user?: string
	/**
	 * Groups of the user.
	 */
	group?: string[]
	/**
	 * What else is known of the user, as its authenticator says it.
	 */
	extra?: { [key: string]: string[] }
	/**
	 * Uid of the user.
	 */
	uid?: string
}
