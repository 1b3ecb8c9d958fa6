/** The stores that there are, one row each, and the one that `--datastore` names. */
import type { StoreContext, StoreEngine } from './engine.ts';
import { StorageRefusedError } from './errors.ts';
import { sqlite } from './sqlite/engine.ts';
import type { Store } from './store.ts';

/** The first is used when nothing is said. */
export const engines: readonly [StoreEngine, ...StoreEngine[]] = [sqlite];

/** As the flag would say it. */
export function defaultDatastore(dataDir: string): string {
	const [{ scheme, defaultLocation }] = engines;
	return `${scheme}:${defaultLocation?.(dataDir) ?? ''}`;
}

/** Whether a file of the data dir, by its name, belongs to a store that lies there. */
export function isStoreFile(name: string): boolean {
	return engines.some(({ ownsFile }) => ownsFile?.(name) === true);
}

export interface Datastore {
	readonly engine: StoreEngine;
	readonly location: string;
}

/** `datastore`: `SCHEME:LOCATION`; undefined: the first engine, at its own place. Throws StorageRefusedError. */
export function findStore(datastore: string | undefined, dataDir: string): Datastore {
	if (datastore === undefined) return { engine: engines[0], location: engines[0].defaultLocation?.(dataDir) ?? '' };
	const colon = datastore.indexOf(':');
	const engine = engines.find(({ scheme }) => scheme === datastore.slice(0, Math.max(0, colon)));
	if (engine !== undefined) return { engine, location: datastore.slice(colon + 1) };
	const there = engines.map(({ usage }) => usage).join(', ');
	throw new StorageRefusedError(`--datastore ${JSON.stringify(withoutCredentials(datastore))} is not supported: this server keeps objects in ${there}`);
}

/** Rejects with one sentence for the user. */
export async function openStore(datastore: string | undefined, context: StoreContext): Promise<Store> {
	const { engine, location } = findStore(datastore, context.dataDir);
	return await engine.open(location, context);
}

/** A refusal is logged, and a URL may hold a password. */
function withoutCredentials(datastore: string): string {
	return datastore.replace(/\/\/[^@/]*@/, '//...@');
}
