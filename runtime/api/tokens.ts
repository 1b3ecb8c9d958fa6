/** How anybody asks whose a bearer token is, and for tokens of service accounts. Who answers is in `auth`. */
import type { User } from './request.ts';

export interface TokenOwner {
	readonly user: User;
	/** Those of the audiences that were asked about for whom it is; one at least. */
	readonly audiences: readonly string[];
}

export interface Ref {
	readonly name: string;
	/** Absent: of a node that a pod is said to be on, and that is not there. */
	readonly uid?: string;
}

export interface AccountClaims {
	readonly namespace: string;
	readonly account: Ref;
	/** What it ends with. A pod's token may name its node, which it does not end with. */
	readonly pod?: Ref;
	readonly node?: Ref;
	readonly secret?: Ref;
	/** Milliseconds since the epoch from which on it should have been renewed. */
	readonly staleMs?: number;
	/** It lies in a Secret of this name. */
	readonly liesIn?: string;
}

/** Uses of tokens that lie in Secrets. */
export interface LegacyTokenUses {
	/** Called for a use of a token whose Secret does not say the day: the controller that dates Secrets sets it. */
	date: (namespace: string, secret: string) => void;
}

/** Makes tokens of service accounts. */
export interface AccountTokenIssuer {
	/** Whom a token must be for to be good for this server. */
	readonly audiences: readonly string[];
	/** No token is made for longer; undefined: as long as it is asked for. */
	readonly maxSeconds: number | undefined;
	/** Whether those of pods are good for longer than they say. */
	readonly extendsExpiration: boolean;
	/** `seconds`: for how long. `id`: its own, by which it is told from others of the account. */
	issue(claims: AccountClaims, audiences: readonly string[], seconds: number, id: string | undefined): Promise<string>;
	readonly legacyUses: LegacyTokenUses;
	/** One that lies in a Secret, and ends with that. */
	issueForSecret(claims: AccountClaims): Promise<string>;
}

export interface Tokens {
	/** As if a request had shown it, and nothing else; undefined: nobody's, or it is for none of these. Without audiences: those of this server. */
	userOf(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined>;
	readonly accounts: AccountTokenIssuer;
}
