// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Which server has a version of an API group: this one, or the service that it names. Its name is `VERSION.GROUP`. Those of this server are kept; nothing is passed on to services.
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
	 * What is where.
	 */
	spec?: APIServiceSpec
	/**
	 * What has become of it.
	 */
	status?: APIServiceStatus
}

/**
 * What is so of an API.
 */
export interface APIServiceCondition {
	/**
	 * What: Available.
	 */
	type: string
	/**
	 * Whether: True, False or Unknown.
	 */
	status: string
	/**
	 * Since when.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in a word.
	 */
	reason?: string
	/**
	 * Why, in a sentence.
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
	 * The objects.
	 */
	items: APIService[]
}

/**
 * Which server has what.
 */
export interface APIServiceSpec {
	/**
	 * The service; absent: this server.
	 */
	service?: ServiceReference
	/**
	 * The API group; empty is the core group.
	 */
	group?: string
	/**
	 * Its version.
	 */
	version?: string
	/**
	 * Whether the certificate of the service is not looked at.
	 */
	insecureSkipTLSVerify?: boolean
	/**
	 * Authorities that vouch for the service, as PEM.
	 */
	caBundle?: string
	/**
	 * Where the group stands among others, at least: higher first, at most 20000.
	 */
	groupPriorityMinimum: number
	/**
	 * Where the version stands in its group: higher first, at most 1000.
	 */
	versionPriority: number
}

/**
 * What has become of it.
 */
export interface APIServiceStatus {
	/**
	 * What is so of it.
	 */
	conditions?: APIServiceCondition[]
}

/**
 * A service of the cluster.
 */
export interface ServiceReference {
	/**
	 * Its namespace.
	 */
	namespace?: string
	/**
	 * Its name.
	 */
	name?: string
	/**
	 * Its port.
	 */
	port?: number
}
