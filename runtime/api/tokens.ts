/** Interfaces to verify bearer tokens and to issue service account tokens. `auth` implements them. */
import type { User } from './request.ts';

export interface TokenOwner {
	readonly user: User;
	/** Requested audiences for which the token is valid; at least one. */
	readonly audiences: readonly string[];
}

export interface Ref {
	readonly name: string;
	/** Absent for a pod's node that does not exist. */
	readonly uid?: string;
}

export interface AccountClaims {
	readonly namespace: string;
	readonly account: Ref;
	/** Object to which the token's lifetime is bound. A pod's token may also name its node, to which it is not bound. */
	readonly pod?: Ref;
	readonly node?: Ref;
	readonly secret?: Ref;
	/** Time in milliseconds since the epoch after which the token should have been renewed. */
	readonly staleMs?: number;
	/** Name of the Secret that holds the token. */
	readonly liesIn?: string;
}

/** Tracking of the uses of tokens held in Secrets. */
export interface LegacyTokenUses {
	/** Called when a token is used whose Secret does not have the current day; set by the controller that dates Secrets. */
	date: (namespace: string, secret: string) => void;
}

/** Issues service account tokens. */
export interface AccountTokenIssuer {
	/** Audiences that a token must name to be valid for this server. */
	readonly audiences: readonly string[];
	/** Longest lifetime of an issued token; undefined where it is unlimited. */
	readonly maxSeconds: number | undefined;
	/** True when tokens of pods are valid for longer than they state. */
	readonly extendsExpiration: boolean;
	/** Issues a token valid for `seconds`. `id` distinguishes it from other tokens of the account. */
	issue(claims: AccountClaims, audiences: readonly string[], seconds: number, id: string | undefined): Promise<string>;
	readonly legacyUses: LegacyTokenUses;
	/** Issues a token that is stored in a Secret and expires with the Secret. */
	issueForSecret(claims: AccountClaims): Promise<string>;
}

export interface Tokens {
	/**
	 * Returns the owner as if a request had presented only this token. Undefined for an invalid token, or one for none of these audiences.
	 * Without audiences, those of this server apply.
	 */
	userOf(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined>;
	readonly accounts: AccountTokenIssuer;
}
