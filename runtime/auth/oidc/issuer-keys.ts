/**
 * Keys of an issuer, found through its discovery document (OpenID Connect Discovery 1.0). They are read on first use, after a while, and
 * when a token names an unknown key. An unreachable issuer is not contacted for each token.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { getJson } from '../../remote/get-json.ts';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from '../jwt.ts';

export interface IssuerParts {
	readonly issuer: string;
	/** URL of the discovery document. Undefined: the well-known place below the issuer's URL. */
	readonly discoveryUrl?: string | undefined;
	/** PEM of the issuer's CA. Undefined: the system's trust store. */
	readonly ca: string | undefined;
	readonly signal: AbortSignal;
	/** Reports each failure. */
	readonly failed: (sentence: string) => void;
	/** Records each read of the key set: its text, or undefined after a failure. */
	readonly keysRead: (text: string | undefined) => void;
}

/** Delay after a failure. */
const pauseMs = 10_000;
/** Delay between reads for unknown keys. Without it, a client could trigger a request to the issuer with each forged token. */
const unknownPauseMs = 1_000;
/** Age at which keys are read again; bounds the trust in a revoked key. */
const goodForMs = 10 * 60_000;

interface Keys {
	readonly find: ReturnType<typeof createLocalJWKSet>;
	readonly readMs: number;
}

/** Error of an issuer whose keys cannot be read. */
export class IssuerAway extends Error {
	override readonly name = 'IssuerAway';
}

export interface IssuerKeys {
	/** Finds the key of a token. Rejects with JOSEError for an unknown key, and with IssuerAway when the issuer is unreachable. */
	readonly getKey: JWTVerifyGetKey;
	/** Resolves once the keys have been read. Rejects with IssuerAway when they cannot be read within this time. */
	ready(withinMs: number): Promise<void>;
}

export function issuerKeys(parts: IssuerParts): IssuerKeys {
	let place: URL | undefined;
	let keys: Keys | undefined;
	let reading: Promise<Keys> | undefined;
	let failedMs = Number.NEGATIVE_INFINITY;
	// Reads the keys at the start, so that a configuration error is reported before the first user arrives.
	read().catch(() => undefined);
	return { getKey, ready };

	async function getKey(...[header, token]: Parameters<JWTVerifyGetKey>): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
		const known = keys !== undefined && performance.now() - keys.readMs < goodForMs ? keys : await readKeys();
		try {
			return await known.find(header, token);
		} catch (error) {
			if (!(error instanceof errors.JWKSNoMatchingKey) || performance.now() - known.readMs < unknownPauseMs) throw error;
			return (await readKeys()).find(header, token);
		}
	}

	async function ready(withinMs: number): Promise<void> {
		const startMs = performance.now();
		while (keys === undefined) {
			try {
				await read();
			} catch (error) {
				if (performance.now() - startMs + pauseMs > withinMs) throw error;
				await pause(pauseMs, undefined, { signal: parts.signal });
			}
		}
	}

	async function readKeys(): Promise<Keys> {
		if (reading === undefined && performance.now() - failedMs < pauseMs)
			throw new IssuerAway(`the keys of ${parts.issuer} could not be read moments ago; retry later`);
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
		keys = { find: await readKeySet(place, parts), readMs: performance.now() };
		return keys;
	}
}

async function readKeySet(place: URL, { ca, signal, keysRead }: IssuerParts): Promise<Keys['find']> {
	try {
		const { value, text } = await getJson(place, ca, signal);
		const find = createLocalJWKSet(value as JSONWebKeySet);
		keysRead(text);
		return find;
	} catch (error) {
		keysRead(undefined);
		throw error;
	}
}

async function keysPlace({ issuer, discoveryUrl, ca, signal }: IssuerParts): Promise<URL> {
	const url = new URL(discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
	const { value: found } = await getJson(url, ca, signal);
	const { issuer: said, jwks_uri: place } = (typeof found === 'object' && found !== null ? found : {}) as {
		readonly issuer?: unknown;
		readonly jwks_uri?: unknown;
	};
	if (said !== issuer) throw new Error(`${url.href} is the document of another issuer: ${JSON.stringify(said)}`);
	if (typeof place !== 'string' || !URL.canParse(place) || new URL(place).protocol !== 'https:') throw new Error(`${url.href} has no https URL in jwks_uri`);
	return new URL(place);
}
