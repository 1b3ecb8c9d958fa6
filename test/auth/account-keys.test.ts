/** Keys that sign service account tokens, and keys that verify them (seed 3, "Service account tokens"). */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { AccountTokens } from '../../runtime/auth/accounts/account-tokens.ts';
import { privateClaims } from '../../runtime/auth/accounts/claims.ts';
import { type AccountKeyParts, openAccountKeys } from '../../runtime/auth/accounts/keys.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { makeScratch } from '../setup/scratch.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const edwards = generateKeyPairSync('ed25519').privateKey;

function file(name: string, key: KeyObject): string {
	const path = join(scratch.path, name);
	writeFileSync(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
	return path;
}

async function open(name: string, args: readonly string[], tlsKeyFile?: string) {
	const { options } = readFlags(['--data-dir', scratch.path, ...args]) as { options: ServerOptions };
	const folder = join(scratch.path, name);
	mkdirSync(folder);
	const parts: AccountKeyParts = { flags: options.flags, tlsKeyFile, folder, writing: (write) => write(), warn: () => undefined };
	return new AccountTokens(await openAccountKeys(parts), options.flags, vocabulary);
}

const claims = { namespace: 'default', account: { name: 'bot', uid: 'u' }, liesIn: 's' };
const isBelieved = async (tokens: AccountTokens, key: KeyObject, alg: string): Promise<boolean> =>
	(await tokens.verify(await new SignJWT({ ...privateClaims(claims, vocabulary) }).setProtectedHeader({ alg }).sign(key))) !== undefined;

it('a serving key that was given is believed where no key for tokens was', async () => {
	const tls = file('tls.pem', rsa);
	expect(await isBelieved(await open('fallback', [], tls), rsa, 'RS256')).toBe(true);
	expect(await isBelieved(await open('own', []), rsa, 'RS256')).toBe(false);
	const given = await open('given', ['--service-account-key-file', file('given.pem', curve)], tls);
	expect(await isBelieved(given, rsa, 'RS256')).toBe(false);
	expect(await isBelieved(given, curve, 'ES256')).toBe(true);
	expect((await open('edwards', [], file('edwards.pem', edwards))).keys.believed).toHaveLength(1);
});

it('a key of its own signs tokens in Secrets, and is believed', async () => {
	const tokens = await open('secrets', ['--service-account-private-key-file', file('secrets.pem', rsa)]);
	const inSecret = await tokens.issueForSecret(claims);
	expect(decodeProtectedHeader(inSecret).alg).toBe('RS256');
	expect(await tokens.verify(inSecret)).toMatchObject({ claims: { liesIn: 's' } });
	expect(decodeProtectedHeader(await tokens.issue(claims, ['a'], 600, undefined)).alg).toBe('ES256');
});
