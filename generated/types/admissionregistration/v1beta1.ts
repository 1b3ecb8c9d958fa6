// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as admissionregistrationV1 from './v1.ts';

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
	sideEffects?: string
	/**
	 * How long it may take.
	 */
	timeoutSeconds?: number
	/**
	 * Versions of AdmissionReview that it understands, the preferred ones first.
	 */
	admissionReviewVersions?: string[]
	/**
	 * Whether it is asked again when others have changed something after it.
	 */
	reinvocationPolicy?: "IfNeeded" | "Never"
	/**
	 * Further conditions, in CEL: it is asked where all of them hold.
	 */
	matchConditions?: admissionregistrationV1.MatchCondition[]
}

/**
 * Webhooks that are asked about requests, and may change what they carry.
 */
export interface MutatingWebhookConfiguration {
	/**
	 * What kind of object this is.
	 */
	kind?: "MutatingWebhookConfiguration"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
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
	sideEffects?: string
	/**
	 * How long it may take.
	 */
	timeoutSeconds?: number
	/**
	 * Versions of AdmissionReview that it understands, the preferred ones first.
	 */
	admissionReviewVersions?: string[]
	/**
	 * Further conditions, in CEL: it is asked where all of them hold.
	 */
	matchConditions?: admissionregistrationV1.MatchCondition[]
}

/**
 * Webhooks that are asked about requests.
 */
export interface ValidatingWebhookConfiguration {
	/**
	 * What kind of object this is.
	 */
	kind?: "ValidatingWebhookConfiguration"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
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
