/** Opens the store that `--data-dir` and `--datastore` name. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDataFolder } from '../storage/data-folder.ts';
import { ownKeyFile } from '../storage/encryption/own-key.ts';
import type { OpenedStore, StoreContext } from '../storage/engine.ts';
import { restrictToOwner } from '../storage/file-permissions.ts';
import { findStore, isStoreFile, openStore as openDatastore } from '../storage/index.ts';
import { namesIn } from '../storage/private-files.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';

/** Creates the data directory and resolves to its absolute path. Throws an Error with a sentence that names the flag. */
export async function makeDataDir(path: string): Promise<string> {
	const folder = resolve(path);
	try {
		await makeDataFolder(folder);
	} catch (error) {
		throw new Error(`cannot use ${folder} as --data-dir: ${(error as Error).message}`, { cause: error });
	}
	return folder;
}

/**
 * Removes permissions that earlier starts or other users left too wide. A folder with files of other programs keeps its permissions; the
 * server's own files in it are private anyway. Throws an Error with one sentence.
 */
export async function narrowDataDir(dataDir: string, report: (sentence: string) => void): Promise<void> {
	const names = await readdir(dataDir);
	const databases = names.filter(isStoreFile);
	const keys = names.includes('pki') ? await namesIn(join(dataDir, 'pki')) : [];
	const secret = keys.filter((name) => name.endsWith('.key')).map((name) => join('pki', name));
	// A `pki` folder alone proves nothing, because other programs have one, too.
	const isOurs = names.length === 0 || secret.length > 0 || databases.length > 0;
	if (!isOurs) return;
	for (const name of ['', 'pki', ...secret, 'kubeconfig', ownKeyFile, ...databases]) await restrictToOwner(join(dataDir, name), report, { folders: true });
}

/** Reports whether a store may exist where the flags point. Throws an Error with one sentence. */
export function isStoreThere(options: ServerOptions, dataDir: string): boolean {
	const { engine, location } = findStore(options.datastore, dataDir);
	return engine.keptBytes?.(location) !== 0;
}

/** Returns the warning for a store with objects whose server keys are missing. */
export function newKeys(dataDir: string): string {
	return `the keys in ${join(dataDir, 'pki')} were newly generated, although the store has objects: certificates and kubeconfigs issued before are no longer accepted. To keep them valid, stop the server and restore the folder`;
}

/**
 * Opens the store. Throws an Error with one sentence. Must be called before keys are created: existing keys mean that the store had
 * objects.
 */
export async function openStore(
	{ datastore, acceptDataLoss, flags }: ServerOptions,
	dataDir: string,
	{ vocabulary, views }: Generated,
	{ onFatal, onReport, thread }: Pick<StoreContext, 'onFatal' | 'onReport' | 'thread'>,
): Promise<OpenedStore> {
	const known = existsSync(join(dataDir, 'pki'));
	return await openDatastore(datastore, {
		flags,
		dataDir,
		vocabulary: vocabulary.name,
		...(views !== undefined && { views }),
		...(thread !== undefined && { thread }),
		known,
		acceptLoss: acceptDataLoss,
		onReport,
		onFatal,
	});
}
