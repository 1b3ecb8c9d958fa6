/**
 * Counts the rows of a resource by version. Only rows in other versions are counted. The number of rows in the usual version is the total
 * minus these.
 */
export class WrittenCounts {
	/** Version whose rows are not counted one by one. */
	#usual: string;
	readonly #others = new Map<string, number>();

	constructor(usual: string) {
		this.#usual = usual;
	}

	add(version: string): void {
		if (version !== this.#usual) this.#others.set(version, (this.#others.get(version) ?? 0) + 1);
	}

	remove(version: string): void {
		if (version === this.#usual) return;
		const left = (this.#others.get(version) ?? 0) - 1;
		if (left > 0) this.#others.set(version, left);
		else this.#others.delete(version);
	}

	/** Makes another version the usual one. `total`: number of all rows that were added and not removed. */
	become(usual: string, total: number): void {
		if (usual === this.#usual) return;
		const before = this.#countOfUsual(total);
		if (before > 0) this.#others.set(this.#usual, before);
		this.#others.delete(usual);
		this.#usual = usual;
	}

	/** Returns the counts by version, without zeros. */
	of(total: number): ReadonlyMap<string, number> {
		const left = this.#countOfUsual(total);
		return left > 0 ? new Map([[this.#usual, left], ...this.#others]) : this.#others;
	}

	#countOfUsual(total: number): number {
		let left = total;
		for (const count of this.#others.values()) left -= count;
		return left;
	}
}
