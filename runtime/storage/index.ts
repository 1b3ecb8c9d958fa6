/** The stores that there are, one row each, and the one that `--datastore` names. */
import type { Worker } from 'node:worker_threads';
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
	const engine = engineOf(datastore);
	if (engine !== undefined) return { engine, location: datastore.slice(datastore.indexOf(':') + 1) };
	const there = engines.map(({ usage }) => usage).join(', ');
	throw new StorageRefusedError(`--datastore ${JSON.stringify(withoutCredentials(datastore))} is not supported: this server keeps objects in ${there}`);
}

/** Of a `--datastore` that nobody has looked at yet. Undefined: it will be refused, or its engine has no thread. */
export function beginThread(datastore: string | undefined): Worker | undefined {
	return (datastore === undefined ? engines[0] : engineOf(datastore))?.beginThread?.();
}

function engineOf(datastore: string): StoreEngine | undefined {
	return engines.find(({ scheme }) => datastore.startsWith(`${scheme}:`));
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
