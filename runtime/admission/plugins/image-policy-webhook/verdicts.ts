/** Cached responses of the backend. Least recently used ones are dropped. */
import type { ImageVerdict } from './review.ts';

/** Maximum number of cached responses, as in Kubernetes. */
const most = 1024;

interface Entry {
	readonly verdict: ImageVerdict;
	readonly expiresAtMs: number;
}

export class ImageVerdicts {
	/** Least recently used first. */
	readonly #entries = new Map<string, Entry>();
	readonly #now: () => number;

	/** `now`: returns milliseconds of a monotonic clock. */
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
