/**
 * Key of the server itself, for resources without a configured one. It is in a file in the data directory, separate from the database and
 * readable only by its owner. The file has a key per line; the first key encrypts. To rotate, insert a line at the top and restart.
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
	/** True when this key encrypts some resource. Otherwise an existing file serves only to decrypt. */
	readonly writes: boolean;
	readonly writing: Writing;
}

/** Opens the key file. Rejects with a sentence that names file and line. */
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
		// The file is created only after all stored rows could be read. Otherwise a new file would hide that rows need a key that was lost.
		async begin() {
			if (writes) provider ??= provided(await makeOwnKey(path, writing));
		},
	};
}

function provided(keys: readonly [GivenKey, ...GivenKey[]]): EncryptionProvider {
	return givenKeys('aesgcm', keys, aesGcm);
}

/** Reads the key file; undefined when it does not exist. */
async function readOwnKeys(path: string): Promise<readonly [GivenKey, ...GivenKey[]] | undefined> {
	const text = await readIfThere(path);
	if (text === undefined) return undefined;
	const [first, ...others] = text.split('\n').flatMap((line, i) => keysIn(line.trim(), `${path}:${i + 1}`));
	if (first === undefined) throw new Error(`${path} contains no key: restore the file`);
	return [first, ...others];
}

/** Creates the key file. It is durable before the key encrypts anything. */
async function makeOwnKey(path: string, writing: Writing): Promise<readonly [GivenKey, ...GivenKey[]]> {
	const secret = randomBytes(secretBytes);
	const text = `# Key that encrypts Secrets in the database. Without it they are lost: keep a copy separate from backups.\n${secret.toString('base64')}\n`;
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
	if (secret.byteLength !== secretBytes || secret.toString('base64') !== line) throw new Error(`${where}: expected a key of ${secretBytes} bytes in base64`);
	return [own(secret)];
}

function own(secret: Uint8Array): GivenKey {
	return { name: 'own', secret };
}
