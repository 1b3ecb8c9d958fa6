// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as admissionregistrationV1 from './v1.ts';

/**
 * Configuration that is merged into the object.
 */
export interface ApplyConfiguration {
	/**
	 * CEL expression that returns the fields to set: `Object{spec: Object.spec{replicas: 1}}`.
	 */
	expression?: string
}

/**
 * JSON patch that an expression computes.
 */
export interface JSONPatch {
	/**
	 * CEL expression that returns the list of operations: `[JSONPatch{op: "remove", path: "/spec/a"}]`.
	 */
	expression?: string
}

/**
 * CEL condition on a request.
 */
export interface MatchCondition {
	/**
	 * Name.
	 */
	name: string
	/**
	 * CEL expression that must be true.
	 */
	expression: string
}

/**
 * Selection of requests.
 */
export interface MatchResources {
	/**
	 * Selector of namespaces, by labels.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Selector of objects, by labels. The old or the new object must match.
	 */
	objectSelector?: metaV1.LabelSelector
	/**
	 * Rules that select requests. One matching rule is enough.
	 */
	resourceRules?: NamedRuleWithOperations[]
	/**
	 * Rules that exclude requests.
	 */
	excludeResourceRules?: NamedRuleWithOperations[]
	/**
	 * Treatment of other groups and versions of the same objects: match only those named (Exact) or all (Equivalent).
	 */
	matchPolicy?: "Equivalent" | "Exact"
}

/**
 * Policy that changes requests, in CEL. It takes effect once a binding refers to it.
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
	 * Mutations and the requests to which they apply.
	 */
	spec?: MutatingAdmissionPolicySpec
}

/**
 * Scope and parameters of a mutating policy.
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
	 * Policy and scope of the binding.
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
	 * Objects.
	 */
	items: MutatingAdmissionPolicyBinding[]
}

/**
 * Scope of a mutating policy.
 */
export interface MutatingAdmissionPolicyBindingSpec {
	/**
	 * Name of the policy.
	 */
	policyName?: string
	/**
	 * Parameter objects of this binding.
	 */
	paramRef?: ParamRef
	/**
	 * Requests to which the binding is limited. All requests of the policy if absent.
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
	 * Objects.
	 */
	items: MutatingAdmissionPolicy[]
}

/**
 * Mutations and the requests to which they apply.
 */
export interface MutatingAdmissionPolicySpec {
	/**
	 * Kind of the parameter objects. Absent if the policy has no parameters.
	 */
	paramKind?: ParamKind
	/**
	 * Requests that the policy covers.
	 */
	matchConstraints?: MatchResources
	/**
	 * Variables for the policy's expressions.
	 */
	variables?: Variable[]
	/**
	 * Mutations, applied in order.
	 */
	mutations?: Mutation[]
	/**
	 * Behaviour on evaluation errors: refuse the request (Fail) or ignore the policy (Ignore).
	 */
	failurePolicy?: "Fail" | "Ignore"
	/**
	 * Additional CEL conditions. The policy covers a request only if all conditions are true.
	 */
	matchConditions?: MatchCondition[]
	/**
	 * Repeated evaluation after later plugins changed the object: IfNeeded or Never.
	 */
	reinvocationPolicy?: "IfNeeded" | "Never"
}

/**
 * Webhook that may change the objects of admission requests.
 */
export interface MutatingWebhook {
	/**
	 * Name with a domain: `images.example.com`.
	 */
	name: string
	/**
	 * Address of the webhook.
	 */
	clientConfig: WebhookClientConfig
	/**
	 * Requests that are sent to the webhook. One matching rule is enough.
	 */
	rules?: RuleWithOperations[]
	/**
	 * Behaviour if the webhook does not answer: refuse the request (Fail) or continue (Ignore).
	 */
	failurePolicy?: "Fail" | "Ignore"
	/**
	 * Treatment of other groups and versions of the same objects: match only those named (Exact) or all (Equivalent).
	 */
	matchPolicy?: "Equivalent" | "Exact"
	/**
	 * Selector of namespaces, by labels.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Selector of objects, by labels. The old or the new object must match.
	 */
	objectSelector?: metaV1.LabelSelector
	/**
	 * Side effects of a call outside the object. Unknown if the author makes no promise.
	 */
	sideEffects?: string
	/**
	 * Seconds until a call fails.
	 */
	timeoutSeconds?: number
	/**
	 * Versions of AdmissionReview that the webhook accepts, in order of preference.
	 */
	admissionReviewVersions?: string[]
	/**
	 * Repeated call after later plugins changed the object.
	 */
	reinvocationPolicy?: "IfNeeded" | "Never"
	/**
	 * Additional CEL conditions. The webhook is called only if all conditions are true.
	 */
	matchConditions?: admissionregistrationV1.MatchCondition[]
}

/**
 * Webhooks that may change the objects of admission requests.
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
	 * Webhooks.
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
	 * Objects.
	 */
	items: MutatingWebhookConfiguration[]
}

/**
 * One change of an object.
 */
export interface Mutation {
	/**
	 * Type of the expression's result: an apply configuration or a JSON patch.
	 */
	patchType: "ApplyConfiguration" | "JSONPatch"
	/**
	 * Configuration that is merged as by server-side apply.
	 */
	applyConfiguration?: ApplyConfiguration
	/**
	 * JSON patch.
	 */
	jsonPatch?: JSONPatch
}

