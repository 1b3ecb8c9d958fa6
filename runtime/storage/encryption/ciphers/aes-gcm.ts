/** AES-256-GCM; layout: salt, nonce, ciphertext, tag. Nonces are a counter, because each derived key has a single writer. */
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { Cipher } from '../provider.ts';
import { DerivedKeys, saltBytes } from './derived-keys.ts';

const nonceBytes = 12;
const tagBytes = 16;
const atText = saltBytes + nonceBytes;
const options = { authTagLength: tagBytes };

export function aesGcm(secret: Uint8Array, usesAtMost?: number): Cipher {
	const keys = new DerivedKeys(secret, 'aes-256-gcm', 32, createSecretKey, usesAtMost);
	return {
		encrypt(context, plain) {
			const { salt, key, uses } = keys.next();
			const whole = Buffer.alloc(atText + plain.byteLength + tagBytes);
			whole.set(salt, 0);
			whole.writeUIntBE(uses, atText - 6, 6);
			const cipher = createCipheriv('aes-256-gcm', key, whole.subarray(saltBytes, atText), options);
			cipher.setAAD(Buffer.from(context));
			whole.set(cipher.update(plain), atText);
			cipher.final();
			whole.set(cipher.getAuthTag(), atText + plain.byteLength);
			return whole;
		},
		decrypt(context, encrypted) {
			if (encrypted.byteLength < atText + tagBytes) throw new Error('it was cut short');
			const atTag = encrypted.byteLength - tagBytes;
			const decipher = createDecipheriv('aes-256-gcm', keys.of(encrypted.subarray(0, saltBytes)), encrypted.subarray(saltBytes, atText), options);
			decipher.setAAD(Buffer.from(context));
			decipher.setAuthTag(encrypted.subarray(atTag));
			const plain = decipher.update(encrypted.subarray(atText, atTag));
			decipher.final();
			return plain;
		},
	};
}
