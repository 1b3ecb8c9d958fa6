/** Says once that there is no room for writes, and once that there is again: each write that is refused tells its own client. */

/** After so long without a refusal there is room again, also when nobody writes as much as was refused. */
const quietMs = 10_000;

export class Fullness {
	readonly #path: string;
	readonly #report: (sentence: string) => void;
	readonly #now: () => number;
	/** The largest write that was refused, and when the last one was; undefined: there is room. */
	#refused: { readonly bytes: number; readonly atMs: number } | undefined;

	/** `now`: milliseconds of any clock. */
	constructor(path: string, report: (sentence: string) => void, now: () => number) {
		this.#path = path;
		this.#report = report;
		this.#now = now;
	}

	refused(bytes: number, detail: string): void {
		if (this.#refused === undefined)
			this.#report(
				`there is no room for writes to ${this.#path} (${detail}): they are refused until some is freed; reads go on, and so do deletes while they can`,
			);
		this.#refused = { bytes: Math.max(bytes, this.#refused?.bytes ?? 0), atMs: this.#now() };
	}

	/** One that makes no room. */
	written(bytes: number): void {
		if (this.#refused === undefined || (bytes < this.#refused.bytes && this.#now() - this.#refused.atMs < quietMs)) return;
		this.#refused = undefined;
		this.#report(`there is room for writes to ${this.#path} again`);
	}
}
