// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Authorities that may be trusted, for whoever signs with them or for everybody.
 */
export interface ClusterTrustBundle {
	/**
	 * Kind of the object.
	 */
	kind?: "ClusterTrustBundle"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * The authorities.
	 */
	spec: ClusterTrustBundleSpec
}

/**
 * A list of ClusterTrustBundle objects.
 */
export interface ClusterTrustBundleList {
	kind?: "ClusterTrustBundleList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ClusterTrustBundle[]
}

/**
 * Authorities that may be trusted.
 */
export interface ClusterTrustBundleSpec {
	/**
	 * The signer whose authorities they are, if they are those of one. The name of the object begins with it then, with colons for slashes.
	 */
	signerName?: string
	/**
	 * Their certificates, as PEM; at least one, none twice, in any order.
	 */
	trustBundle: string
}
