// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Concurrency that an exempt priority level reserves and lends.
 */
export interface ExemptPriorityLevelConfiguration {
	/**
	 * Reserved share of the server's concurrency.
	 */
	nominalConcurrencyShares?: number
	/**
	 * Percentage of the reserved share that other levels may borrow while it is unused.
	 */
	lendablePercent?: number
}

/**
 * Method that separates flows.
 */
export interface FlowDistinguisherMethod {
	/**
	 * Key of a flow: the user (ByUser) or the namespace (ByNamespace).
	 */
	type: string
}

/**
 * Classification of requests and assignment to a priority level.
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
	 * Classification and priority level.
	 */
	spec?: FlowSchemaSpec
	/**
	 * Observed state.
	 */
	status?: FlowSchemaStatus
}

/**
 * Condition of a schema.
 */
export interface FlowSchemaCondition {
	/**
	 * Type of the condition. Dangling is True if the priority level is missing.
	 */
	type?: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status?: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
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
	 * Objects.
	 */
	items: FlowSchema[]
}

/**
 * Classification of requests and their priority level.
 */
export interface FlowSchemaSpec {
	/**
	 * Priority level.
	 */
	priorityLevelConfiguration: PriorityLevelConfigurationReference
	/**
	 * Precedence. Of several matching schemas, the one with the lowest number applies.
	 */
	matchingPrecedence?: number
	/**
	 * Method that separates flows, so that one flow does not crowd out the others.
	 */
	distinguisherMethod?: FlowDistinguisherMethod
	/**
	 * Rules that select requests. One matching rule is enough.
	 */
	rules?: PolicyRulesWithSubjects[]
}

/**
 * Observed state of a schema.
 */
export interface FlowSchemaStatus {
	/**
	 * Conditions of the object.
	 */
	conditions?: FlowSchemaCondition[]
}

/**
 * Group of users.
 */
export interface GroupSubject {
	/**
	 * Name of the group. `*` matches all groups.
	 */
	name: string
}

/**
 * Treatment of excess requests.
 */
export interface LimitResponse {
	/**
	 * Queue if excess requests wait, Reject if they are refused.
	 */
	type: string
	/**
	 * Settings of the queues.
	 */
	queuing?: QueuingConfiguration
}

/**
 * Concurrency limit of a priority level.
 */
export interface LimitedPriorityLevelConfiguration {
	/**
	 * Share of the server's concurrency, relative to the shares of all levels.
	 */
	assuredConcurrencyShares?: number
	/**
	 * Treatment of excess requests.
	 */
	limitResponse?: LimitResponse
	/**
	 * Percentage of the share that other levels may borrow while it is unused.
	 */
	lendablePercent?: number
	/**
	 * Maximum concurrency borrowed from other levels, as a percentage of the own share. Unlimited if absent.
	 */
	borrowingLimitPercent?: number
}

/**
 * Rule for requests of URLs that belong to no resource.
 */
export interface NonResourcePolicyRule {
	/**
	 * Verbs. `*` matches all verbs.
	 */
	verbs: string[]
	/**
	 * Paths, which may end with `/*`. `*` matches all paths.
	 */
	nonResourceURLs: string[]
}

/**
 * Requests of certain subjects. One matching rule is enough.
 */
export interface PolicyRulesWithSubjects {
	/**
	 * Users, groups and service accounts.
	 */
	subjects: Subject[]
	/**
	 * Requests for resources.
	 */
	resourceRules?: ResourcePolicyRule[]
	/**
	 * Requests for other URLs.
	 */
	nonResourceRules?: NonResourcePolicyRule[]
}

/**
 * Concurrency limit of a priority level, and treatment of excess requests.
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
	 * Concurrency limit and treatment of excess requests.
	 */
	spec?: PriorityLevelConfigurationSpec
	/**
	 * Observed state.
	 */
	status?: PriorityLevelConfigurationStatus
}

/**
 * Condition of a priority level.
 */
export interface PriorityLevelConfigurationCondition {
	/**
	 * Type of the condition.
	 */
	type?: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status?: string
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
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
	 * Objects.
	 */
	items: PriorityLevelConfiguration[]
}

/**
 * Reference to a priority level.
 */
export interface PriorityLevelConfigurationReference {
	/**
	 * Name.
	 */
	name: string
}

/**
 * Concurrency limit of a priority level.
 */
export interface PriorityLevelConfigurationSpec {
	/**
	 * Limited if requests are limited, otherwise Exempt.
	 */
	type: string
	/**
	 * Concurrency limit.
	 */
	limited?: LimitedPriorityLevelConfiguration
	/**
	 * Concurrency that an exempt level reserves and lends.
	 */
	exempt?: ExemptPriorityLevelConfiguration
}

/**
 * Observed state of a priority level.
 */
export interface PriorityLevelConfigurationStatus {
	/**
	 * Conditions of the object.
	 */
	conditions?: PriorityLevelConfigurationCondition[]
}

/**
 * Settings of the queues.
 */
export interface QueuingConfiguration {
	/**
	 * Number of queues.
	 */
	queues?: number
	/**
	 * Number of queues from which a flow chooses the shortest.
	 */
	handSize?: number
	/**
	 * Maximum length of each queue.
	 */
	queueLengthLimit?: number
}

/**
 * Rule for resource requests. All fields must match.
 */
export interface ResourcePolicyRule {
	/**
	 * Verbs. `*` matches all verbs.
	 */
	verbs: string[]
	/**
	 * API groups. `*` matches all groups.
	 */
	apiGroups: string[]
	/**
	 * Resources and subresources. `*` matches all resources.
	 */
	resources: string[]
	/**
	 * True if requests without a namespace match.
	 */
	clusterScope?: boolean
	/**
	 * Namespaces of namespaced requests. `*` matches all namespaces.
	 */
	namespaces?: string[] | null
}

/**
 * Service account.
 */
export interface ServiceAccountSubject {
	/**
	 * Namespace of the account.
	 */
	namespace: string
	/**
	 * Name of the service account. `*` matches all accounts of the namespace.
	 */
	name: string
}

/**
 * User, group or service account.
 */
export interface Subject {
	/**
	 * Kind of the subject: User, Group or ServiceAccount.
	 */
	kind: string
	/**
	 * User.
	 */
	user?: UserSubject
	/**
	 * Group.
	 */
	group?: GroupSubject
	/**
	 * Service account.
	 */
	serviceAccount?: ServiceAccountSubject
}

/**
 * User.
 */
export interface UserSubject {
	/**
	 * Name of the user. `*` matches all users.
	 */
	name: string
}
