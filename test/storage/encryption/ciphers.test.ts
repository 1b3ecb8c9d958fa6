/** Tests the ciphers of rows: confidentiality, and refusal to read altered data. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aesCbc, decryptedCbc, encryptedCbc, twoKeys } from '../../../runtime/storage/encryption/ciphers/aes-cbc.ts';
import { aesGcm } from '../../../runtime/storage/encryption/ciphers/aes-gcm.ts';
import { DerivedKeys, fingerprint, saltBytes } from '../../../runtime/storage/encryption/ciphers/derived-keys.ts';
import { secretbox } from '../../../runtime/storage/encryption/ciphers/secretbox.ts';
import { runs } from '../../setup/sample.ts';

const secret = randomBytes(32);
const ciphers = Object.entries({ aesGcm, aesCbc, secretbox });
const context = 'secrets\ndefault\nfirst';

describe.each(ciphers)('%s', (_, cipherOf) => {
	const cipher = cipherOf(secret);

	it('decrypts what it encrypted, given the secret', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 5000 }), fc.string(), (plain, belongsTo) => {
				const encrypted = cipher.encrypt(belongsTo, plain);
				expect(Buffer.from(cipherOf(secret).decrypt(belongsTo, encrypted))).toEqual(Buffer.from(plain));
			}),
			{ numRuns: runs(100) },
		);
	});

	it('hides the content, and never encrypts equally', () => {
		const plain = Buffer.from('a password, a password, a password');
		const [one, two] = [Buffer.from(cipher.encrypt(context, plain)), Buffer.from(cipher.encrypt(context, plain))];
		expect(one.includes('password')).toBe(false);
		expect(one.subarray(saltBytes).equals(two.subarray(saltBytes))).toBe(false);
	});

	it('refuses moved, changed and truncated values, and other secrets', () => {
		const encrypted = Buffer.from(cipher.encrypt(context, Buffer.from('value')));
		expect(() => cipher.decrypt('secrets\ndefault\nsecond', encrypted)).toThrow();
		expect(() => cipherOf(randomBytes(32)).decrypt(context, encrypted)).toThrow();
		for (let i = 0; i < encrypted.length; i++) {
			const changed = Buffer.from(encrypted);
			changed[i] = (changed[i] ?? 0) ^ 1;
			expect(() => cipher.decrypt(context, changed), `byte ${i}`).toThrow();
			expect(() => cipher.decrypt(context, encrypted.subarray(0, i)), `${i} bytes`).toThrow();
		}
	});
});

describe('keys', () => {
	it('are derived again at their usage limit, and nonces are never reused', () => {
		const cipher = aesGcm(secret, 3);
		const heads = Array.from({ length: 10 }, () => Buffer.from(cipher.encrypt(context, Buffer.from('x'))).toString('hex', 0, saltBytes + 12));
		expect(new Set(heads).size).toBe(10);
		expect(new Set(heads.map((head) => head.slice(0, 2 * saltBytes))).size).toBe(4);
	});

	it('from one secret differ by purpose and salt', () => {
		const salt = randomBytes(saltBytes);
		const derived = (purpose: string) => new DerivedKeys(secret, purpose, 32, (bytes) => bytes);
		const hex = (keys: DerivedKeys<Buffer>, by: Uint8Array) => Buffer.from(keys.of(by)).toString('hex');
		const all = [hex(derived('one'), salt), hex(derived('two'), salt), hex(derived('one'), randomBytes(saltBytes))];
		expect(new Set(all).size).toBe(3);
		expect(hex(derived('one'), salt)).toBe(all[0]);
	});

	it('have fingerprints that tell them apart', () => {
		expect(fingerprint(secret)).toBe(fingerprint(Buffer.from(secret)));
		expect(fingerprint(secret)).not.toBe(fingerprint(randomBytes(32)));
	});
});

/** Test vector of RFC 7518, appendix B.3. */
describe('A256CBC-HS512', () => {
	const key = twoKeys(Buffer.from(Array.from({ length: 64 }, (_, i) => i)));
	const vector = Buffer.from('1af38c2dc2b96ffdd86694092341bc04', 'hex');
	const plain = Buffer.from('A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy without inconvenience');
	const about = Buffer.from('The second principle of Auguste Kerckhoffs');
	const tag = '4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5';

	it('is as its standard has it', () => {
		const [ciphertext, found] = encryptedCbc(key, vector, plain, about);
		expect(ciphertext.toString('hex', 0, 16)).toBe('4affaaadb78c31c5da4b1b590d10ffbd');
		expect(found.toString('hex')).toBe(tag);
		expect(decryptedCbc(key, vector, ciphertext, about, found).equals(plain)).toBe(true);
	});
});
