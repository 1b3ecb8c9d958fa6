/**
 * Derives keys from a secret (HKDF-SHA256, RFC 5869) with a random salt that is stored with the ciphertext. A new salt is drawn at each
 * start and after 2^31 uses. Therefore no key is used more often than its cipher allows, however many servers share the secret and however
 * often they start.
 */
import { hkdfSync, randomBytes } from 'node:crypto';

export const saltBytes = 16;

/** Maximum number of uses of a key before the next salt. AES-GCM allows 2^32. */
const mostUses = 2 ** 31;

export interface DerivedKey<K> {
	readonly salt: Buffer;
	readonly key: K;
	/** Number of times that the key was used before. */
	readonly uses: number;
}

/**
 * Derives and caches keys. `K`: form of a key that the cipher prepares once from the key's bytes. Preparing it for each use would cost
 * three times as much as the use.
 */
export class DerivedKeys<K> {
	readonly #secret: Uint8Array;
	readonly #purpose: string;
	readonly #keyBytes: number;
	readonly #prepare: (bytes: Buffer) => K;
	readonly #mostUses: number;
	/** Prepared keys by salt, as text with one character a byte. There is an entry for each start whose rows still exist. */
	readonly #keys = new Map<string, K>();
	#writing: { readonly salt: Buffer; readonly key: K; uses: number } | undefined;

	/** `purpose`: name of the cipher, so that two ciphers with one secret derive different keys. */
	constructor(secret: Uint8Array, purpose: string, keyBytes: number, prepare: (bytes: Buffer) => K, usesAtMost = mostUses) {
		this.#secret = secret;
		this.#purpose = purpose;
		this.#keyBytes = keyBytes;
		this.#prepare = prepare;
		this.#mostUses = usesAtMost;
	}

	/** Returns the key for one encryption. */
	next(): DerivedKey<K> {
		let writing = this.#writing;
		if (writing === undefined || writing.uses >= this.#mostUses) {
			const salt = randomBytes(saltBytes);
			writing = { salt, key: this.of(salt), uses: 0 };
			this.#writing = writing;
		}
		return { salt: writing.salt, key: writing.key, uses: writing.uses++ };
	}

	of(salt: Uint8Array): K {
		const text = Buffer.from(salt.buffer, salt.byteOffset, salt.byteLength).toString('latin1');
		let key = this.#keys.get(text);
		if (key === undefined) {
			key = this.#prepare(Buffer.from(hkdfSync('sha256', this.#secret, salt, this.#purpose, this.#keyBytes)));
			this.#keys.set(text, key);
		}
		return key;
	}
}

/** Returns a fingerprint that distinguishes secrets without revealing them. */
export function fingerprint(secret: Uint8Array): string {
	return Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint of a key', 4)).toString('hex');
}
