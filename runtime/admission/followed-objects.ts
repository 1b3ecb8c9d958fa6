/** Objects that configure a plugin, followed in the watch cache. A damaged one is kept apart: what it would configure is unknown. */

import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import { sleep } from '../scheduling/sleep.ts';
import type { CachedObject } from '../watch/contract.ts';
import { follow } from '../watch/follow.ts';
import type { AdmissionContext } from './contract.ts';

const retryMs = 1_000;

type Parts = Pick<AdmissionContext, 'cache' | 'signal' | 'log'>;

export class FollowedObjects {
	/** Objects by name. An entry is replaced when its object changes. */
	readonly objects = new Map<string, JsonObject>();
	readonly #damaged = new Map<string, CachedObject>();
	readonly #parts: Parts;
	readonly #storageName: string;
	readonly #changed: () => void;

	/** `changed`: called on each change of a cluster-scoped object of the kind. */
	constructor(parts: Parts, storageName: string, changed: () => void) {
		this.#parts = parts;
		this.#storageName = storageName;
		this.#changed = changed;
	}

	/** Starts to follow. When the call returns, the existing objects have been read. */
	begin(): void {
		void this.#follow();
	}

	get hasDamaged(): boolean {
		return this.#damaged.size > 0;
	}

	/** Throws StorageDamagedError while an object is damaged. */
	refuseDamaged(): void {
		for (const object of this.#damaged.values()) parseWhole(object);
	}

	async #follow(): Promise<void> {
		const { cache, signal, log } = this.#parts;
		const target = {
			storageName: this.#storageName,
			seen: (type: string, object: CachedObject) => this.#seen(type, object),
			listed: (again: boolean) => {
				if (again) this.#forgetAbsent();
			},
		};
		for (let again = false; !signal.aborted; again = true) {
			try {
				await follow(cache, target, signal, again);
			} catch (error) {
				if (signal.aborted) return;
				log.error('admission configuration watch failed; reloading', { resource: this.#storageName, error: String(error) });
				await sleep(retryMs, signal);
			}
		}
	}

	#seen(type: string, object: CachedObject): void {
		if (type === 'DELETED') {
			this.objects.delete(object.name);
			this.#damaged.delete(object.name);
		} else if (object.damaged) this.#damaged.set(object.name, object);
		else {
			this.#damaged.delete(object.name);
			this.objects.set(object.name, JSON.parse(object.bytes.toString()) as JsonObject);
		}
		this.#changed();
	}

	#forgetAbsent(): void {
		const { cache } = this.#parts;
		for (const name of this.objects.keys()) if (cache.get(this.#storageName, '', name) === undefined) this.objects.delete(name);
		for (const name of this.#damaged.keys()) if (cache.get(this.#storageName, '', name)?.damaged !== true) this.#damaged.delete(name);
		this.#changed();
	}
}

/** Returns a function that runs `work` once in the next event loop iteration, however often it is called. */
export function coalesced(work: () => void, signal: AbortSignal): () => void {
	let isDue = false;
	return () => {
		if (isDue) return;
		isDue = true;
		setImmediate(() => {
			isDue = false;
			if (!signal.aborted) work();
		});
	};
}
