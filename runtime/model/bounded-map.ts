/**
 * Cache of a bounded number of entries. New entries go into a young half; when it is full it becomes the old half, and the old half is
 * dropped. Used entries return to the young half. So a full cache loses the entries that were unused for longest, and never all at once.
 */
export class BoundedMap<K, V extends object> {
	readonly #half: number;
	#young = new Map<K, V>();
	#old = new Map<K, V>();

	/** `most` is the bound on the entries. */
	constructor(most: number) {
		this.#half = Math.max(1, Math.floor(most / 2));
	}

	get(key: K): V | undefined {
		const young = this.#young.get(key);
		if (young !== undefined) return young;
		const old = this.#old.get(key);
		if (old !== undefined) this.set(key, old);
		return old;
	}

	set(key: K, value: V): void {
		if (this.#young.size >= this.#half && !this.#young.has(key)) {
			this.#old = this.#young;
			this.#young = new Map();
		}
		this.#young.set(key, value);
	}

	clear(): void {
		this.#young.clear();
		this.#old.clear();
	}
}
