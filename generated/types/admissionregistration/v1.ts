// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * What is applied.
 */
export interface ApplyConfiguration {
	/**
	 * The fields that it sets, in CEL: `Object{spec: Object.spec{replicas: 1}}`.
	 */
	expression?: string
}

/**
 * Something that the audit log gets to know of a request.
 */
export interface AuditAnnotation {
	/**
	 * Its key, behind the name of the policy.
	 */
	key: string
	/**
	 * Its value, in CEL.
	 */
	valueExpression: string
}

/**
 * An expression that may fail.
 */
export interface ExpressionWarning {
	/**
	 * Where it is: `spec.validations[0].expression`.
	 */
	fieldRef: string
	/**
	 * Why, for each kind that it is about.
	 */
	warning: string
}

/**
 * A JSON patch.
 */
export interface JSONPatch {
	/**
	 * A list of its operations, in CEL: `[JSONPatch{op: "remove", path: "/spec/a"}]`.
	 */
	expression?: string
}

/**
 * A condition on a request.
 */
export interface MatchCondition {
	/**
	 * Its name, by which messages call it.
	 */
	name: string
	/**
	 * What must hold, in CEL.
	 */
	expression: string
}

/**
 * Which requests are meant.
 */
export interface MatchResources {
	/**
	 * Labels of the namespaces.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Labels of the object, as it is or as it was.
	 */
	objectSelector?: metaV1.LabelSelector
	/**
	 * What is meant; what fits any of these.
	 */
	resourceRules?: NamedRuleWithOperations[]
	/**
	 * What is not meant, of that.
	 */
	excludeResourceRules?: NamedRuleWithOperations[]
	/**
	 * Whether rules mean the group and version that they name (Exact), or also others of the same objects (Equivalent).
	 */
	matchPolicy?: "Equivalent" | "Exact"
}

/**
 * What is changed in requests, in CEL.
 */
export interface MutatingAdmissionPolicy {
	/**
	 * Kind of the object.
	 */
	kind?: "MutatingAdmissionPolicy"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What is changed, in which requests.
	 */
	spec?: MutatingAdmissionPolicySpec
}

/**
 * Where a policy that changes requests is in force, and with which parameters.
 */
export interface MutatingAdmissionPolicyBinding {
	/**
	 * Kind of the object.
	 */
	kind?: "MutatingAdmissionPolicyBinding"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Which policy, and where.
	 */
	spec?: MutatingAdmissionPolicyBindingSpec
}

/**
 * A list of MutatingAdmissionPolicyBinding objects.
 */
export interface MutatingAdmissionPolicyBindingList {
	kind?: "MutatingAdmissionPolicyBindingList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: MutatingAdmissionPolicyBinding[]
}

/**
 * Where a policy that changes requests is in force.
 */
export interface MutatingAdmissionPolicyBindingSpec {
	/**
	 * The policy, by its name.
	 */
	policyName?: string
	/**
	 * The objects that hold its parameters here.
	 */
	paramRef?: ParamRef
	/**
	 * The requests for which it is in force, of those that it is about; all when absent.
	 */
	matchResources?: MatchResources
}

/**
 * A list of MutatingAdmissionPolicy objects.
 */
export interface MutatingAdmissionPolicyList {
	kind?: "MutatingAdmissionPolicyList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: MutatingAdmissionPolicy[]
}

/**
 * What is changed, in which requests.
 */
export interface MutatingAdmissionPolicySpec {
	/**
	 * The kind of objects that hold its parameters, if it has some.
	 */
	paramKind?: ParamKind
	/**
	 * Which requests it is about.
	 */
	matchConstraints?: MatchResources
	/**
	 * Values that its expressions use.
	 */
	variables?: Variable[]
	/**
	 * What is changed, one after the other.
	 */
	mutations?: Mutation[]
	/**
	 * What happens where it cannot be asked or fails: the request is refused (Fail), or goes on (Ignore).
	 */
	failurePolicy?: "Fail" | "Ignore"
	/**
	 * Further conditions, in CEL: it is about requests for which all of them hold.
	 */
	matchConditions?: MatchCondition[]
	/**
	 * Whether it is asked again when others have changed something after it (IfNeeded), or not (Never).
	 */
	reinvocationPolicy?: "IfNeeded" | "Never"
}

