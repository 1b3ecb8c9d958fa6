// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as authorizationV1 from './v1.ts';

/**
 * Question whether a user may do something in a namespace.
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
	 * Question.
	 */
	spec: SubjectAccessReviewSpec
	/**
	 * Result, set by the server.
	 */
	status?: authorizationV1.SubjectAccessReviewStatus
}

/**
 * Question whether a user may do something.
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
	 * Question.
	 */
	spec: SubjectAccessReviewSpec
	/**
	 * Result, set by the server.
	 */
	status?: authorizationV1.SubjectAccessReviewStatus
}

/**
 * User and action. Exactly one kind of attributes, and a user or a group, must be present.
 */
export interface SubjectAccessReviewSpec {
	/**
	 * Action on a resource.
	 */
	resourceAttributes?: authorizationV1.ResourceAttributes
	/**
	 * Action on a path that is not a resource.
	 */
	nonResourceAttributes?: authorizationV1.NonResourceAttributes
	/**
	 * Name of the user. If empty, the answer covers only the groups.
	 */
	user?: string
	/**
	 * Groups of the user.
	 */
	group?: string[]
	/**
	 * Additional attributes from the authenticator.
	 */
	extra?: { [key: string]: string[] }
	/**
	 * Uid of the user.
	 */
	uid?: string
}
