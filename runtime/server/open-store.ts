/** The store that `--data-dir` and `--datastore` name, with its objects in the versions in which they are stored now. */
import { resolve } from 'node:path';
import type { Catalog } from '../model/catalog.ts';
import { compile } from '../schema/compile.ts';
import { servedResources } from '../serving/resources.ts';
import { makeDataFolder } from '../storage/data-folder.ts';
import { openStore as openDatastore } from '../storage/index.ts';
import type { Store } from '../storage/store.ts';
import type { Log } from '../telemetry/log.ts';
import { rewriteStoredVersions } from '../verbs/write/stored-versions.ts';
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

/** `onFatal`: nothing can be acknowledged any more. Throws an Error with one sentence. */
export async function openStore(
	{ datastore, flags }: ServerOptions,
	dataDir: string,
	{ vocabulary, views }: Generated,
	onFatal: (error: Error) => void,
): Promise<Store> {
	return await openDatastore(datastore, { flags, dataDir, vocabulary: vocabulary.name, ...(views !== undefined && { views }), onFatal });
}

/** `catalog`: the generated one, narrowed. Rules and hooks stay out of it: what is stored was accepted once. */
export async function rewriteStored(generated: Generated, catalog: Catalog, store: Store, log: Log): Promise<void> {
	const lookup = (of: Catalog) => servedResources(of, compile(of), {});
	let all: ReturnType<typeof lookup> | undefined;
	const count = await rewriteStoredVersions({
		store,
		kinds: generated.catalog.kinds,
		now: lookup(catalog),
		ever: () => {
			all ??= lookup(generated.catalog);
			return all;
		},
	});
	if (count > 0) log.warn('objects were rewritten in the version in which their kind is stored now', { count });
}
