/**
 * Remembers the sizes of large objects as items of protobuf lists. The encoded items may be too many to keep, and a list must know their
 * sizes before it writes them.
 */
import type { CachedObject } from '../../watch/contract.ts';

export class ItemSizes {
	readonly #of = new WeakMap<CachedObject, Map<string, number>>();

	/** Returns the size in bytes, or undefined when the object was not yet encoded in this encoding. */
	get(object: CachedObject, encoding: string): number | undefined {
		return this.#of.get(object)?.get(encoding);
	}

	set(object: CachedObject, encoding: string, bytes: number): void {
		const sizes = this.#of.get(object) ?? new Map<string, number>();
		this.#of.set(object, sizes.set(encoding, bytes));
	}
}
