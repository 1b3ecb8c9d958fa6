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
	status?: string
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
	signerName?: string
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

/**
 * Request for the certificate of a pod. The node proves that it has the key. The signer answers once, in the status.
 */
export interface PodCertificateRequest {
	/**
	 * Kind of the object.
	 */
	kind?: "PodCertificateRequest"
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
	spec: PodCertificateRequestSpec
	/**
	 * Observed state.
	 */
	status?: PodCertificateRequestStatus
}

/**
 * A list of PodCertificateRequest objects.
 */
export interface PodCertificateRequestList {
	kind?: "PodCertificateRequestList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: PodCertificateRequest[]
}

/**
 * Requested certificate.
 */
export interface PodCertificateRequestSpec {
	/**
	 * Requested signer, as a path within a domain.
	 */
	signerName: string
	/**
	 * Pod that gets the certificate.
	 */
	podName: string
	/**
	 * UID of the pod.
	 */
	podUID: string
	/**
	 * Service account of the pod.
	 */
	serviceAccountName: string
	/**
	 * UID of the service account.
	 */
	serviceAccountUID: string
	/**
	 * Node of the pod.
	 */
	nodeName: string
	/**
	 * UID of the node.
	 */
	nodeUID: string
	/**
	 * Maximum lifetime in seconds: from one hour to 91 days. At most one day for signers of the platform.
	 */
	maxExpirationSeconds?: number
	/**
	 * Public key as SubjectPublicKeyInfo: RSA of 3072 or 4096 bits, ECDSA over P-256, P-384 or P-521, or Ed25519. Superseded by stubPKCS10Request.
	 */
	pkixPublicKey?: string | null
	/**
	 * UID of the pod, signed with the key.
	 */
	proofOfPossession?: string | null
	/**
	 * DER of a PKCS #10 request that is signed with the key. Only the key is read.
	 */
	stubPKCS10Request: string | null
	/**
	 * Additional requests to the signer by the author of the pod. Not verified.
	 */
	unverifiedUserAnnotations?: { [key: string]: string }
}

/**
 * Observed state.
 */
export interface PodCertificateRequestStatus {
	/**
	 * Issued, Denied or Failed. At most one, which is True and final.
	 */
	conditions?: metaV1.Condition[]
	/**
	 * Issued certificate followed by intermediate certificates, as PEM.
	 */
	certificateChain?: string
	/**
	 * Start of the validity, as in the certificate.
	 */
	notBefore?: string
	/**
	 * Time from which the node should request the next certificate.
	 */
	beginRefreshAt?: string
	/**
	 * End of the validity, as in the certificate.
	 */
	notAfter?: string
}
