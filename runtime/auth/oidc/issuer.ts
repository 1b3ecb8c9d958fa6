/** Issuer of tokens and the use of its claims, from flags or from `--authentication-config`. Plain data and functions without state. */

export interface ClaimExpression {
	readonly text: string;
	/** Evaluates the expression over claims or a user. Throws a ClaimProblem. `budget` bounds all expressions of one token. */
	readonly evaluate: (value: unknown, budget: CostBudget) => unknown;
}

/** Cost that the expressions of one token have used so far. */
export interface CostBudget {
	used: number;
}

/** Reason why a token with a valid signature authenticates no user. Its message is for the log. */
export class ClaimProblem extends Error {
	override readonly name = 'ClaimProblem';
}

export type ClaimMapping = { readonly kind: 'claim'; readonly claim: string; readonly prefix: string } | ({ readonly kind: 'expression' } & ClaimExpression);

export interface ClaimMappings {
	readonly username: ClaimMapping;
	readonly groups: ClaimMapping | undefined;
	readonly uid: ClaimMapping | undefined;
	/** Extra information of the user, by key. */
	readonly extra: ReadonlyMap<string, ClaimExpression>;
}

/** Expression that must be true, with the message for the log. */
export interface Rule extends ClaimExpression {
	readonly message: string;
}

export interface TokenIssuer {
	readonly url: string;
	/** URL of the discovery document. Undefined: the well-known place below the issuer's URL. */
	readonly discoveryUrl: string | undefined;
	/** PEM of the CAs that verify the issuer's servers. Undefined: the system's trust store. */
	readonly ca: string | undefined;
	/** Audiences of which a token must name at least one. */
	readonly audiences: readonly string[];
	readonly mappings: ClaimMappings;
	/** Required claims and their values. */
	readonly required: ReadonlyMap<string, string>;
	readonly claimRules: readonly Rule[];
	readonly userRules: readonly Rule[];
}
