// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * An object that a token ends with.
 */
export interface BoundObjectReference {
	/**
	 * Its kind.
	 */
	kind?: string
	/**
	 * Its group and version.
	 */
	apiVersion?: string
	/**
	 * Its name.
	 */
	name?: string
	/**
	 * Its uid.
	 */
	uid?: string
}

/**
 * Asks the server for whom it takes whoever asks.
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
	 * The answer. Nobody sends it.
	 */
	status?: SelfSubjectReviewStatus
}

/**
 * Who asks.
 */
export interface SelfSubjectReviewStatus {
	/**
	 * The user whom the server takes the request to be of.
	 */
	userInfo?: UserInfo
}

/**
 * Asks for a token of a service account.
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
	 * What token is wanted.
	 */
	spec: TokenRequestSpec
	/**
	 * The token. Nobody sends it.
	 */
	status?: TokenRequestStatus
}

/**
 * What token is wanted.
 */
export interface TokenRequestSpec {
	/**
	 * For whom the token is. Whoever receives one must be among them, and refuse it otherwise. The server itself when there are none.
	 */
	audiences: string[]
	/**
	 * For how long it should be good. It may be for longer or less: the status says until when.
	 */
	expirationSeconds?: number | bigint | null
	/**
	 * An object with which the token ends. Without one, it ends with the account.
	 */
	boundObjectRef?: BoundObjectReference | null
}

/**
 * The token.
 */
export interface TokenRequestStatus {
	/**
	 * The token.
	 */
	token: string
	/**
	 * When it ends.
	 */
	expirationTimestamp: string
}

/**
 * Asks whose a bearer token is.
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
	 * What is asked.
	 */
	spec: TokenReviewSpec
	/**
	 * The answer. Nobody sends it.
	 */
	status?: TokenReviewStatus
}

/**
 * The token.
 */
export interface TokenReviewSpec {
	/**
	 * The bearer token.
	 */
	token?: string
	/**
	 * For whom the token should be, of which one is enough. Those of the server itself when nothing is said.
	 */
	audiences?: string[]
}

/**
 * Whose the token is.
 */
export interface TokenReviewStatus {
	/**
	 * Whether somebody knows the token.
	 */
	authenticated?: boolean
	/**
	 * Whose it is.
	 */
	user?: UserInfo
	/**
	 * Those of the audiences that were asked about for whom the token is. None, of a token that is known: the server alone.
	 */
	audiences?: string[]
	/**
	 * Why it could not be found out.
	 */
	error?: string
}

/**
 * A user as an authenticator knows it.
 */
export interface UserInfo {
	/**
	 * Name, which no other active user has.
	 */
	username?: string
	/**
	 * Tells users apart who have the same name, one after the other.
	 */
	uid?: string
	/**
	 * Groups that the user is in.
	 */
	groups?: string[]
	/**
	 * What else is known of the user, as its authenticator says it.
	 */
	extra?: { [key: string]: string[] }
}
