// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * A selector of fields, as a text or in parts.
 */
export interface FieldSelectorAttributes {
	/**
	 * As it stands in a URL.
	 */
	rawSelector?: string
	/**
	 * What must all hold.
	 */
	requirements?: metaV1.FieldSelectorRequirement[]
}

/**
 * A selector of labels, as a text or in parts.
 */
export interface LabelSelectorAttributes {
	/**
	 * As it stands in a URL.
	 */
	rawSelector?: string
	/**
	 * What must all hold.
	 */
	requirements?: metaV1.LabelSelectorRequirement[]
}

/**
 * Asks whether somebody may do something in a namespace. Who may ask so need not be allowed to ask about others.
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
	status?: SubjectAccessReviewStatus
}

/**
 * A request for a path that is no resource.
 */
export interface NonResourceAttributes {
	/**
	 * The path of the URL.
	 */
	path?: string
	/**
	 * What is done: the method in lower case.
	 */
	verb?: string
}

/**
 * Something that may be done with paths that are no resources. `*` stands for all.
 */
export interface NonResourceRule {
	/**
	 * What may be done.
	 */
	verbs: string[]
	/**
	 * With which paths.
	 */
	nonResourceURLs?: string[]
}

/**
 * A request for a resource. `*` stands for all, an empty text for none or, of a name, for all.
 */
export interface ResourceAttributes {
	/**
	 * Namespace; empty for resources of the cluster, and for all namespaces.
	 */
	namespace?: string
	/**
	 * What is done: get, list, watch, create, update, patch, delete, deletecollection, or another.
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
	 * Fields of the objects that a list, a watch or a deletion of many is limited to.
	 */
	fieldSelector?: FieldSelectorAttributes
	/**
	 * Labels of the objects that a list, a watch or a deletion of many is limited to.
	 */
	labelSelector?: LabelSelectorAttributes
}

/**
 * Something that may be done with resources. `*` stands for all.
 */
export interface ResourceRule {
	/**
	 * What may be done.
	 */
	verbs: string[]
	/**
	 * In which groups.
	 */
	apiGroups?: string[]
	/**
	 * With which resources, subresources behind a slash.
	 */
	resources?: string[]
	/**
	 * With which objects; all when there is none.
	 */
	resourceNames?: string[]
}

/**
 * Asks whether whoever asks may do something.
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
	 * What is asked.
	 */
	spec: SelfSubjectAccessReviewSpec
	/**
	 * The answer. Nobody sends it.
	 */
	status?: SubjectAccessReviewStatus
}

/**
 * What whoever asks would do. One of the two.
 */
export interface SelfSubjectAccessReviewSpec {
	/**
	 * Something of a resource.
	 */
	resourceAttributes?: ResourceAttributes
	/**
	 * Something of a path that is no resource.
	 */
	nonResourceAttributes?: NonResourceAttributes
}

/**
 * Asks for all that whoever asks may do in a namespace.
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
	 * What is asked.
	 */
	spec: SelfSubjectRulesReviewSpec
	/**
	 * The answer. Nobody sends it.
	 */
	status?: SubjectRulesReviewStatus
}

/**
 * Where.
 */
export interface SelfSubjectRulesReviewSpec {
	/**
	 * Namespace that is asked about.
	 */
	namespace?: string
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
	status?: SubjectAccessReviewStatus
}

/**
 * Who would do what. One of the two, and at least a user or a group.
 */
export interface SubjectAccessReviewSpec {
	/**
	 * Something of a resource.
	 */
	resourceAttributes?: ResourceAttributes
	/**
	 * Something of a path that is no resource.
	 */
	nonResourceAttributes?: NonResourceAttributes
	/**
	 * Name of the user. Without one, what the groups may do.
	 */
	user?: string
	/**
	 * Groups of the user.
	 */
	groups?: string[]
	/**
	 * What else is known of the user, as its authenticator says it.
	 */
	extra?: { [key: string]: string[] }
	/**
	 * Uid of the user.
	 */
	uid?: string
}

/**
 * Whether it may be done, and why.
 */
export interface SubjectAccessReviewStatus {
	/**
	 * Whether it may be done.
	 */
	allowed: boolean
	/**
	 * Whether somebody forbids it. When it is neither allowed nor denied, nobody has an opinion, and it may not be done either.
	 */
	denied?: boolean
	/**
	 * Why.
	 */
	reason?: string
	/**
	 * What failed while it was worked out. It may be known all the same whether it may be done.
	 */
	evaluationError?: string
}

/**
 * All that may be done, as far as it is known.
 */
export interface SubjectRulesReviewStatus {
	/**
	 * What may be done with resources.
	 */
	resourceRules: ResourceRule[]
	/**
	 * What may be done with paths that are no resources.
	 */
	nonResourceRules: NonResourceRule[]
	/**
	 * Whether there may be more: who decides by something else than rules cannot list what is allowed.
	 */
	incomplete: boolean
	/**
	 * What failed while the rules were collected.
	 */
	evaluationError?: string
}
