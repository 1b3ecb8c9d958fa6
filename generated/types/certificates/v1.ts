// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Asks for a certificate: somebody approves or denies it, and the signer that it names signs what is approved.
 */
export interface CertificateSigningRequest {
	/**
	 * Kind of the object.
	 */
	kind?: "CertificateSigningRequest"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What is asked for. It never changes.
	 */
	spec: CertificateSigningRequestSpec
	/**
	 * What has become of it.
	 */
	status?: CertificateSigningRequestStatus
}

/**
 * Something that has been decided about a request.
 */
export interface CertificateSigningRequestCondition {
	/**
	 * What: Approved, Denied or Failed.
	 */
	type: string
	/**
	 * True; of others than these, False and Unknown, too.
	 */
	status: string
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
	 */
	message?: string
	/**
	 * When it was last said.
	 */
	lastUpdateTime?: string | null
	/**
	 * When its status changed last.
	 */
	lastTransitionTime?: string | null
}

/**
 * A list of CertificateSigningRequest objects.
 */
export interface CertificateSigningRequestList {
	kind?: "CertificateSigningRequestList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: CertificateSigningRequest[]
}

/**
 * What is asked for.
 */
export interface CertificateSigningRequestSpec {
	/**
	 * The request itself, PKCS #10 as PEM.
	 */
	request: string
	/**
	 * Who should sign it, as a path behind a domain.
	 */
	signerName: string
	/**
	 * How long the certificate should be valid; as long as the signer likes when absent.
	 */
	expirationSeconds?: number
	/**
	 * What the certificate may be used for.
	 */
	usages?: string[]
	/**
	 * Who asked, as the server saw it.
	 */
	username?: string
	/**
	 * Uid of who asked, as the server saw it.
	 */
	uid?: string
	/**
	 * Groups of who asked, as the server saw them.
	 */
	groups?: string[]
	/**
	 * What else the server knew of who asked.
	 */
	extra?: { [key: string]: string[] }
}

/**
 * What has become of a request.
 */
export interface CertificateSigningRequestStatus {
	/**
	 * Whether it is approved or denied, and whether signing has failed.
	 */
	conditions?: CertificateSigningRequestCondition[]
	/**
	 * The certificate and those between it and its authority, as PEM.
	 */
	certificate?: string
}
