// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Audit backend with a policy. Without dynamic auditing, which this server does not have, it receives no events.
 */
export interface AuditSink {
	/**
	 * Kind of the object.
	 */
	kind?: "AuditSink"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Policy and address of the backend.
	 */
	spec?: AuditSinkSpec
}

/**
 * A list of AuditSink objects.
 */
export interface AuditSinkList {
	kind?: "AuditSinkList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: AuditSink[]
}

/**
 * Policy and address of an audit backend.
 */
export interface AuditSinkSpec {
	/**
	 * Requests and stages that are reported.
	 */
	policy: Policy
	/**
	 * Address and rate.
	 */
	webhook: Webhook
}

/**
 * Requests and stages that are reported.
 */
export interface Policy {
	/**
	 * Parts of a request in its events.
	 */
	level: "Metadata" | "None" | "Request" | "RequestResponse"
	/**
	 * Stages of a request that cause an event.
	 */
	stages?: ("Panic" | "RequestReceived" | "ResponseComplete" | "ResponseStarted")[] | null
}

/**
 * Reference to a service of the cluster.
 */
export interface ServiceReference {
	/**
	 * Namespace of the service.
	 */
	namespace: string
	/**
	 * Name of the service.
	 */
	name: string
	/**
	 * Path of the URL.
	 */
	path?: string
	/**
	 * Port of the service.
	 */
	port?: number
}

/**
 * Address and rate of a webhook.
 */
export interface Webhook {
	/**
	 * Rate of events.
	 */
	throttle?: WebhookThrottleConfig
	/**
	 * Address and authorities.
	 */
	clientConfig: WebhookClientConfig
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
	 * PEM certificates of the authorities that signed the server certificate.
	 */
	caBundle?: string
}

/**
 * Rate of events.
 */
export interface WebhookThrottleConfig {
	/**
	 * Events per second.
	 */
	qps?: number | bigint
	/**
	 * Events in a burst.
	 */
	burst?: number | bigint
}
