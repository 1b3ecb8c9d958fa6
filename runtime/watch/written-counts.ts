/**
 * How many rows of a resource are written in which version. Those in the version of now are most often all, and cost nothing: they
 * are what is left of the total.
 */
export class WrittenCounts {
	/** The version whose rows are not counted by themselves. */
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

	/** Another version is that of now. `total`: of all rows that have been added and not removed. */
	become(usual: string, total: number): void {
		if (usual === this.#usual) return;
		const before = this.#left(total);
		if (before > 0) this.#others.set(this.#usual, before);
		this.#others.delete(usual);
		this.#usual = usual;
	}

	/** By version; none that has no rows. */
	of(total: number): ReadonlyMap<string, number> {
		const left = this.#left(total);
		return left > 0 ? new Map([[this.#usual, left], ...this.#others]) : this.#others;
	}

	#left(total: number): number {
		let left = total;
		for (const count of this.#others.values()) left -= count;
		return left;
	}
}
