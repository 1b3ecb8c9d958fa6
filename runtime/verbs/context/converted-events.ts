/** Conversions by webhooks of the objects of events. Watchers that wake together share them. */
import type { CachedObject } from '../../watch/contract.ts';

type Convert = (objects: readonly CachedObject[]) => Iterable<{ readonly batch: readonly CachedObject[]; readonly made: Promise<readonly CachedObject[]> }>;

export class ConvertedEvents {
	/** Conversions in flight, by object and version. */
	readonly #pending = new WeakMap<CachedObject, Map<string, Promise<CachedObject>>>();

	/** Returns the converted objects. `version` names the version and snapshot. `convert` starts the conversion of objects in batches. */
	shown(version: string, objects: readonly CachedObject[], needs: (object: CachedObject) => boolean, convert: Convert): Promise<readonly CachedObject[]> {
		const missing = objects.filter((object) => needs(object) && this.#pending.get(object)?.has(version) !== true);
		for (const { batch, made } of convert(missing)) this.#begin(version, batch, made);
		return Promise.all(objects.map((object) => this.#pending.get(object)?.get(version) ?? object));
	}

	#begin(version: string, batch: readonly CachedObject[], made: Promise<readonly CachedObject[]>): void {
		batch.forEach((object, index) => {
			const versions = this.#pending.get(object) ?? new Map<string, Promise<CachedObject>>();
			const shown = made.then((all) => all[index] as CachedObject);
			this.#pending.set(object, versions.set(version, shown));
			const forget = (): void => void versions.delete(version);
			shown.then(forget, forget);
		});
	}
}
