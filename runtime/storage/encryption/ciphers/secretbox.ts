/**
 * XSalsa20 and Poly1305, as in NaCl's secretbox; layout: salt, nonce, box. Secretbox has no associated data, so each context gets its own
 * key. Loaded on demand, because it shares no code with the rest of a start.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import type { Cipher } from '../provider.ts';

const saltBytes = 16;
const nonceBytes = 24;
const tagBytes = 16;
const atText = saltBytes + nonceBytes;

export function secretbox(secret: Uint8Array): Cipher {
	const boxOf = (context: string, salt: Uint8Array, nonce: Uint8Array) =>
		xsalsa20poly1305(new Uint8Array(hkdfSync('sha256', secret, salt, `secretbox\n${context}`, 32)), nonce);
	return {
		encrypt(context, plain) {
			const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
			return Buffer.concat([salt, nonce, boxOf(context, salt, nonce).encrypt(plain)]);
		},
		decrypt(context, encrypted) {
			if (encrypted.byteLength < atText + tagBytes) throw new Error('it was cut short');
			return boxOf(context, encrypted.subarray(0, saltBytes), encrypted.subarray(saltBytes, atText)).decrypt(encrypted.subarray(atText));
		},
	};
}
