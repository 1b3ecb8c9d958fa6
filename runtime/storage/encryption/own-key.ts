/**
 * The server's own key, for whoever configures none: a file in the data dir, apart from the database, that only its owner may read.
 * A line for each key, the first of which encrypts; to change it, put another line in front and start again.
 */
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readIfThere, type Writing, writePrivateFiles } from '../private-files.ts';
import { aesGcm } from './ciphers/aes-gcm.ts';
import { type GivenKey, givenKeys } from './keys.ts';
import type { EncryptionProvider } from './provider.ts';

const secretBytes = 32;

export const ownKeyFile = 'encryption.key';

export function ownKeyPath(dataDir: string): string {
	return join(dataDir, ownKeyFile);
}

export interface OwnKeyOptions {
	readonly path: string;
	/** Whether something is to be encrypted with it; otherwise it only reads, where it is there. */
	readonly writes: boolean;
	readonly writing: Writing;
}

/** Rejects with a sentence that names file and line. */
export async function openOwnKey({ path, writes, writing }: OwnKeyOptions): Promise<EncryptionProvider> {
	const keys = await readOwnKeys(path);
	let provider = keys && provided(keys);
	return {
		name: 'own key',
		get current() {
			if (provider === undefined) throw new Error(`${path} is not made yet`);
			return provider.current;
		},
		isCurrent: (mark) => provider?.isCurrent(mark) === true,
		cipher: (mark) => provider?.cipher(mark),
		// Not before: rows that need a key that has gone are refused, and a new one in its place would hide that.
		async begin() {
			if (writes) provider ??= provided(await makeOwnKey(path, writing));
		},
	};
}

function provided(keys: readonly [GivenKey, ...GivenKey[]]): EncryptionProvider {
	return givenKeys('aesgcm', keys, aesGcm);
}

/** Undefined: there is no such file. */
async function readOwnKeys(path: string): Promise<readonly [GivenKey, ...GivenKey[]] | undefined> {
	const text = await readIfThere(path);
	if (text === undefined) return undefined;
	const [first, ...others] = text.split('\n').flatMap((line, i) => keysIn(line.trim(), `${path}:${i + 1}`));
	if (first === undefined) throw new Error(`${path} holds no key: put it back as it was`);
	return [first, ...others];
}

/** Durable before anything is encrypted with it. */
async function makeOwnKey(path: string, writing: Writing): Promise<readonly [GivenKey, ...GivenKey[]]> {
	const secret = randomBytes(secretBytes);
	const text = `# Encrypts Secrets in the database. Without it they are lost: keep a copy apart from backups.\n${secret.toString('base64')}\n`;
	await writing(async () => {
		await writePrivateFiles({ path, text });
		const folder = await open(dirname(path));
		try {
			await folder.sync();
		} finally {
			await folder.close();
		}
	});
	return [own(secret)];
}

function keysIn(line: string, where: string): GivenKey[] {
	if (line === '' || line.startsWith('#')) return [];
	const secret = Buffer.from(line, 'base64');
	if (secret.byteLength !== secretBytes || secret.toString('base64') !== line) throw new Error(`${where}: a key of ${secretBytes} bytes in base64 is expected`);
	return [own(secret)];
}

function own(secret: Uint8Array): GivenKey {
	return { name: 'own', secret };
}
