/**
 * Identity tokens of an OpenID Connect issuer (OpenID Connect Core 1.0; seed 3, "OpenID Connect"). Users and groups come from their claims.
 * Verified tokens are cached by hash until they expire; the issuer is contacted for its keys only.
 */
import { authenticated } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { bearerTokens } from '../authn/bearer.ts';
import type { Authenticate } from '../authn/contract.ts';
import { TokenCache } from '../authn/token-cache.ts';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from '../jwt.ts';
import { IssuerAway } from './issuer-keys.ts';

export { issuerKeys } from './issuer-keys.ts';

export interface IdentityTokenParts {
	readonly vocabulary: Vocabulary;
	readonly keys: JWTVerifyGetKey;
	readonly issuer: string;
	/** Audience that tokens must name. */
	readonly client: string;
	readonly algorithms: readonly string[];
	readonly username: { readonly claim: string; readonly prefix: string };
	/** Claim with the groups. Without a claim users have no groups from the issuer. */
	readonly groups: { readonly claim: string | undefined; readonly prefix: string };
	/** Required claims and their values. */
	readonly required: Readonly<Record<string, string>>;
}

/** Length limit in characters. Tokens with many groups are large; larger texts are rejected without being parsed. */
const longest = 256 * 1024;
/** Lifetime of cached results; bounds the time until a revoked key is noticed. */
const knownForMs = 10 * 60_000;
/** Tolerance for tokens that are not yet valid, because clocks differ. The expiry has no tolerance, as in Kubernetes. */
const notBeforeLeewayMs = 5 * 60_000;

export function identityTokens(parts: IdentityTokenParts): Authenticate {
	const known = new TokenCache<User>();
	return bearerTokens(parts.vocabulary, (token) => {
		if (token.length > longest || !token.startsWith('ey')) return undefined;
		const key = known.keyOf(token);
		return known.get(key) ?? verify(token, key);
	});

	async function verify(token: string, key: string): Promise<User | undefined> {
		const payload = await verified(token, parts);
		const user = payload === undefined ? undefined : userOf(payload, parts);
		if (user !== undefined) known.set(key, user, Math.min((payload?.exp ?? 0) * 1000, Date.now() + knownForMs));
		return user;
	}
}

async function verified(token: string, { keys, issuer, client, algorithms }: IdentityTokenParts): Promise<JWTPayload | undefined> {
	const nowMs = Date.now();
	try {
		// Tokens of other issuers are ignored without a request to an issuer.
		if (decodeJwt(token).iss !== issuer) return undefined;
		const options = { issuer, audience: client, algorithms: [...algorithms], requiredClaims: ['exp'], currentDate: new Date(nowMs) };
		const { payload } = await jwtVerify(token, keys, { ...options, clockTolerance: notBeforeLeewayMs / 1000 });
		const { exp = 0 } = payload;
		return exp * 1000 > nowMs && exp <= Number.MAX_SAFE_INTEGER ? payload : undefined;
	} catch (error) {
		// The failure of an unreachable issuer is reported already; until it recovers, its tokens authenticate no user.
		if (error instanceof errors.JOSEError || error instanceof IssuerAway) return undefined;
		throw error;
	}
}

/** Builds the user. Returns undefined if the token names no user or lacks a required claim. */
function userOf(payload: JWTPayload, { issuer, username, groups, required }: IdentityTokenParts): User | undefined {
	for (const [claim, value] of Object.entries(required)) if (!Object.hasOwn(payload, claim) || payload[claim] !== value) return undefined;
	const name = Object.hasOwn(payload, username.claim) ? payload[username.claim] : undefined;
	if (typeof name !== 'string' || name === '') return undefined;
	// An unverified e-mail address could be any address.
	if (username.claim === 'email' && payload.email_verified !== undefined && payload.email_verified !== true) return undefined;
	const listed = groupsOf(groups.claim === undefined || !Object.hasOwn(payload, groups.claim) ? undefined : payload[groups.claim]);
	if (listed === undefined) return undefined;
	const names = listed.map((group) => `${groups.prefix}${group}`);
	return authenticated(`${username.prefix}${name}`, '', names, { method: 'OpenIDConnect', authority: issuer, audiences: [] });
}

/** Reads the groups claim: a list, or a single string. Returns undefined for other values. */
function groupsOf(value: unknown): readonly string[] | undefined {
	if (value === undefined || value === null) return [];
	if (typeof value === 'string') return [value];
	return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}
