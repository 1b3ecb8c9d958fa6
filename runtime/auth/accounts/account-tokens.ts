/**
 * Service account tokens (seed 3, "Service account tokens"): JSON Web Tokens that this server signs and verifies. `bound-objects.ts` checks the
 * account and the objects a token is bound to on every use. The JWT library is loaded with the first token.
 */
import type { FlagValues } from '../../api/flag.ts';
import type { AccountClaims, AccountTokenIssuer } from '../../api/tokens.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { claimsOf, legacyIssuer, privateClaims } from './claims.ts';
import { apiAudiences, extendExpiration, issuer, maxExpiration } from './flags.ts';
import type { AccountKey, AccountKeys, SigningKey } from './keys.ts';
import { LegacyUses } from './legacy-uses.ts';

/** Token whose signature and times are valid. */
export interface VerifiedToken {
	readonly claims: AccountClaims;
	readonly issuer: string;
	/** Audiences that the token names. Empty: the token names none, and is valid for this server. */
	readonly audiences: readonly string[];
	/** Expiry in milliseconds since the epoch, with leeway. */
	readonly endsMs: number;
	readonly id?: string;
}

/** Tolerated clock difference between servers, the same as in Kubernetes. */
const leewaySeconds = 60;
/** Length limit of tokens in characters. Our tokens have about 1 KB; longer texts are rejected without being parsed. */
const longest = 16 * 1024;

export class AccountTokens implements AccountTokenIssuer {
	/** Accepted issuers. New tokens name the first one. */
	readonly issuers: readonly [string, ...string[]];
	readonly audiences: readonly string[];
	readonly maxSeconds: number | undefined;
	readonly extendsExpiration: boolean;
	readonly keys: AccountKeys;
	readonly legacyUses = new LegacyUses();
	readonly #vocabulary: Vocabulary;
	readonly #byId: ReadonlyMap<string, AccountKey>;

	constructor(keys: AccountKeys, flags: FlagValues, vocabulary: Vocabulary) {
		const [first = `https://${vocabulary.product}.default.svc.cluster.local`, ...others] = flags.of(issuer);
		const audiences = flags.of(apiAudiences);
		const maxMs = flags.of(maxExpiration);
		this.issuers = [first, ...others];
		this.audiences = audiences.length > 0 ? audiences : this.issuers;
		this.maxSeconds = maxMs === undefined ? undefined : maxMs / 1000;
		this.extendsExpiration = flags.of(extendExpiration);
		this.keys = keys;
		this.#vocabulary = vocabulary;
		this.#byId = new Map(keys.believed.map((key) => [key.id, key]));
	}

	async issue(claims: AccountClaims, audiences: readonly string[], seconds: number, id: string | undefined): Promise<string> {
		const nowSeconds = Math.floor(Date.now() / 1000);
		return this.#sign(this.keys.signing, {
			aud: [...audiences],
			exp: nowSeconds + seconds,
			iat: nowSeconds,
			iss: this.issuers[0],
			...(id !== undefined && { jti: id }),
			...privateClaims(claims, this.#vocabulary),
			nbf: nowSeconds,
			sub: `system:serviceaccount:${claims.namespace}:${claims.account.name}`,
		});
	}

	async issueForSecret(claims: AccountClaims): Promise<string> {
		return this.#sign(this.keys.signingForSecrets, privateClaims(claims, this.#vocabulary));
	}

	async #sign({ algorithm, id, privateKey }: SigningKey, payload: Readonly<Record<string, unknown>>): Promise<string> {
		const { SignJWT } = await import('../jwt.ts');
		return new SignJWT({ ...payload }).setProtectedHeader({ alg: algorithm, kid: id }).sign(privateKey);
	}

	/** Reports whether a text looks like a JWT, without loading the library. */
	mayBe(token: string): boolean {
		return token.length <= longest && token.startsWith('ey') && token.split('.', 4).length === 3;
	}

	/** Verifies a token. Returns undefined for foreign and for invalid tokens alike; callers cannot tell the two apart. */
	async verify(token: string): Promise<VerifiedToken | undefined> {
		const { decodeJwt, decodeProtectedHeader, jwtVerify, errors } = await import('../jwt.ts');
		const issuers = [...this.issuers, legacyIssuer(this.#vocabulary)];
		try {
			const { iss } = decodeJwt(token);
			if (iss === undefined || !issuers.includes(iss)) return undefined;
			const { kid, alg } = decodeProtectedHeader(token);
			for (const { algorithm, publicKey } of this.#candidates(kid, alg)) {
				const payload = await unlessForged(jwtVerify(token, publicKey, { algorithms: [algorithm], issuer: iss, clockTolerance: leewaySeconds }), errors);
				if (payload !== undefined) return this.#verified(payload.payload, iss);
			}
		} catch (error) {
			if (!(error instanceof errors.JOSEError)) throw error;
		}
		return undefined;
	}

	/** Returns the keys that may have signed a token. A token without a key ID is tried with every key of its algorithm. */
	#candidates(id: string | undefined, algorithm: string | undefined): readonly AccountKey[] {
		const byId = id === undefined ? this.keys.believed : [this.#byId.get(id)];
		return byId.filter((key) => key !== undefined && key.algorithm === algorithm) as readonly AccountKey[];
	}

	#verified(payload: Readonly<Record<string, unknown>>, iss: string): VerifiedToken | undefined {
		const claims = claimsOf(payload, this.#vocabulary);
		if (claims === undefined) return undefined;
		const { aud, exp, iat, jti } = payload;
		const isLegacy = claims.liesIn !== undefined;
		// Only tokens stored in Secrets may lack an expiry.
		if (!isLegacy && typeof exp !== 'number') return undefined;
		if (typeof iat === 'number' && iat > Date.now() / 1000 + leewaySeconds) return undefined;
		return {
			claims,
			issuer: iss,
			audiences: typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud : [],
			endsMs: typeof exp === 'number' ? (exp + leewaySeconds) * 1000 : Number.POSITIVE_INFINITY,
			...(typeof jti === 'string' && jti !== '' && { id: jti }),
		};
	}
}

/** Returns undefined when the signature does not match, because another key may fit. Other errors are rethrown. */
async function unlessForged<T>(verifying: Promise<T>, errors: typeof import('jose').errors): Promise<T | undefined> {
	try {
		return await verifying;
	} catch (error) {
		if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
		throw error;
	}
}