/**
 * Selection of requests by operation, resource and object name.
 */
export interface NamedRuleWithOperations {
	/**
	 * Names of the objects. All objects if empty.
	 */
	resourceNames?: string[]
	/**
	 * Operations. `*` matches all operations.
	 */
	operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[]
	/**
	 * API groups. `*` matches all groups.
	 */
	apiGroups?: string[]
	/**
	 * API versions. `*` matches all versions.
	 */
	apiVersions?: string[]
	/**
	 * Resources, such as `pods`, `pods/log` or `pods/*`. `*` matches all resources without subresources, `* /*` all resources.
	 */
	resources?: string[]
	/**
	 * Scope of the resource: Cluster or Namespaced. `*` matches both.
	 */
	scope?: "*" | "Cluster" | "Namespaced"
}

/**
 * Kind of parameter objects.
 */
export interface ParamKind {
	/**
	 * API group and version of the kind.
	 */
	apiVersion?: string
	/**
	 * Name.
	 */
	kind?: string
}

/**
 * Reference to parameter objects, by name or by label selector.
 */
export interface ParamRef {
	/**
	 * Name of the object.
	 */
	name?: string
	/**
	 * Namespace of a namespaced parameter kind. The request's namespace if empty.
	 */
	namespace?: string
	/**
	 * Selector of the objects, by labels.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Behaviour without matching parameters: allow the request (Allow) or apply the failure policy (Deny).
	 */
	parameterNotFoundAction?: string
}

/**
 * Selection of requests. All fields must match.
 */
export interface Rule {
	/**
	 * API groups. `*` matches all groups.
	 */
	apiGroups?: string[]
	/**
	 * API versions. `*` matches all versions.
	 */
	apiVersions?: string[]
	/**
	 * Resources, such as `pods`, `pods/log` or `pods/*`. `*` matches all resources without subresources, `* /*` all resources.
	 */
	resources?: string[]
	/**
	 * Scope of the resource: Cluster or Namespaced. `*` matches both.
	 */
	scope?: "*" | "Cluster" | "Namespaced"
}

/**
 * Selection of requests by operation and resource.
 */
export interface RuleWithOperations {
	/**
	 * Operations. `*` matches all operations.
	 */
	operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[]
	/**
	 * API groups. `*` matches all groups.
	 */
	apiGroups?: string[]
	/**
	 * API versions. `*` matches all versions.
	 */
	apiVersions?: string[]
	/**
	 * Resources, such as `pods`, `pods/log` or `pods/*`. `*` matches all resources without subresources, `* /*` all resources.
	 */
	resources?: string[]
	/**
	 * Scope of the resource: Cluster or Namespaced. `*` matches both.
	 */
	scope?: "*" | "Cluster" | "Namespaced"
}

/**
 * Reference to a service of the cluster.
 */
export interface ServiceReference {
	/**
	 * Namespace of the object.
	 */
	namespace: string
	/**
	 * Name.
	 */
	name: string
	/**
	 * URL path of the request.
	 */
	path?: string
	/**
	 * Port of the service.
	 */
	port?: number
}

/**
 * Webhook that may refuse requests.
 */
export interface ValidatingWebhook {
	/**
	 * Name with a domain: `images.example.com`.
	 */
	name: string
	/**
	 * Address of the webhook.
	 */
	clientConfig: WebhookClientConfig
	/**
	 * Requests that are sent to the webhook. One matching rule is enough.
	 */
	rules?: RuleWithOperations[]
	/**
	 * Behaviour if the webhook does not answer: refuse the request (Fail) or continue (Ignore).
	 */
	failurePolicy?: "Fail" | "Ignore"
	/**
	 * Treatment of other groups and versions of the same objects: match only those named (Exact) or all (Equivalent).
	 */
	matchPolicy?: "Equivalent" | "Exact"
	/**
	 * Selector of namespaces, by labels.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * Selector of objects, by labels. The old or the new object must match.
	 */
	objectSelector?: metaV1.LabelSelector
	/**
	 * Side effects of a call outside the object. Unknown if the author makes no promise.
	 */
	sideEffects?: string
	/**
	 * Seconds until a call fails.
	 */
	timeoutSeconds?: number
	/**
	 * Versions of AdmissionReview that the webhook accepts, in order of preference.
	 */
	admissionReviewVersions?: string[]
	/**
	 * Additional CEL conditions. The webhook is called only if all conditions are true.
	 */
	matchConditions?: admissionregistrationV1.MatchCondition[]
}

/**
 * Webhooks that may refuse requests.
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
	 * Webhooks.
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
	 * Objects.
	 */
	items: ValidatingWebhookConfiguration[]
}

/**
 * Named value, available to the policy's expressions as `variables.NAME`.
 */
export interface Variable {
	/**
	 * Name.
	 */
	name: string
	/**
	 * CEL expression that computes the value.
	 */
	expression: string
}

/**
 * Address of a webhook: a URL or a service of the cluster.
 */
export interface WebhookClientConfig {
	/**
	 * URL with the scheme https.
	 */
	url?: string
	/**
	 * Service of the cluster that runs the webhook.
	 */
	service?: ServiceReference
	/**
	 * PEM certificates of the authorities that signed the server certificate. The system's authorities if absent.
	 */
	caBundle?: string
}
