// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * What others get of a priority level that is not limited.
 */
export interface ExemptPriorityLevelConfiguration {
	/**
	 * Its share of what the server does at once, which is set aside.
	 */
	nominalConcurrencyShares?: number
	/**
	 * Which part of that others may use while it does not.
	 */
	lendablePercent?: number
}

/**
 * How requests are told apart.
 */
export interface FlowDistinguisherMethod {
	/**
	 * By who asks (ByUser), or by the namespace (ByNamespace).
	 */
	type: string
}

/**
 * Which requests belong together, and the priority level at which they are served.
 */
export interface FlowSchema {
	/**
	 * Kind of the object.
	 */
	kind?: "FlowSchema"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Which requests, and how they are served.
	 */
	spec?: FlowSchemaSpec
	/**
	 * What has become of it.
	 */
	status?: FlowSchemaStatus
}

/**
 * Something that is so of a schema.
 */
export interface FlowSchemaCondition {
	/**
	 * What: Dangling says that its priority level is missing.
	 */
	type?: string
	/**
	 * True, False or Unknown.
	 */
	status?: string
	/**
	 * When the status changed last.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
	 */
	message?: string
}

/**
 * A list of FlowSchema objects.
 */
export interface FlowSchemaList {
	kind?: "FlowSchemaList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: FlowSchema[]
}

/**
 * Which requests belong together, and how they are served.
 */
export interface FlowSchemaSpec {
	/**
	 * The priority level.
	 */
	priorityLevelConfiguration: PriorityLevelConfigurationReference
	/**
	 * Of several schemas that a request fits, the one with the lowest number counts.
	 */
	matchingPrecedence?: number
	/**
	 * How requests of the schema are told apart, so that none of them crowds the others out.
	 */
	distinguisherMethod?: FlowDistinguisherMethod
	/**
	 * Which requests fit it; those that fit any of these.
	 */
	rules?: PolicyRulesWithSubjects[]
}

/**
 * What has become of a schema.
 */
export interface FlowSchemaStatus {
	/**
	 * What is so of it.
	 */
	conditions?: FlowSchemaCondition[]
}

/**
 * A group of users.
 */
export interface GroupSubject {
	/**
	 * Its name; `*` stands for all groups.
	 */
	name: string
}

/**
 * What happens to requests that cannot be served at once.
 */
export interface LimitResponse {
	/**
	 * They wait (Queue), or are refused (Reject).
	 */
	type: string
	/**
	 * How they wait.
	 */
	queuing?: QueuingConfiguration
}

/**
 * How requests of a priority level are limited.
 */
export interface LimitedPriorityLevelConfiguration {
	/**
	 * Its share of what the server does at once, beside those of the others.
	 */
	assuredConcurrencyShares?: number
	/**
	 * What happens to requests beyond.
	 */
	limitResponse?: LimitResponse
	/**
	 * Which part of its share others may use while it does not.
	 */
	lendablePercent?: number
	/**
	 * How much of others' shares it may use, as a part of its own; as much as there is when absent.
	 */
	borrowingLimitPercent?: number
}

/**
 * Requests of URLs that belong to no resource.
 */
export interface NonResourcePolicyRule {
	/**
	 * What is asked; `*` stands for everything.
	 */
	verbs: string[]
	/**
	 * Paths, which may end with `/*`; `*` stands for all.
	 */
	nonResourceURLs: string[]
}

/**
 * Requests of some: those that fit one of the rules.
 */
export interface PolicyRulesWithSubjects {
	/**
	 * Who asks.
	 */
	subjects: Subject[]
	/**
	 * Requests for resources.
	 */
	resourceRules?: ResourcePolicyRule[]
	/**
	 * Requests of other URLs.
	 */
	nonResourceRules?: NonResourcePolicyRule[]
}

/**
 * How many requests of a priority level are served at once, and what happens to those beyond.
 */
export interface PriorityLevelConfiguration {
	/**
	 * Kind of the object.
	 */
	kind?: "PriorityLevelConfiguration"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * How many requests are served at once, and what happens to those beyond.
	 */
	spec?: PriorityLevelConfigurationSpec
	/**
	 * What has become of it.
	 */
	status?: PriorityLevelConfigurationStatus
}

/**
 * Something that is so of a priority level.
 */
export interface PriorityLevelConfigurationCondition {
	/**
	 * What.
	 */
	type?: string
	/**
	 * True, False or Unknown.
	 */
	status?: string
	/**
	 * When the status changed last.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
	 */
	message?: string
}

/**
 * A list of PriorityLevelConfiguration objects.
 */
export interface PriorityLevelConfigurationList {
	kind?: "PriorityLevelConfigurationList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: PriorityLevelConfiguration[]
}

/**
 * A priority level.
 */
export interface PriorityLevelConfigurationReference {
	/**
	 * Its name.
	 */
	name: string
}

/**
 * How many requests of a priority level are served at once.
 */
export interface PriorityLevelConfigurationSpec {
	/**
	 * Whether they are limited: Limited, or Exempt.
	 */
	type: string
	/**
	 * How they are limited.
	 */
	limited?: LimitedPriorityLevelConfiguration
	/**
	 * What others get of it although it is not limited.
	 */
	exempt?: ExemptPriorityLevelConfiguration
}

/**
 * What has become of a priority level.
 */
export interface PriorityLevelConfigurationStatus {
	/**
	 * What is so of it.
	 */
	conditions?: PriorityLevelConfigurationCondition[]
}

/**
 * How requests wait.
 */
export interface QueuingConfiguration {
	/**
	 * How many queues there are.
	 */
	queues?: number
	/**
	 * From how many of them a flow takes the shortest.
	 */
	handSize?: number
	/**
	 * How many requests may wait in each.
	 */
	queueLengthLimit?: number
}

/**
 * Requests for resources: what fits each of these.
 */
export interface ResourcePolicyRule {
	/**
	 * What is asked; `*` stands for everything.
	 */
	verbs: string[]
	/**
	 * API groups; `*` stands for all.
	 */
	apiGroups: string[]
	/**
	 * Resources and subresources; `*` stands for all.
	 */
	resources: string[]
	/**
	 * Whether requests without a namespace fit.
	 */
	clusterScope?: boolean
	/**
	 * Namespaces of requests that have one; `*` stands for all.
	 */
	namespaces?: string[] | null
}

/**
 * A service account.
 */
export interface ServiceAccountSubject {
	/**
	 * Where it is.
	 */
	namespace: string
	/**
	 * Its name; `*` stands for all of the namespace.
	 */
	name: string
}

/**
 * Who asks: a user, a group, or a service account.
 */
export interface Subject {
	/**
	 * Which of them: User, Group or ServiceAccount.
	 */
	kind: string
	/**
	 * A user.
	 */
	user?: UserSubject
	/**
	 * A group.
	 */
	group?: GroupSubject
	/**
	 * A service account.
	 */
	serviceAccount?: ServiceAccountSubject
}

/**
 * A user.
 */
export interface UserSubject {
	/**
	 * Its name; `*` stands for everybody.
	 */
	name: string
}
