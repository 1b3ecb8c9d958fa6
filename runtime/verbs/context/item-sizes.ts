/**
 * Sizes of large objects as items of protobuf lists. The items may be too many to keep, and encoding an item only to measure it is the
 * expensive part.
 */
import type { CachedObject } from '../../watch/contract.ts';

export class ItemSizes {
	readonly #of = new WeakMap<CachedObject, Map<string, number>>();

	/** Returns the size in bytes; undefined before the object was encoded that way. */
	get(object: CachedObject, encoding: string): number | undefined {
		return this.#of.get(object)?.get(encoding);
	}

	set(object: CachedObject, encoding: string, bytes: number): void {
		const sizes = this.#of.get(object) ?? new Map<string, number>();
		this.#of.set(object, sizes.set(encoding, bytes));
	}
}
