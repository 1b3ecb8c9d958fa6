/**
 * Reads stored objects for plugins, from the watch cache and without a request. The cache may lag behind a write that was just
 * acknowledged. Therefore a plugin that refuses because an object is absent calls `orLatest`.
 */
import { parseWhole } from '../codec/item-form.ts';
import type { CachedObject, WatchCache } from '../watch/contract.ts';
import type { AdmissionRequest } from './contract.ts';

/** Reader of one kind. `T`: its type in the storage version. An object is parsed once per stored state, and must not be changed. */
export class Lookup<T extends object> {
	readonly #cache: WatchCache;
	readonly #storageName: string;
	/** Parsed objects by their cached state. An entry lives as long as the cache has that state. */
	readonly #parsed = new WeakMap<CachedObject, T>();

	/** `storageName`: for example `namespaces` or `storageclasses.storage.GROUP-DOMAIN`. */
	constructor(cache: WatchCache, storageName: string) {
		this.#cache = cache;
		this.#storageName = storageName;
	}

	/** Returns an object, or undefined. `namespace` is empty for cluster-scoped kinds. Throws StorageDamagedError for a damaged object. */
	get(namespace: string, name: string): T | undefined {
		const found = this.#cache.get(this.#storageName, namespace, name);
		return found && this.#objectOf(found);
	}

	/** Returns an object as `get` does, but waits until the cache is as new as the store before it reports an absent one. */
	orLatest(namespace: string, name: string, { signal }: Pick<AdmissionRequest, 'signal'>): T | undefined | Promise<T | undefined> {
		const found = this.get(namespace, name);
		const caughtUp = found === undefined ? this.#cache.consistent({ signal: signal() }) : undefined;
		return caughtUp === undefined ? found : caughtUp.then(() => this.get(namespace, name));
	}

	/** Lists the objects in a namespace, or all when it is empty. Throws StorageDamagedError for a damaged object. */
	*list(namespace = ''): Generator<T> {
		for (const found of this.#cache.list(this.#storageName, namespace)) yield this.#objectOf(found);
	}

	/** Counts the objects in a namespace, or all when it is empty. Reads no object. */
	count(namespace = ''): number {
		return this.#cache.count(this.#storageName, namespace);
	}

	#objectOf(found: CachedObject): T {
		let object = this.#parsed.get(found);
		if (object === undefined) {
			// The cache holds objects that the kind's schema has validated.
			object = parseWhole(found) as T;
			this.#parsed.set(found, object);
		}
		return object;
	}
}
