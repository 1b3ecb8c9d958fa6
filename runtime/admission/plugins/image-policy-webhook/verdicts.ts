/** Answers of the backend, valid for a while. Those unused the longest make room. */
import type { ImageVerdict } from './review.ts';

/** Bound of Kubernetes on cached answers. */
const most = 1024;

interface Entry {
	readonly verdict: ImageVerdict;
	readonly expiresAtMs: number;
}

export class ImageVerdicts {
	/** Least recently used first. */
	readonly #entries = new Map<string, Entry>();
	readonly #now: () => number;

	/** `now` returns milliseconds of a monotonic clock. */
	constructor(now: () => number) {
		this.#now = now;
	}

	get(spec: string): ImageVerdict | undefined {
		const entry = this.#entries.get(spec);
		if (entry === undefined) return undefined;
		this.#entries.delete(spec);
		if (entry.expiresAtMs <= this.#now()) return undefined;
		this.#entries.set(spec, entry);
		return entry.verdict;
	}

	set(spec: string, verdict: ImageVerdict, ttlMs: number): void {
		if (ttlMs <= 0) return;
		this.#entries.delete(spec);
		this.#entries.set(spec, { verdict, expiresAtMs: this.#now() + ttlMs });
		if (this.#entries.size <= most) return;
		const [oldest] = this.#entries.keys();
		if (oldest !== undefined) this.#entries.delete(oldest);
	}
}
