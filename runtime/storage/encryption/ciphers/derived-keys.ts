/**
 * Keys derived from a secret (HKDF-SHA256, RFC 5869) by a salt that is drawn at random and stored with what was encrypted. Each start,
 * and each two thousand million uses, draws another, so that no key is used more often than its cipher allows, whoever else has the
 * secret, and however often a server starts.
 */
import { hkdfSync, randomBytes } from 'node:crypto';

export const saltBytes = 16;

/** AES-GCM allows 2^32 uses of one key. */
const mostUses = 2 ** 31;

export interface DerivedKey<K> {
	readonly salt: Buffer;
	readonly key: K;
	/** How often it was used before. */
	readonly uses: number;
}

/** `K`: what a cipher makes of the bytes of a key, once; to give them to each use costs three times as much as the use. */
export class DerivedKeys<K> {
	readonly #secret: Uint8Array;
	readonly #purpose: string;
	readonly #keyBytes: number;
	readonly #prepare: (bytes: Buffer) => K;
	readonly #mostUses: number;
	/** By salt, as text of a character a byte: one for each start of which rows are left. */
	readonly #keys = new Map<string, K>();
	#writing: { readonly salt: Buffer; readonly key: K; uses: number } | undefined;

	/** `purpose`: the cipher, so that one secret given to two of them makes other keys. */
	constructor(secret: Uint8Array, purpose: string, keyBytes: number, prepare: (bytes: Buffer) => K, usesAtMost = mostUses) {
		this.#secret = secret;
		this.#purpose = purpose;
		this.#keyBytes = keyBytes;
		this.#prepare = prepare;
		this.#mostUses = usesAtMost;
	}

	/** For one use. */
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

/** Tells secrets apart, and nothing of them. */
export function fingerprint(secret: Uint8Array): string {
	return Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint of a key', 4)).toString('hex');
}
