import type { Flag, FlagValues } from '../../api/flag.ts';

/** Values of the flags on a command line, collected word by word. */
export class GivenFlags implements FlagValues {
	readonly #known: ReadonlySet<Flag<unknown>>;
	readonly #values = new Map<Flag<unknown>, unknown>();
	/** Defaults that other flags change. */
	readonly #implied = new Map<Flag<unknown>, unknown>();

	constructor(known: readonly Flag<unknown>[]) {
		this.#known = new Set(known);
	}

	set<T>(flag: Flag<T>, value: T): void {
		this.#values.set(flag, value);
	}

	/** Changes a default, so that the flag counts as absent. */
	imply<T>(flag: Flag<T>, value: T): void {
		this.#implied.set(flag, value);
	}

	of<T>(flag: Flag<T>): T {
		if (!this.#known.has(flag)) throw new Error(`the flag --${flag.name} belongs to no row`);
		const values = [this.#values, this.#implied].find((each) => each.has(flag));
		// The value stored for a flag was returned by that flag's own `parse`, or has its type.
		return values === undefined ? flag.default : (values.get(flag) as T);
	}

	isGiven(flag: Flag<unknown>): boolean {
		return this.#values.has(flag);
	}
}
