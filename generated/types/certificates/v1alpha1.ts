// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Trusted root certificates, of one signer or for general use.
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
	 * Certificates of the bundle.
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
	 * Objects.
	 */
	items: ClusterTrustBundle[]
}

/**
 * Trusted root certificates.
 */
export interface ClusterTrustBundleSpec {
	/**
	 * Signer of the certificates, if they belong to one. The object's name then starts with it, with colons instead of slashes.
	 */
	signerName?: string
	/**
	 * PEM certificates in any order. At least one, without duplicates.
	 */
	trustBundle: string
}
