/**
 * Keys of service account tokens: one signing key and the keys that verify tokens. Without flags the server uses generated keys in a file
 * next to its other keys. The first key of that file signs; the others are retired keys, kept until their tokens have expired.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Flag, FlagValues } from '../../api/flag.ts';
import { restrictToOwner } from '../../storage/file-permissions.ts';
import { readIfThere, type Writing, writePrivateFiles } from '../../storage/private-files.ts';
import { readUserFile } from '../../storage/read-user-file.ts';
import { keyFiles, secretSigningKeyFile, signingKeyFile } from './flags.ts';

export interface AccountKey {
	/** Key ID, derived from the public key, so that a token reveals no part of the private key. */
	readonly id: string;
	/** JWS algorithm (RFC 7518). Each key has exactly one, so that a token cannot choose another. */
	readonly algorithm: string;
	readonly publicKey: KeyObject;
}

export interface SigningKey extends AccountKey {
	readonly privateKey: KeyObject;
}

export interface AccountKeys {
	readonly signing: SigningKey;
	/** Key that signs tokens stored in Secrets. */
	readonly signingForSecrets: SigningKey;
	/** Keys that verify tokens, including the signing keys. */
	readonly believed: readonly AccountKey[];
}

export interface AccountKeyParts {
	readonly flags: FlagValues;
	/** Key file of a user-provided serving certificate. It verifies tokens when --service-account-key-file is absent. */
	readonly tlsKeyFile: string | undefined;
	/** Folder of the server's generated keys. */
	readonly folder: string;
	readonly writing: Writing;
	/** Reports files that other users can read. */
	readonly warn: (sentence: string) => void;
}

/** Opens the keys that the flags name. Rejects with an Error of one sentence that names the flag and the file. */
export async function openAccountKeys({ flags, tlsKeyFile, folder, writing, warn }: AccountKeyParts): Promise<AccountKeys> {
	const file = flags.of(signingKeyFile);
	const own = file === undefined ? await ownKeys(join(folder, 'sa.key'), writing, warn) : [];
	const signing = file === undefined ? own[0] : await signingKey(signingKeyFile, file, warn);
	if (signing === undefined) throw new Error(`${join(folder, 'sa.key')}: no PEM private key found`);
	const secretFile = flags.of(secretSigningKeyFile);
	const signingForSecrets = secretFile === undefined ? signing : await signingKey(secretSigningKeyFile, secretFile, warn);
	const files = flags.of(keyFiles);
	const others = await Promise.all(files.map((each) => readKeyFile(keyFiles.name, each, believedKeysIn)));
	if (files.length === 0 && tlsKeyFile !== undefined) others.push(await readKeyFile('tls-private-key-file', tlsKeyFile, fittingKeysIn));
	const believed = new Map<string, AccountKey>();
	for (const key of [signing, signingForSecrets, ...own, ...others.flat()]) if (!believed.has(key.id)) believed.set(key.id, key);
	return { signing, signingForSecrets, believed: [...believed.values()] };
}

async function signingKey({ name }: Flag<unknown>, file: string, warn: (sentence: string) => void): Promise<SigningKey> {
	const [first] = await readKeyFile(name, file, signingKeysIn, warn);
	if (first === undefined) throw new Error(`--${name} ${file}: no PEM private key found`);
	return first;
}

async function ownKeys(file: string, writing: Writing, warn: (sentence: string) => void): Promise<readonly SigningKey[]> {
	await restrictToOwner(file, warn);
	const known = await readIfThere(file);
	if (known !== undefined) return within(file, () => signingKeysIn(known));
	// An elliptic-curve key, because generating an RSA key takes longer than starting the server.
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
	await writing(() => writePrivateFiles({ path: file, text: pem }));
	return signingKeysIn(pem);
}

async function readKeyFile<T>(flag: string, file: string, read: (pem: string) => readonly T[], warn?: (sentence: string) => void): Promise<readonly T[]> {
	const what = `--${flag} ${file}`;
	if (warn !== undefined) await restrictToOwner(file, warn);
	let pem: string;
	try {
		pem = await readUserFile(file);
	} catch (error) {
		throw new Error(`${what}: cannot be read: ${(error as Error).message}`, { cause: error });
	}
	return within(what, () => read(pem));
}

function within<T>(what: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
	}
}

/** Parses the private keys of a PEM file. Throws an Error that describes the problem. */
export function signingKeysIn(pem: string): readonly SigningKey[] {
	return blocksOf(pem, /PRIVATE KEY$/).map((block) => {
		const privateKey = keyOf(block, createPrivateKey);
		return { ...accountKey(createPublicKey(privateKey)), privateKey };
	});
}

/** Parses the public keys of a PEM file, including those of private keys and certificates. */
function believedKeysIn(pem: string): readonly AccountKey[] {
	return blocksOf(pem, /(?:PRIVATE KEY|PUBLIC KEY|CERTIFICATE)$/).map((block) => accountKey(keyOf(block, createPublicKey)));
}

/**
 * Parses the keys of a serving-key file that can verify tokens. Key types without a token algorithm are skipped; they serve connections
 * only.
 */
function fittingKeysIn(pem: string): readonly AccountKey[] {
	return blocksOf(pem, /PRIVATE KEY$/)
		.map((block) => keyOf(block, createPublicKey))
		.filter((key) => fittingAlgorithm(key) !== undefined)
		.map(accountKey);
}

function blocksOf(pem: string, kind: RegExp): readonly string[] {
	const blocks = [...pem.matchAll(/-----BEGIN ([A-Z ]+)-----[^-]*-----END \1-----/g)].filter(([, name = '']) => kind.test(name));
	if (blocks.length === 0) throw new Error(`no PEM ${kind.test('PUBLIC KEY') ? 'key' : 'private key'} found`);
	return blocks.map(([block]) => block);
}

function keyOf(block: string, read: (pem: string) => KeyObject): KeyObject {
	try {
		return read(block);
	} catch (error) {
		throw new Error(`unreadable key: ${(error as Error).message}`, { cause: error });
	}
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
const leastRsaBits = 2048;

function accountKey(publicKey: KeyObject): AccountKey {
	const der = publicKey.export({ type: 'spki', format: 'der' });
	return { id: createHash('sha256').update(der).digest('base64url'), algorithm: algorithmOf(publicKey), publicKey };
}

function algorithmOf(key: KeyObject): string {
	const algorithm = fittingAlgorithm(key);
	if (algorithm !== undefined) return algorithm;
	if (key.asymmetricKeyType === 'rsa') throw new Error(`expected an RSA key of at least ${leastRsaBits} bits`);
	throw new Error('expected an RSA key, or an elliptic-curve key for P-256, P-384 or P-521');
}

function fittingAlgorithm({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
	if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) < leastRsaBits ? undefined : 'RS256';
	return asymmetricKeyType === 'ec' ? curves[asymmetricKeyDetails?.namedCurve ?? ''] : undefined;
}