/**
 * A webhook that is asked about requests, and may change what they carry.
 */
export interface MutatingWebhook {
	/**
	 * Its name, with a domain: `images.example.com`.
	 */
	name: string
	/**
	 * How it is reached.
	 */
	clientConfig: WebhookClientConfig
	/**
	 * Requests that it is asked about; those that fit any of these.
	 */
	rules?: RuleWithOperations[]
	/**
	 * What happens where it does not answer: the request is refused (Fail), or goes on (Ignore).
	 */
	failurePolicy?: "Fail" | "Ignore"
	/**
	 * Whether rules mean the group and version that they name (Exact), or also others of the same objects (Equivalent).
	 */
	matchPolicy?: "Equivalent" | "Exact"
	/**
	 * Labels of the namespaces.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Labels of the object, as it is or as it was.
	 */
	objectSelector?: metaV1.LabelSelector
	/**
	 * Whether asking it changes something elsewhere; nobody knows with Unknown.
	 */
	sideEffects: string | null
	/**
	 * How long it may take.
	 */
	timeoutSeconds?: number
	/**
	 * Versions of AdmissionReview that it understands, the preferred ones first.
	 */
	admissionReviewVersions: string[]
	/**
	 * Whether it is asked again when others have changed something after it.
	 */
	reinvocationPolicy?: "IfNeeded" | "Never"
	/**
	 * Further conditions, in CEL: it is asked where all of them hold.
	 */
	matchConditions?: MatchCondition[]
}

/**
 * Webhooks that are asked about requests, and may change what they carry.
 */
export interface MutatingWebhookConfiguration {
	/**
	 * Kind of the object.
	 */
	kind?: "MutatingWebhookConfiguration"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * The webhooks.
	 */
	webhooks?: MutatingWebhook[]
}

/**
 * A list of MutatingWebhookConfiguration objects.
 */
export interface MutatingWebhookConfigurationList {
	kind?: "MutatingWebhookConfigurationList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: MutatingWebhookConfiguration[]
}

/**
 * Something that is changed.
 */
export interface Mutation {
	/**
	 * What its expression makes: something to apply, or a JSON patch.
	 */
	patchType: "ApplyConfiguration" | "JSONPatch"
	/**
	 * What is applied, as server-side apply would.
	 */
	applyConfiguration?: ApplyConfiguration
	/**
	 * The patch.
	 */
	jsonPatch?: JSONPatch
}

/**
 * Requests: what is done, to what, and to which objects.
 */
export interface NamedRuleWithOperations {
	/**
	 * Names of the objects; any when empty.
	 */
	resourceNames?: string[]
	/**
	 * What is done; `*` stands for everything.
	 */
	operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[]
	/**
	 * API groups; `*` stands for all.
	 */
	apiGroups?: string[]
	/**
	 * API versions; `*` stands for all.
	 */
	apiVersions?: string[]
	/**
	 * Resources, such as `pods`, `pods/log`, `pods/*`; `*` stands for all without their subresources, `* /*` for all.
	 */
	resources?: string[]
	/**
	 * Whether it is in a namespace, or not; `*` stands for both.
	 */
	scope?: "*" | "Cluster" | "Namespaced"
}

/**
 * A kind of objects that hold parameters.
 */
export interface ParamKind {
	/**
	 * Its API group and version.
	 */
	apiVersion?: string
	/**
	 * Its name.
	 */
	kind?: string
}

/**
 * Objects that hold the parameters of a policy: one by its name, or those that a selector chooses.
 */
