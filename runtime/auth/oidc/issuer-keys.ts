/**
 * The keys of an issuer: found by its discovery document (OpenID Connect Discovery 1.0), read when they are first needed, and again when a
 * token names one that is not among them, or a while has passed. An issuer that cannot be reached is not asked with each token.
 */

import { getJson } from '../../remote/get-json.ts';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from '../jwt.ts';

export interface IssuerParts {
	readonly issuer: string;
	/** PEM of the authorities of its certificate; undefined: whom the system believes. */
	readonly ca: string | undefined;
	readonly signal: AbortSignal;
	/** Hears of each failure. */
	readonly failed: (sentence: string) => void;
}

/** After a failure. */
const pauseMs = 10_000;
/** Anybody can name a key that is not there, and shall not have the issuer asked with each token. */
const unknownPauseMs = 1_000;
/** A key that the issuer has taken back is believed no longer than that. */
const goodForMs = 10 * 60_000;

interface Keys {
	readonly find: ReturnType<typeof createLocalJWKSet>;
	readonly readMs: number;
}

/** Its keys could not be read. */
export class IssuerAway extends Error {
	override readonly name = 'IssuerAway';
}

/** Gives the key of a token; rejects with JOSEError where there is none, and with IssuerAway where the issuer cannot be asked. */
export function issuerKeys(parts: IssuerParts): JWTVerifyGetKey {
	let place: URL | undefined;
	let keys: Keys | undefined;
	let reading: Promise<Keys> | undefined;
	let failedMs = Number.NEGATIVE_INFINITY;
	// A mistake in the configuration is heard of at the start, and not from the first user.
	read().catch(() => undefined);
	return async (header, token) => {
		const known = keys !== undefined && performance.now() - keys.readMs < goodForMs ? keys : await readKeys();
		try {
			return await known.find(header, token);
		} catch (error) {
			if (!(error instanceof errors.JWKSNoMatchingKey) || performance.now() - known.readMs < unknownPauseMs) throw error;
			return (await readKeys()).find(header, token);
		}
	};

	async function readKeys(): Promise<Keys> {
		if (reading === undefined && performance.now() - failedMs < pauseMs) throw new IssuerAway(`the keys of ${parts.issuer} could not be read a moment ago`);
		return read();
	}

	function read(): Promise<Keys> {
		reading ??= readNow()
			.catch((error: Error) => {
				failedMs = performance.now();
				const sentence = `tokens of ${parts.issuer} cannot be verified: ${error.message}`;
				parts.failed(sentence);
				throw new IssuerAway(sentence, { cause: error });
			})
			.finally(() => {
				reading = undefined;
			});
		return reading;
	}

	async function readNow(): Promise<Keys> {
		place ??= await keysPlace(parts);
		const set = (await getJson(place, parts.ca, parts.signal)) as JSONWebKeySet;
		keys = { find: createLocalJWKSet(set), readMs: performance.now() };
		return keys;
	}
}

async function keysPlace({ issuer, ca, signal }: IssuerParts): Promise<URL> {
	const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
	const found = await getJson(url, ca, signal);
	const { issuer: said, jwks_uri: place } = (typeof found === 'object' && found !== null ? found : {}) as {
		readonly issuer?: unknown;
		readonly jwks_uri?: unknown;
	};
	if (said !== issuer) throw new Error(`${url.href} is the document of another issuer, ${JSON.stringify(said)}`);
	if (typeof place !== 'string' || !URL.canParse(place) || new URL(place).protocol !== 'https:') throw new Error(`${url.href} names no https URL as jwks_uri`);
	return new URL(place);
}
