/** Makes the user of a verified token from its claims (seed 3, "OpenID Connect"; KEP-3331). */
import { authenticated } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { JWTPayload } from '../jwt.ts';
import { toCel } from './cel-values.ts';
import { type ClaimMapping, ClaimProblem, type CostBudget, type Rule, type TokenIssuer } from './issuer.ts';

/** Reads the claims of one token. The values of expressions are converted on first use. */
interface Claims {
	readonly payload: JWTPayload;
	readonly cel: () => unknown;
	readonly budget: CostBudget;
}

/** Returns the user. `idKey` is the key of the token's ID among the extra information; undefined: none. Throws a ClaimProblem. */
export function userOf(payload: JWTPayload, issuer: TokenIssuer, idKey: string | undefined): User {
	let converted: unknown;
	const claims: Claims = {
		payload,
		budget: { used: 0 },
		cel() {
			converted ??= toCel(payload);
			return converted;
		},
	};
	const { username, groups, uid } = issuer.mappings;
	const name = usernameOf(username, claims);
	const names = groups === undefined ? [] : groupsOf(groups, claims);
	const id = uid === undefined ? '' : textOf(uid, claims, 'uid');
	const extra = extraOf(issuer, claims, idKey);
	for (const [claim, value] of issuer.required) {
		if (!Object.hasOwn(payload, claim)) throw new ClaimProblem(`required claim ${claim} not present in ID token`);
		if (payload[claim] !== value) throw new ClaimProblem(`required claim ${claim} value does not match`);
	}
	check(issuer.claimRules, claims.cel, claims.budget);
	check(issuer.userRules, () => toCel({ username: name, uid: id, groups: names, extra }), claims.budget);
	return { ...authenticated(name, id, names, { method: 'OpenIDConnect', authority: issuer.url, audiences: [] }), extra };
}

function usernameOf(mapping: ClaimMapping, claims: Claims): string {
	const name = textOf(mapping, claims, 'username');
	if (mapping.kind === 'expression') {
		if (name === '') throw new ClaimProblem('empty username via CEL expression is not allowed');
		return name;
	}
	// An unverified e-mail address could be any address.
	const { email_verified: isVerified } = claims.payload;
	if (mapping.claim === 'email' && isVerified !== undefined && isVerified !== true) throw new ClaimProblem('email not verified');
	// A user without a name would be the prefix itself.
	if (name === mapping.prefix) throw new ClaimProblem(`claim ${mapping.claim} is empty`);
	return name;
}

function textOf(mapping: ClaimMapping, claims: Claims, what: string): string {
	if (mapping.kind === 'expression') {
		const value = mapping.evaluate(claims.cel(), claims.budget);
		if (typeof value !== 'string') throw new ClaimProblem(`${what} claim expression must return a string`);
		return value;
	}
	const value = claimOf(claims.payload, mapping.claim);
	if (typeof value !== 'string') throw new ClaimProblem(`claim ${mapping.claim} is ${value === undefined ? 'not present' : 'not a string'}`);
	return mapping.prefix + value;
}

/** Reads the groups: from a claim with a list or a single string, or from an expression. */
function groupsOf(mapping: ClaimMapping, claims: Claims): readonly string[] {
	if (mapping.kind === 'expression') return textsOf(mapping.evaluate(claims.cel(), claims.budget));
	const value = claimOf(claims.payload, mapping.claim) ?? [];
	const groups: readonly unknown[] = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [undefined];
	return groups.map((group) => {
		if (typeof group !== 'string') throw new ClaimProblem(`claim ${mapping.claim} is neither a string nor a list of strings`);
		return mapping.prefix + group;
	});
}

function extraOf({ mappings }: TokenIssuer, claims: Claims, idKey: string | undefined): Readonly<Record<string, readonly string[]>> {
	const extra = new Map<string, readonly string[]>();
	const { jti } = claims.payload;
	if (idKey !== undefined && typeof jti === 'string' && jti !== '') extra.set(idKey, [`JTI=${jti}`]);
	for (const [key, expression] of mappings.extra) {
		const values = textsOf(expression.evaluate(claims.cel(), claims.budget));
		if (values.length > 0) extra.set(key, values);
	}
	return Object.fromEntries(extra);
}

/** Reads a string, a list of strings or null; empty strings are left out. */
function textsOf(value: unknown): readonly string[] {
	if (value === null) return [];
	const values: readonly unknown[] = Array.isArray(value) ? value : [value];
	return values.flatMap((each) => {
		if (typeof each !== 'string') throw new ClaimProblem('expression must return a string or a list of strings');
		return each === '' ? [] : [each];
	});
}

function check(rules: readonly Rule[], value: () => unknown, budget: CostBudget): void {
	if (rules.length === 0) return;
	const about = value();
	for (const { text, message, evaluate } of rules) {
		if (evaluate(about, budget) !== true) throw new ClaimProblem(`validation expression '${text}' failed: ${message}`);
	}
}

function claimOf(payload: JWTPayload, name: string): unknown {
	return Object.hasOwn(payload, name) ? payload[name] : undefined;
}
