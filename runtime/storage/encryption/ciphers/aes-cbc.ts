/**
 * AES-256-CBC with HMAC-SHA-512 over context, vector and ciphertext, combined as in RFC 7518 section 5.2.5. CBC alone would detect neither
 * modified ciphertext nor ciphertext moved to another object. Layout: salt, vector, ciphertext, tag.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../provider.ts';
import { DerivedKeys, saltBytes } from './derived-keys.ts';

const vectorBytes = 16;
const tagBytes = 32;
const half = 32;
const atText = saltBytes + vectorBytes;

export function aesCbc(secret: Uint8Array): Cipher {
	const keys = new DerivedKeys(secret, 'aes-256-cbc with hmac-sha-512', 2 * half, twoKeys);
	return {
		encrypt(context, plain) {
			const { salt, key } = keys.next();
			const vector = randomBytes(vectorBytes);
			return Buffer.concat([salt, vector, ...encryptedCbc(key, vector, plain, Buffer.from(context))]);
		},
		decrypt(context, encrypted) {
			if (encrypted.byteLength < atText + vectorBytes + tagBytes) throw new Error('it was cut short');
			const atTag = encrypted.byteLength - tagBytes;
			const key = keys.of(encrypted.subarray(0, saltBytes));
			const vector = encrypted.subarray(saltBytes, atText);
			return decryptedCbc(key, vector, encrypted.subarray(atText, atTag), Buffer.from(context), encrypted.subarray(atTag));
		},
	};
}

/** Keys of the HMAC and of the cipher. */
interface TwoKeys {
	readonly mac: KeyObject;
	readonly cipher: KeyObject;
}

export function twoKeys(bytes: Buffer): TwoKeys {
	return { mac: createSecretKey(bytes.subarray(0, half)), cipher: createSecretKey(bytes.subarray(half)) };
}

/** Encrypts with A256CBC-HS512. Returns ciphertext and tag. */
export function encryptedCbc(key: TwoKeys, vector: Uint8Array, plain: Uint8Array, context: Uint8Array): readonly [Buffer, Buffer] {
	const cipher = createCipheriv('aes-256-cbc', key.cipher, vector);
	const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
	return [ciphertext, tagOf(key, vector, ciphertext, context)];
}

/** Decrypts A256CBC-HS512. Throws when the tag does not match. */
export function decryptedCbc(key: TwoKeys, vector: Uint8Array, ciphertext: Uint8Array, context: Uint8Array, tag: Uint8Array): Buffer {
	if (!timingSafeEqual(tagOf(key, vector, ciphertext, context), tag)) throw new Error('it differs from the encrypted value');
	const decipher = createDecipheriv('aes-256-cbc', key.cipher, vector);
	return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

function tagOf(key: TwoKeys, vector: Uint8Array, ciphertext: Uint8Array, context: Uint8Array): Buffer {
	const contextBits = Buffer.alloc(8);
	contextBits.writeBigUInt64BE(8n * BigInt(context.byteLength));
	return createHmac('sha512', key.mac).update(context).update(vector).update(ciphertext).update(contextBits).digest().subarray(0, tagBytes);
}