export interface ParamRef {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Where it is, if its kind has namespaces; in that of what is asked for when empty.
	 */
	namespace?: string
	/**
	 * Labels of the objects.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * What happens where there is none: requests are allowed (Allow), or refused as the policy fails (Deny).
	 */
	parameterNotFoundAction?: string
}

/**
 * What a request is about; it fits when all of these do.
 */
export interface Rule {
	/**
	 * API groups; `*` stands for all.
	 */
	apiGroups?: string[]
	/**
	 * API versions; `*` stands for all.
	 */
	apiVersions?: string[]
	/**
	 * Resources, such as `pods`, `pods/log`, `pods/*`; `*` stands for all without their subresources, `* /*` for all.
	 */
	resources?: string[]
	/**
	 * Whether it is in a namespace, or not; `*` stands for both.
	 */
	scope?: "*" | "Cluster" | "Namespaced"
}

/**
 * Requests: what is done, and to what.
 */
export interface RuleWithOperations {
	/**
	 * What is done; `*` stands for everything.
	 */
	operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[]
	/**
	 * API groups; `*` stands for all.
	 */
	apiGroups?: string[]
	/**
	 * API versions; `*` stands for all.
	 */
	apiVersions?: string[]
	/**
	 * Resources, such as `pods`, `pods/log`, `pods/*`; `*` stands for all without their subresources, `* /*` for all.
	 */
	resources?: string[]
	/**
	 * Whether it is in a namespace, or not; `*` stands for both.
	 */
	scope?: "*" | "Cluster" | "Namespaced"
}

/**
 * A service of the cluster.
 */
export interface ServiceReference {
	/**
	 * Its namespace.
	 */
	namespace: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * The path that is asked.
	 */
	path?: string
	/**
	 * Its port.
	 */
	port?: number
}

/**
 * What a check of types has found.
 */
export interface TypeChecking {
	/**
	 * Expressions that may fail.
	 */
	expressionWarnings?: ExpressionWarning[]
}

/**
 * Conditions in CEL that requests must meet. A binding puts the policy in force.
 */
export interface ValidatingAdmissionPolicy {
	/**
	 * Kind of the object.
	 */
	kind?: "ValidatingAdmissionPolicy"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What requests must fulfil.
	 */
	spec?: ValidatingAdmissionPolicySpec
	/**
	 * What has been found out about it.
	 */
	status?: ValidatingAdmissionPolicyStatus
}

/**
 * Where a policy is in force, with which parameters, and what it does.
 */
export interface ValidatingAdmissionPolicyBinding {
	/**
	 * Kind of the object.
	 */
	kind?: "ValidatingAdmissionPolicyBinding"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Which policy, where, and what it does.
	 */
	spec: ValidatingAdmissionPolicyBindingSpec
}

/**
 * A list of ValidatingAdmissionPolicyBinding objects.
 */
export interface ValidatingAdmissionPolicyBindingList {
	kind?: "ValidatingAdmissionPolicyBindingList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ValidatingAdmissionPolicyBinding[]
}

/**
 * Where a policy is in force, and what it does.
 */
export interface ValidatingAdmissionPolicyBindingSpec {
	/**
	 * The policy, by its name.
	 */
	policyName: string
	/**
	 * The objects that hold its parameters here.
	 */
	paramRef?: ParamRef
	/**
	 * The requests for which it is in force, of those that it is about; all when absent.
	 */
	matchResources?: MatchResources
	/**
	 * What happens to requests that do not fulfil it: they are refused (Deny), warned of (Warn) or noted in the audit log (Audit).
	 */
	validationActions: ("Audit" | "Deny" | "Warn")[]
}

/**
 * A list of ValidatingAdmissionPolicy objects.
 */
export interface ValidatingAdmissionPolicyList {
	kind?: "ValidatingAdmissionPolicyList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ValidatingAdmissionPolicy[]
}

/**
 * What requests must fulfil.
 */
