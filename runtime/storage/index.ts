/** Registry of the store engines, and the lookup of the one that `--datastore` names. */
import type { Worker } from 'node:worker_threads';
import type { OpenedStore, StoreContext, StoreEngine } from './engine.ts';
import { StorageRefusedError } from './errors.ts';
import { memory } from './memory/engine.ts';
import { postgresql } from './postgresql/engine.ts';
import { sqlite } from './sqlite/engine.ts';

/** Engines in order; the first is the default. */
export const engines: readonly [StoreEngine, ...StoreEngine[]] = [sqlite, postgresql, memory];

/** Returns the default value of the flag. */
export function defaultDatastore(dataDir: string): string {
	const [{ scheme, defaultLocation }] = engines;
	return `${scheme}:${defaultLocation?.(dataDir) ?? ''}`;
}

/** Reports whether a file name in the data dir belongs to an engine's store. */
export function isStoreFile(name: string): boolean {
	return engines.some(({ ownsFile }) => ownsFile?.(name) === true);
}

export interface Datastore {
	readonly engine: StoreEngine;
	readonly location: string;
}

/** Parses `SCHEME:LOCATION`; undefined selects the first engine at its default location. Throws StorageRefusedError. */
export function findStore(datastore: string | undefined, dataDir: string): Datastore {
	if (datastore === undefined) return { engine: engines[0], location: engines[0].defaultLocation?.(dataDir) ?? '' };
	const engine = engineOf(datastore);
	if (engine !== undefined) return { engine, location: datastore.slice(datastore.indexOf(':') + 1) };
	const there = engines.map(({ usage }) => usage).join(', ');
	throw new StorageRefusedError(`--datastore ${JSON.stringify(withoutCredentials(datastore))} is not supported: expected ${there}`);
}

/**
 * Starts the thread for a value of `--datastore` that is not validated yet. Returns undefined when the engine has no thread, or when the
 * value will be refused.
 */
export function beginThread(datastore: string | undefined): Worker | undefined {
	return (datastore === undefined ? engines[0] : engineOf(datastore))?.beginThread?.();
}

function engineOf(datastore: string): StoreEngine | undefined {
	return engines.find(({ scheme }) => datastore.startsWith(`${scheme}:`));
}

/** Opens the store. Rejects with one sentence for the user. */
export async function openStore(datastore: string | undefined, context: StoreContext): Promise<OpenedStore> {
	const { engine, location } = findStore(datastore, context.dataDir);
	return await engine.open(location, context);
}

/** Removes credentials. Refusals are logged, and a URL may contain a password. */
function withoutCredentials(datastore: string): string {
	return datastore.replace(/\/\/[^@/]*@/, '//...@');
}
