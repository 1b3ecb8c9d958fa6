// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Object to which a token is bound.
 */
export interface BoundObjectReference {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version of the object.
	 */
	apiVersion?: string
	/**
	 * Name.
	 */
	name?: string
	/**
	 * UID of the object.
	 */
	uid?: string
}

/**
 * Request for the caller's identity as the server sees it.
 */
export interface SelfSubjectReview {
	/**
	 * Kind of the object.
	 */
	kind?: "SelfSubjectReview"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Result, set by the server.
	 */
	status?: SelfSubjectReviewStatus
}

/**
 * Identity of the caller.
 */
export interface SelfSubjectReviewStatus {
	/**
	 * User to whom the server attributes the request.
	 */
	userInfo?: UserInfo
}

/**
 * Request for a token of a service account.
 */
export interface TokenRequest {
	/**
	 * Kind of the object.
	 */
	kind?: string
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired token.
	 */
	spec: TokenRequestSpec
	/**
	 * Issued token, set by the server.
	 */
	status?: TokenRequestStatus
}

/**
 * Desired token.
 */
export interface TokenRequestSpec {
	/**
	 * Audiences of the token. A recipient must refuse the token if it is not among them. The server's own audience if empty.
	 */
	audiences: string[]
	/**
	 * Requested lifetime in seconds. The issuer may choose another; the status has the actual expiry.
	 */
	expirationSeconds?: number | bigint | null
	/**
	 * Object to which the token is bound: the token becomes invalid with the object. Without one, with the account.
	 */
	boundObjectRef?: BoundObjectReference | null
}

/**
 * Token to verify.
 */
export interface TokenRequestStatus {
	/**
	 * Token to verify.
	 */
	token: string
	/**
	 * Time of expiry.
	 */
	expirationTimestamp: string
}

/**
 * Request to verify a bearer token.
 */
export interface TokenReview {
	/**
	 * Kind of the object.
	 */
	kind?: "TokenReview"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Question.
	 */
	spec: TokenReviewSpec
	/**
	 * Result, set by the server.
	 */
	status?: TokenReviewStatus
}

/**
 * Token to verify.
 */
export interface TokenReviewSpec {
	/**
	 * Bearer token.
	 */
	token?: string
	/**
	 * Audiences of which the token must name at least one. The server's own audiences if empty.
	 */
	audiences?: string[]
}

/**
 * Result of the verification.
 */
export interface TokenReviewStatus {
	/**
	 * True if an authenticator accepts the token.
	 */
	authenticated?: boolean
	/**
	 * User of the token.
	 */
	user?: UserInfo
	/**
	 * Requested audiences that the token names. Empty for a valid token if only the server is an audience.
	 */
	audiences?: string[]
	/**
	 * Error of the verification.
	 */
	error?: string
}

/**
 * User as reported by an authenticator.
 */
export interface UserInfo {
	/**
	 * Name, unique among active users.
	 */
	username?: string
	/**
	 * Identifier that distinguishes successive users of the same name.
	 */
	uid?: string
	/**
	 * Groups of the user.
	 */
	groups?: string[]
	/**
	 * Additional attributes from the authenticator.
	 */
	extra?: { [key: string]: string[] }
}
