/**
 * Identity tokens of OpenID Connect issuers (OpenID Connect Core 1.0; seed 3, "OpenID Connect"). The issuer named by a token verifies it;
 * users and groups come from its claims. Verified tokens are cached by hash until they expire; issuers are contacted for their keys only.
 */
import type { User } from '../../api/request.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { bearerTokens } from '../authn/bearer.ts';
import type { Authenticate } from '../authn/contract.ts';
import { TokenCache } from '../authn/token-cache.ts';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from '../jwt.ts';
import { userOf } from './claims.ts';
import { ClaimProblem, type TokenIssuer } from './issuer.ts';
import { IssuerAway } from './issuer-keys.ts';

/** Issuers in force. */
export interface IssuerSet {
	/** Issuers with their keys, by URL. */
	readonly issuers: ReadonlyMap<string, IssuerWithKeys>;
	/** Users of tokens that these issuers have verified. */
	readonly known: TokenCache<User>;
}

export interface IssuerWithKeys {
	readonly issuer: TokenIssuer;
	readonly getKey: JWTVerifyGetKey;
}

export interface IdentityTokenParts {
	readonly vocabulary: Vocabulary;
	/** Returns the issuers, which a reload replaces as a whole. */
	readonly current: () => IssuerSet;
	readonly algorithms: readonly string[];
	/** Key of a token's ID among the extra information of users; undefined in releases without it. */
	readonly idKey: string | undefined;
	/** Reports the reason why a token of an issuer authenticates no user. */
	readonly refused: (issuer: string, reason: string) => void;
	/** Records the verification of a token that was not cached. */
	readonly authenticated: (issuer: string, result: 'success' | 'failure', seconds: number) => void;
}

/** Length limit in characters. Tokens with many groups are large; larger texts are rejected without being parsed. */
const longest = 256 * 1024;
/** Lifetime of cached results; bounds the time until a revoked key is noticed. */
const knownForMs = 10 * 60_000;
/** Tolerance for tokens that are not yet valid, because clocks differ. The expiry has no tolerance, as in Kubernetes. */
const notBeforeLeewayMs = 5 * 60_000;

export function issuerSet(issuers: readonly IssuerWithKeys[]): IssuerSet {
	return { issuers: new Map(issuers.map((each) => [each.issuer.url, each])), known: new TokenCache() };
}

export function identityTokens(parts: IdentityTokenParts): Authenticate {
	return bearerTokens(parts.vocabulary, (token) => {
		if (token.length > longest || !token.startsWith('ey')) return undefined;
		const { issuers, known } = parts.current();
		const key = known.keyOf(token);
		return known.get(key) ?? verify(token, key, issuers, known);
	});

	async function verify(token: string, key: string, issuers: IssuerSet['issuers'], known: TokenCache<User>): Promise<User | undefined> {
		const found = issuerOf(token, issuers);
		if (found === undefined) return undefined;
		const startMs = performance.now();
		const user = await verifyWith(found, token, key, known);
		parts.authenticated(found.issuer.url, user === undefined ? 'failure' : 'success', (performance.now() - startMs) / 1000);
		return user;
	}

	async function verifyWith(found: IssuerWithKeys, token: string, key: string, known: TokenCache<User>): Promise<User | undefined> {
		const payload = await verified(token, found, parts.algorithms);
		if (payload === undefined) return undefined;
		try {
			const user = userOf(payload, found.issuer, parts.idKey);
			known.set(key, user, Math.min((payload.exp ?? 0) * 1000, Date.now() + knownForMs));
			return user;
		} catch (error) {
			if (!(error instanceof ClaimProblem)) throw error;
			parts.refused(found.issuer.url, error.message);
			return undefined;
		}
	}
}

/** Returns the issuer that a token names. Tokens of others are ignored without a request to an issuer. */
function issuerOf(token: string, issuers: IssuerSet['issuers']): IssuerWithKeys | undefined {
	try {
		const { iss } = decodeJwt(token);
		return typeof iss === 'string' ? issuers.get(iss) : undefined;
	} catch (error) {
		if (error instanceof errors.JOSEError) return undefined;
		throw error;
	}
}

async function verified(token: string, { issuer, getKey }: IssuerWithKeys, algorithms: readonly string[]): Promise<JWTPayload | undefined> {
	const nowMs = Date.now();
	try {
		const { url, audiences } = issuer;
		const options = { issuer: url, audience: [...audiences], algorithms: [...algorithms], requiredClaims: ['exp'], currentDate: new Date(nowMs) };
		const { payload } = await jwtVerify(token, getKey, { ...options, clockTolerance: notBeforeLeewayMs / 1000 });
		const { exp = 0 } = payload;
		return exp * 1000 > nowMs && exp <= Number.MAX_SAFE_INTEGER ? payload : undefined;
	} catch (error) {
		// The failure of an unreachable issuer is reported already; until it recovers, its tokens authenticate no user.
		if (error instanceof errors.JOSEError || error instanceof IssuerAway) return undefined;
		throw error;
	}
}
