// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Server of one version of an API group: this server or a service. Its name is `VERSION.GROUP`. The server maintains its own entries and forwards no request to services.
 */
export interface APIService {
	/**
	 * Kind of the object.
	 */
	kind?: "APIService"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * API version and its server.
	 */
	spec?: APIServiceSpec
	/**
	 * Observed state.
	 */
	status?: APIServiceStatus
}

/**
 * Condition of an API.
 */
export interface APIServiceCondition {
	/**
	 * Type of the condition: Available.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
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
 * A list of APIService objects.
 */
export interface APIServiceList {
	kind?: "APIServiceList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: APIService[]
}

/**
 * API version and its server.
 */
export interface APIServiceSpec {
	/**
	 * Service that serves the version. This server if absent.
	 */
	service?: ServiceReference
	/**
	 * API group. The core group if empty.
	 */
	group?: string
	/**
	 * Version of the API group.
	 */
	version?: string
	/**
	 * True if the certificate of the service is not verified.
	 */
	insecureSkipTLSVerify?: boolean
	/**
	 * PEM certificates of the authorities that signed the certificate of the service.
	 */
	caBundle?: string
	/**
	 * Minimum priority of the group, at most 20000. Discovery lists higher priorities first.
	 */
	groupPriorityMinimum: number
	/**
	 * Priority of the version within the group, at most 1000. Discovery lists higher priorities first.
	 */
	versionPriority: number
}

/**
 * Observed state.
 */
export interface APIServiceStatus {
	/**
	 * Conditions of the object.
	 */
	conditions?: APIServiceCondition[]
}

/**
 * Reference to a service of the cluster.
 */
export interface ServiceReference {
	/**
	 * Namespace of the object.
	 */
	namespace?: string
	/**
	 * Name.
	 */
	name?: string
	/**
	 * Port of the service.
	 */
	port?: number
}
