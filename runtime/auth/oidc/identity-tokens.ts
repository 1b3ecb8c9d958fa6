/**
 * Identity tokens of an issuer (OpenID Connect Core 1.0; seed 3, "OpenID Connect"): users and groups come from their claims. One that was
 * shown before is known by its hash until it ends; the issuer is asked for its keys and nothing else.
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
	/** For whom tokens must be. */
	readonly client: string;
	readonly algorithms: readonly string[];
	readonly username: { readonly claim: string; readonly prefix: string };
	/** Without a claim nobody has groups. */
	readonly groups: { readonly claim: string | undefined; readonly prefix: string };
	/** Values that claims must have. */
	readonly required: Readonly<Record<string, string>>;
}

/** Those with many groups are large; what is larger is not taken apart. */
const longest = 256 * 1024;
/** Keys that an issuer takes back are noticed within that time. */
const knownForMs = 10 * 60_000;
/** Of tokens that are not good yet: clocks differ. The end of a token has no leeway, as in Kubernetes. */
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
		// Of other issuers nobody is asked.
		if (decodeJwt(token).iss !== issuer) return undefined;
		const options = { issuer, audience: client, algorithms: [...algorithms], requiredClaims: ['exp'], currentDate: new Date(nowMs) };
		const { payload } = await jwtVerify(token, keys, { ...options, clockTolerance: notBeforeLeewayMs / 1000 });
		const { exp = 0 } = payload;
		return exp * 1000 > nowMs && exp <= Number.MAX_SAFE_INTEGER ? payload : undefined;
	} catch (error) {
		// An issuer that cannot be asked has been told of: until it can be, its tokens prove nobody.
		if (error instanceof errors.JOSEError || error instanceof IssuerAway) return undefined;
		throw error;
	}
}

/** Undefined: it names nobody, or lacks what tokens must have. */
function userOf(payload: JWTPayload, { issuer, username, groups, required }: IdentityTokenParts): User | undefined {
	for (const [claim, value] of Object.entries(required)) if (!Object.hasOwn(payload, claim) || payload[claim] !== value) return undefined;
	const name = Object.hasOwn(payload, username.claim) ? payload[username.claim] : undefined;
	if (typeof name !== 'string' || name === '') return undefined;
	// Whoever may write any address into a token is not whom it names.
	if (username.claim === 'email' && payload.email_verified !== undefined && payload.email_verified !== true) return undefined;
	const listed = groupsOf(groups.claim === undefined || !Object.hasOwn(payload, groups.claim) ? undefined : payload[groups.claim]);
	if (listed === undefined) return undefined;
	const names = listed.map((group) => `${groups.prefix}${group}`);
	return authenticated(`${username.prefix}${name}`, '', names, { method: 'OpenIDConnect', authority: issuer, audiences: [] });
}

/** One alone may stand without a list. Undefined: it is neither. */
function groupsOf(value: unknown): readonly string[] | undefined {
	if (value === undefined || value === null) return [];
	if (typeof value === 'string') return [value];
	return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}
