// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Field selector, serialised or parsed.
 */
export interface FieldSelectorAttributes {
	/**
	 * Serialised selector, as in a URL.
	 */
	rawSelector?: string
	/**
	 * Requirements that must all be met.
	 */
	requirements?: metaV1.FieldSelectorRequirement[]
}

/**
 * Label selector, serialised or parsed.
 */
export interface LabelSelectorAttributes {
	/**
	 * Serialised selector, as in a URL.
	 */
	rawSelector?: string
	/**
	 * Requirements that must all be met.
	 */
	requirements?: metaV1.LabelSelectorRequirement[]
}

/**
 * Question whether a user may do something in a namespace. Callers need no right to ask about other namespaces.
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
	status?: SubjectAccessReviewStatus
}

/**
 * Request for a path that is not a resource.
 */
export interface NonResourceAttributes {
	/**
	 * Path of the URL.
	 */
	path?: string
	/**
	 * HTTP method in lower case.
	 */
	verb?: string
}

/**
 * Permission on paths that are not resources. `*` means all.
 */
export interface NonResourceRule {
	/**
	 * Allowed verbs.
	 */
	verbs: string[]
	/**
	 * Paths of the permission.
	 */
	nonResourceURLs?: string[]
}

/**
 * Request for a resource. `*` means all. An empty string means none, and in the name field all.
 */
export interface ResourceAttributes {
	/**
	 * Namespace. Empty for cluster-scoped resources and for all namespaces.
	 */
	namespace?: string
	/**
	 * Verb: get, list, watch, create, update, patch, delete, deletecollection or another.
	 */
	verb?: string
	/**
	 * Group of the API.
	 */
	group?: string
	/**
	 * Version of the API.
	 */
	version?: string
	/**
	 * Plural name.
	 */
	resource?: string
	/**
	 * Name of the subresource.
	 */
	subresource?: string
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Field selector of a list, a watch or the deletion of a collection.
	 */
	fieldSelector?: FieldSelectorAttributes
	/**
	 * Label selector of a list, a watch or the deletion of a collection.
	 */
	labelSelector?: LabelSelectorAttributes
}

/**
 * Permission on resources. `*` means all.
 */
export interface ResourceRule {
	/**
	 * Allowed verbs.
	 */
	verbs: string[]
	/**
	 * API groups of the permission.
	 */
	apiGroups?: string[]
	/**
	 * Resources of the permission. A subresource follows after a slash.
	 */
	resources?: string[]
	/**
	 * Names of the objects. All objects if empty.
	 */
	resourceNames?: string[]
}

/**
 * Question whether the caller may do something.
 */
export interface SelfSubjectAccessReview {
	/**
	 * Kind of the object.
	 */
	kind?: "SelfSubjectAccessReview"
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
	spec: SelfSubjectAccessReviewSpec
	/**
	 * Result, set by the server.
	 */
	status?: SubjectAccessReviewStatus
}

/**
 * Action of the caller. Exactly one kind of attributes must be present.
 */
export interface SelfSubjectAccessReviewSpec {
	/**
	 * Action on a resource.
	 */
	resourceAttributes?: ResourceAttributes
	/**
	 * Action on a path that is not a resource.
	 */
	nonResourceAttributes?: NonResourceAttributes
}

/**
 * Question for all that the caller may do in a namespace.
 */
export interface SelfSubjectRulesReview {
	/**
	 * Kind of the object.
	 */
	kind?: "SelfSubjectRulesReview"
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
	spec: SelfSubjectRulesReviewSpec
	/**
	 * Result, set by the server.
	 */
	status?: SubjectRulesReviewStatus
}

/**
 * Namespace of the question.
 */
export interface SelfSubjectRulesReviewSpec {
	/**
	 * Namespace of the question.
	 */
	namespace?: string
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
	status?: SubjectAccessReviewStatus
}

/**
 * User and action. Exactly one kind of attributes, and a user or a group, must be present.
 */
export interface SubjectAccessReviewSpec {
	/**
	 * Action on a resource.
	 */
	resourceAttributes?: ResourceAttributes
	/**
	 * Action on a path that is not a resource.
	 */
	nonResourceAttributes?: NonResourceAttributes
	/**
	 * Name of the user. If empty, the answer covers only the groups.
	 */
	user?: string
	/**
	 * Groups of the user.
	 */
	groups?: string[]
	/**
	 * Additional attributes from the authenticator.
	 */
	extra?: { [key: string]: string[] }
	/**
	 * Uid of the user.
	 */
	uid?: string
}

/**
 * Decision and its reason.
 */
export interface SubjectAccessReviewStatus {
	/**
	 * True if the action is allowed.
	 */
	allowed: boolean
	/**
	 * True if an authorizer denies the action. If allowed and denied are both false, no authorizer decided and the action is refused.
	 */
	denied?: boolean
	/**
	 * Reason of the decision.
	 */
	reason?: string
	/**
	 * Error during the evaluation. The decision may be valid nevertheless.
	 */
	evaluationError?: string
}

/**
 * All known permissions of the caller.
 */
export interface SubjectRulesReviewStatus {
	/**
	 * Permissions on resources.
	 */
	resourceRules: ResourceRule[]
	/**
	 * Permissions on paths that are not resources.
	 */
	nonResourceRules: NonResourceRule[]
	/**
	 * True if the list may be incomplete, because an authorizer cannot list its permissions.
	 */
	incomplete: boolean
	/**
	 * Error while the rules were collected.
	 */
	evaluationError?: string
}
