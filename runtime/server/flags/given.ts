import type { Flag, FlagValues } from '../../api/flag.ts';

/** The values of a command line, gathered word by word. */
export class GivenFlags implements FlagValues {
	readonly #known: ReadonlySet<Flag<unknown>>;
	readonly #values = new Map<Flag<unknown>, unknown>();

	constructor(known: readonly Flag<unknown>[]) {
		this.#known = new Set(known);
	}

	set<T>(flag: Flag<T>, value: T): void {
		this.#values.set(flag, value);
	}

	of<T>(flag: Flag<T>): T {
		if (!this.#known.has(flag)) throw new Error(`the flag --${flag.name} belongs to no row`);
		// What is kept under a record was made by its own `parse`.
		return this.#values.has(flag) ? (this.#values.get(flag) as T) : flag.default;
	}

	isGiven(flag: Flag<unknown>): boolean {
		return this.#values.has(flag);
	}
}
