/** The store that `--data-dir` and `--datastore` name. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDataFolder } from '../storage/data-folder.ts';
import { ownKeyFile } from '../storage/encryption/own-key.ts';
import type { StoreContext } from '../storage/engine.ts';
import { findStore, isStoreFile, openStore as openDatastore } from '../storage/index.ts';
import { ownersAlone } from '../storage/owners-alone.ts';
import { namesIn } from '../storage/private-files.ts';
import type { Store } from '../storage/store.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';

/** Resolves to the absolute path. Throws an Error with a sentence that names the flag. */
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
 * What earlier starts, or somebody else, left wider than it should be. A folder that holds other things as well is left as it is: it
 * is not ours, and what is ours in it is private by itself. Throws an Error with one sentence.
 */
export async function narrowDataDir(dataDir: string, report: (sentence: string) => void): Promise<void> {
	const names = await readdir(dataDir);
	const databases = names.filter(isStoreFile);
	const keys = names.includes('pki') ? await namesIn(join(dataDir, 'pki')) : [];
	const secret = keys.filter((name) => name.endsWith('.key')).map((name) => join('pki', name));
	// Other programs have a folder of this name too.
	const isOurs = names.length === 0 || secret.length > 0 || databases.length > 0;
	if (!isOurs) return;
	for (const name of ['', 'pki', ...secret, 'kubeconfig', ownKeyFile, ...databases]) await ownersAlone(join(dataDir, name), report, { folders: true });
}

/** Whether a store may have been kept where the flags say. Throws an Error with one sentence. */
export function isStoreThere(options: ServerOptions, dataDir: string): boolean {
	return keptBytes(options, dataDir) !== 0;
}

/** Bytes of what has been kept where the flags say; undefined: nobody knows before it is opened. Throws as above. */
export function keptBytes({ datastore }: ServerOptions, dataDir: string): number | undefined {
	const { engine, location } = findStore(datastore, dataDir);
	return engine.keptBytes?.(location);
}

/** That objects are there, and no keys were. */
export function newKeys(dataDir: string): string {
	return `the keys in ${join(dataDir, 'pki')} have been made now, though there were objects: certificates and kubeconfigs that were given out before are not believed any more; stop the server and put back the folder if they should be`;
}

/** Throws an Error with one sentence. Called before keys are made: those that are there say that there were objects. */
export async function openStore(
	{ datastore, acceptDataLoss, flags }: ServerOptions,
	dataDir: string,
	{ vocabulary, views }: Generated,
	{ onFatal, onReport, thread }: Pick<StoreContext, 'onFatal' | 'onReport' | 'thread'>,
): Promise<Store> {
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
