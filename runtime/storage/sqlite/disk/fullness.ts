/**
 * Reports once when writes run out of disk space, and once when there is space again. Each refused write answers its own client as well.
 */

/** Time without a refusal after which space counts as available, even if no write was as large as the refused one. */
const quietMs = 10_000;

export class Fullness {
	readonly #path: string;
	readonly #report: (sentence: string) => void;
	readonly #now: () => number;
	/** Size of the largest refused write and time of the last refusal; undefined while space is available. */
	#refused: { readonly bytes: number; readonly atMs: number } | undefined;

	/** `now` returns milliseconds of any clock. */
	constructor(path: string, report: (sentence: string) => void, now: () => number) {
		this.#path = path;
		this.#report = report;
		this.#now = now;
	}

	refused(bytes: number, detail: string): void {
		if (this.#refused === undefined)
			this.#report(`no space left for writes to ${this.#path} (${detail}): writes are refused until space is freed; reads, and deletes if possible, continue`);
		this.#refused = { bytes: Math.max(bytes, this.#refused?.bytes ?? 0), atMs: this.#now() };
	}

	/** Records a successful write that frees no space. */
	written(bytes: number): void {
		if (this.#refused === undefined || (bytes < this.#refused.bytes && this.#now() - this.#refused.atMs < quietMs)) return;
		this.#refused = undefined;
		this.#report(`space for writes to ${this.#path} available again`);
	}
}
