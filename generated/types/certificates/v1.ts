// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Request for a certificate. After an approver has approved it, the named signer issues the certificate.
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
	 * Request. It is immutable.
	 */
	spec: CertificateSigningRequestSpec
	/**
	 * Observed state.
	 */
	status?: CertificateSigningRequestStatus
}

/**
 * Decision about a request.
 */
export interface CertificateSigningRequestCondition {
	/**
	 * Type of the condition: Approved, Denied or Failed.
	 */
	type: string
	/**
	 * Status of the condition. Always True for these types; other types may also have False or Unknown.
	 */
	status: string
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
	 */
	message?: string
	/**
	 * Time of the last update.
	 */
	lastUpdateTime?: string | null
	/**
	 * Time of the last change of the status.
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
	 * Objects.
	 */
	items: CertificateSigningRequest[]
}

/**
 * Requested certificate.
 */
export interface CertificateSigningRequestSpec {
	/**
	 * PKCS #10 request as PEM.
	 */
	request: string
	/**
	 * Requested signer, as a path within a domain.
	 */
	signerName: string
	/**
	 * Requested lifetime in seconds. The signer decides if absent.
	 */
	expirationSeconds?: number
	/**
	 * Allowed uses of the certificate.
	 */
	usages?: string[]
	/**
	 * Name of the creator, set by the server.
	 */
	username?: string
	/**
	 * UID of the creator, set by the server.
	 */
	uid?: string
	/**
	 * Groups of the creator, set by the server.
	 */
	groups?: string[]
	/**
	 * Additional attributes of the creator, set by the server.
	 */
	extra?: { [key: string]: string[] }
}

/**
 * Decision and certificate.
 */
export interface CertificateSigningRequestStatus {
	/**
	 * Conditions: approval, denial and failure of signing.
	 */
	conditions?: CertificateSigningRequestCondition[]
	/**
	 * Issued certificate and intermediate certificates, as PEM.
	 */
	certificate?: string
}
