/** How long large objects are as items of protobuf lists: they may be too many to be kept, and making one only to measure it is what takes long. */
import type { CachedObject } from '../../watch/contract.ts';

export class ItemSizes {
	readonly #of = new WeakMap<CachedObject, Map<string, number>>();

	/** In bytes; undefined: nobody has made it in that encoding. */
	get(object: CachedObject, encoding: string): number | undefined {
		return this.#of.get(object)?.get(encoding);
	}

	set(object: CachedObject, encoding: string, bytes: number): void {
		const sizes = this.#of.get(object) ?? new Map<string, number>();
		this.#of.set(object, sizes.set(encoding, bytes));
	}
}
