/**
 * Objects in a data directory at one moment, with or without a running server. They are read without a lock, like a backup, and decrypted
 * with the server's own key if present.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { MalformedError } from '../../../runtime/model/malformed.ts';
import { copiesOf } from '../../../runtime/storage/copies.ts';
import { Encryption, UnknownKeyError, UnreadableError } from '../../../runtime/storage/encryption/encryption.ts';
import { openOwnKey, ownKeyPath } from '../../../runtime/storage/encryption/own-key.ts';
import { isMark, keyOf } from '../../../runtime/storage/encryption/provider.ts';
import { findStore, isStoreFile } from '../../../runtime/storage/index.ts';
import { atOnce } from '../../../runtime/storage/private-files.ts';
import type { Row } from '../../../runtime/storage/store.ts';
import { parseJson } from '../../../runtime/wire/json/json.ts';
import { displayName } from '../spec-roots.ts';
import type { StoredIn, Taking } from './stored-in.ts';

/** Returns the objects of a data directory. `named`: folder of --data-dir, or database file. */
export function inDataDir(named: string): StoredIn {
	const path = resolve(named);
	return {
		name: displayName(path) || '.',
		async read(begin) {
			const { folder, datastore } = await placeOf(path);
			const { engine, location } = findStore(datastore, folder);
			if (engine.keptBytes?.(location) === 0) throw new Error(`${displayName(folder) || '.'} is not a data directory of a server: it has no stored objects`);
			const keys = await keysIn(folder);
			let taking: Taking | undefined;
			await copiesOf(engine.scheme).backUp(location, {
				salvage: true,
				onBegin: ({ vocabulary }) => {
					taking = begin({ vocabulary });
				},
				onRow: (row) => taking && takeRow(row, taking, keys),
				onLost: (sentence) => taking?.takeUnreadable('(damaged)', sentence),
			});
		},
	};
}

async function placeOf(path: string): Promise<{ readonly folder: string; readonly datastore: string | undefined }> {
	const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
		throw new Error(
			`--objects ${displayName(path)}: ${error.code === 'ENOENT' ? 'the folder does not exist: give the data directory of a server, or its https:// address' : error.message}`,
		);
	});
	if (found.isDirectory()) return { folder: path, datastore: undefined };
	if (!isStoreFile(basename(path))) throw new Error(`--objects ${displayName(path)}: not a data directory: use the --data-dir of a server`);
	return { folder: dirname(path), datastore: `sqlite:${path}` };
}

interface Keys {
	readonly encryption: Encryption;
	readonly path: string;
	/** Reason why the key file cannot be used. */
	readonly failure: string | undefined;
}

/** Opens the server's keys without creating one. */
async function keysIn(folder: string): Promise<Keys> {
	const path = ownKeyPath(folder);
	const isKnown = () => true;
	try {
		const own = await openOwnKey({ path, writes: false, writing: atOnce });
		return { encryption: new Encryption({ rules: [], providers: [own], sources: path, isKnown }), path, failure: undefined };
	} catch (error) {
		return { encryption: new Encryption({ rules: [], providers: [], sources: path, isKnown }), path, failure: (error as Error).message };
	}
}

function takeRow(row: Row, taking: Taking, { encryption, path, failure }: Keys): void {
	const { resource, namespace, name } = row;
	try {
		const object = parseJson(encryption.opened(row, row).bytes);
		if (typeof object !== 'object' || object === null || Array.isArray(object)) taking.takeUnreadable(resource, 'the stored value is not an object');
		else taking.take({ resource, namespace, name, object });
	} catch (error) {
		const reason = reasonOf(error, row, path, failure);
		if (reason === undefined) throw error;
		taking.takeUnreadable(resource, reason);
	}
}

/**
 * Explains why an object cannot be read, without its name, so that reasons can be grouped, and without encrypted content. Undefined for an
 * unexpected error.
 */
function reasonOf(error: unknown, { version }: Row, path: string, failure: string | undefined): string | undefined {
	const why = failure ?? `it is not in ${displayName(path)}`;
	if (error instanceof UnknownKeyError) return `they are encrypted with the key ${keyOf(version)}, and ${why}`;
	if (error instanceof UnreadableError) return 'the stored value differs from the encrypted one';
	if (error instanceof MalformedError) return isMark(version) ? 'the decrypted value is not JSON' : 'the stored value is not JSON';
	return undefined;
}
