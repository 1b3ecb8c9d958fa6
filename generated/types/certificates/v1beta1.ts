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
	status?: string
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
	signerName?: string
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

/**
 * Asks a signer for a certificate of a pod, by who runs the pod: the key is proved to be there, and the signer answers in the status, once.
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
	 * What is asked for. It never changes.
	 */
	spec: PodCertificateRequestSpec
	/**
	 * What has become of it.
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
	 * The objects.
	 */
	items: PodCertificateRequest[]
}

/**
 * What is asked for.
 */
export interface PodCertificateRequestSpec {
	/**
	 * Who should sign, as a path behind a domain.
	 */
	signerName: string
	/**
	 * The pod that the certificate is for.
	 */
	podName: string
	/**
	 * Its uid.
	 */
	podUID: string
	/**
	 * The account that the pod runs as.
	 */
	serviceAccountName: string
	/**
	 * Its uid.
	 */
	serviceAccountUID: string
	/**
	 * The node on which the pod runs.
	 */
	nodeName: string
	/**
	 * Its uid.
	 */
	nodeUID: string
	/**
	 * How long the certificate may be valid at most: at least an hour, and 91 days at most, a day for signers of the platform.
	 */
	maxExpirationSeconds?: number
	/**
	 * The key, as SubjectPublicKeyInfo: RSA of 3072 or 4096 bits, ECDSA over P-256, P-384 or P-521, or Ed25519. stubPKCS10Request has taken its place.
	 */
	pkixPublicKey?: string | null
	/**
	 * The uid of the pod, signed with that key.
	 */
	proofOfPossession?: string | null
	/**
	 * The key in a request that is signed with it, PKCS #10 as DER; nothing else of it is looked at.
	 */
	stubPKCS10Request: string | null
	/**
	 * Further wishes for the signer, of whoever made the pod.
	 */
	unverifiedUserAnnotations?: { [key: string]: string }
}

/**
 * What has become of it.
 */
export interface PodCertificateRequestStatus {
	/**
	 * Issued, Denied or Failed: one at most, which is True and stays.
	 */
	conditions?: metaV1.Condition[]
	/**
	 * The certificate, and behind it those between it and its authority, as PEM.
	 */
	certificateChain?: string
	/**
	 * From when on it is valid, as it says itself.
	 */
	notBefore?: string
	/**
	 * When somebody should ask for the next one.
	 */
	beginRefreshAt?: string
	/**
	 * Until when it is valid, as it says itself.
	 */
	notAfter?: string
}
