/** Interfaces to verify bearer tokens and to issue service account tokens. `auth` implements them. */
import type { User } from './request.ts';

export interface TokenOwner {
	readonly user: User;
	/** Requested audiences for which the token is valid; at least one. */
	readonly audiences: readonly string[];
}

export interface Ref {
	readonly name: string;
	/** Absent for a node that does not exist. */
	readonly uid?: string;
}

export interface AccountClaims {
	readonly namespace: string;
	readonly account: Ref;
	/** Object whose deletion invalidates the token. A pod's token may also name the pod's node, to which it is not bound. */
	readonly pod?: Ref;
	readonly node?: Ref;
	readonly secret?: Ref;
	/** Time in milliseconds since the epoch after which the client should have renewed the token. */
	readonly staleMs?: number;
	/** Name of the Secret that holds the token. */
	readonly liesIn?: string;
}

/** Records the use of tokens in Secrets. */
export interface LegacyTokenUses {
	/** Called when a token is used whose Secret is not yet labelled with today's date. Set by the controller that labels Secrets. */
	date: (namespace: string, secret: string) => void;
}

/** Issues service account tokens. */
export interface AccountTokenIssuer {
	/** Default audiences: a token must name one of them to be valid for this server. */
	readonly audiences: readonly string[];
	/** Maximum lifetime of issued tokens in seconds; undefined where unlimited. */
	readonly maxSeconds: number | undefined;
	/** True when pod tokens remain valid longer than their requested lifetime. */
	readonly extendsExpiration: boolean;
	/** Issues a token valid for `seconds`. `id` distinguishes it from other tokens of the account. */
	issue(claims: AccountClaims, audiences: readonly string[], seconds: number, id: string | undefined): Promise<string>;
	readonly legacyUses: LegacyTokenUses;
	/** Issues a token that is stored in a Secret and valid as long as the Secret exists. */
	issueForSecret(claims: AccountClaims): Promise<string>;
}

export interface Tokens {
	/**
	 * Returns the owner of a token. Undefined for an invalid token or one for none of these audiences. Without audiences, those of this
	 * server apply.
	 */
	userOf(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined>;
	readonly accounts: AccountTokenIssuer;
}