export interface ValidatingAdmissionPolicySpec {
	/**
	 * The kind of objects that hold its parameters, if it has some.
	 */
	paramKind?: ParamKind
	/**
	 * Which requests it is about.
	 */
	matchConstraints?: MatchResources
	/**
	 * What must hold.
	 */
	validations?: Validation[]
	/**
	 * What happens where it cannot be asked or fails: the request is refused (Fail), or goes on (Ignore).
	 */
	failurePolicy?: "Fail" | "Ignore"
	/**
	 * What the audit log gets to know of requests.
	 */
	auditAnnotations?: AuditAnnotation[]
	/**
	 * Further conditions, in CEL: it is about requests for which all of them hold.
	 */
	matchConditions?: MatchCondition[]
	/**
	 * Values that its expressions use.
	 */
	variables?: Variable[]
}

/**
 * What has been found out about a policy.
 */
export interface ValidatingAdmissionPolicyStatus {
	/**
	 * The generation that this status is about.
	 */
	observedGeneration?: number | bigint
	/**
	 * What a check of its types has found.
	 */
	typeChecking?: TypeChecking
	/**
	 * What is so of it.
	 */
	conditions?: metaV1.Condition[]
}

/**
 * A webhook that is asked about requests.
 */
export interface ValidatingWebhook {
	/**
	 * Its name, with a domain: `images.example.com`.
	 */
	name: string
	/**
	 * How it is reached.
	 */
	clientConfig: WebhookClientConfig
	/**
	 * Requests that it is asked about; those that fit any of these.
	 */
	rules?: RuleWithOperations[]
	/**
	 * What happens where it does not answer: the request is refused (Fail), or goes on (Ignore).
	 */
	failurePolicy?: "Fail" | "Ignore"
	/**
	 * Whether rules mean the group and version that they name (Exact), or also others of the same objects (Equivalent).
	 */
	matchPolicy?: "Equivalent" | "Exact"
	/**
	 * Labels of the namespaces.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Labels of the object, as it is or as it was.
	 */
	objectSelector?: metaV1.LabelSelector
	/**
	 * Whether asking it changes something elsewhere; nobody knows with Unknown.
	 */
	sideEffects: string | null
	/**
	 * How long it may take.
	 */
	timeoutSeconds?: number
	/**
	 * Versions of AdmissionReview that it understands, the preferred ones first.
	 */
	admissionReviewVersions: string[]
	/**
	 * Further conditions, in CEL: it is asked where all of them hold.
	 */
	matchConditions?: MatchCondition[]
}

/**
 * Webhooks that are asked about requests.
 */
export interface ValidatingWebhookConfiguration {
	/**
	 * Kind of the object.
	 */
	kind?: "ValidatingWebhookConfiguration"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * The webhooks.
	 */
	webhooks?: ValidatingWebhook[]
}

/**
 * A list of ValidatingWebhookConfiguration objects.
 */
export interface ValidatingWebhookConfigurationList {
	kind?: "ValidatingWebhookConfigurationList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ValidatingWebhookConfiguration[]
}

/**
 * Something that must hold of a request.
 */
export interface Validation {
	/**
	 * What must hold, in CEL.
	 */
	expression: string
	/**
	 * What is said where it does not.
	 */
	message?: string
	/**
	 * The reason of the refusal: Forbidden, Invalid, RequestEntityTooLarge or Unauthorized.
	 */
	reason?: string
	/**
	 * What is said where it does not, in CEL.
	 */
	messageExpression?: string
}

/**
 * A value that expressions of the policy may use as `variables.NAME`.
 */
export interface Variable {
	/**
	 * Its name.
	 */
	name: string
	/**
	 * The value, in CEL.
	 */
	expression: string
}

/**
 * How a webhook is reached: by its URL, or as a service of the cluster.
 */
export interface WebhookClientConfig {
	/**
	 * The URL, with the scheme https.
	 */
	url?: string
	/**
	 * The service.
	 */
	service?: ServiceReference
	/**
	 * Authorities that vouch for it, as PEM; those of the system when absent.
	 */
	caBundle?: string
}
