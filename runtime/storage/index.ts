/** The stores that there are, one row each, and the one that `--datastore` names. */
import type { StoreContext, StoreEngine } from './engine.ts';
import { StorageRefusedError } from './errors.ts';
import { defaultLocation, sqlite } from './sqlite/engine.ts';
import type { Store } from './store.ts';

export const engines: readonly StoreEngine[] = [sqlite];

/** `datastore`: `SCHEME:LOCATION`; undefined: the embedded one in the data dir. Rejects with one sentence for the user. */
export async function openStore(datastore: string | undefined, context: StoreContext): Promise<Store> {
	if (datastore === undefined) return await sqlite.open(defaultLocation(context.dataDir), context);
	const colon = datastore.indexOf(':');
	const engine = engines.find(({ scheme }) => scheme === datastore.slice(0, Math.max(0, colon)));
	if (engine !== undefined) return await engine.open(datastore.slice(colon + 1), context);
	const there = engines.map(({ usage }) => usage).join(', ');
	throw new StorageRefusedError(`--datastore ${JSON.stringify(withoutCredentials(datastore))} is not supported: this server keeps objects in ${there}`);
}

/** A refusal is logged, and a URL may hold a password. */
function withoutCredentials(datastore: string): string {
	return datastore.replace(/\/\/[^@/]*@/, '//...@');
}
