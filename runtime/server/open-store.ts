/** The store that `--data-dir` and `--datastore` name. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDataFolder } from '../storage/data-folder.ts';
import type { StoreContext } from '../storage/engine.ts';
import { openStore as openDatastore } from '../storage/index.ts';
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

/** Throws an Error with one sentence. Called before keys are made: those that are there say that there were objects. */
export async function openStore(
	{ datastore, acceptDataLoss, flags }: ServerOptions,
	dataDir: string,
	{ vocabulary, views }: Generated,
	{ onFatal, onReport }: Pick<StoreContext, 'onFatal' | 'onReport'>,
): Promise<Store> {
	const known = existsSync(join(dataDir, 'pki'));
	return await openDatastore(datastore, {
		flags,
		dataDir,
		vocabulary: vocabulary.name,
		...(views !== undefined && { views }),
		known,
		acceptLoss: acceptDataLoss,
		onReport,
		onFatal,
	});
}
