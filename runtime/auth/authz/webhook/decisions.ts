/** Bounded LRU cache of unexpired webhook decisions. */
import type { Decision } from '../../../api/authorization.ts';

interface CacheEntry {
	readonly decision: Decision;
	/** Expiry on the clock of `performance.now()`. */
	readonly untilMs: number;
}

/** Limit of entries, the same as in Kubernetes. */
const most = 8_192;

export class Decisions {
	/** Entries in the order of their last use. */
	readonly #kept = new Map<string, CacheEntry>();
	readonly #now: () => number;

	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	get(key: string): Decision | undefined {
		const kept = this.#kept.get(key);
		if (kept === undefined) return undefined;
		this.#kept.delete(key);
		if (kept.untilMs <= this.#now()) return undefined;
		this.#kept.set(key, kept);
		return kept.decision;
	}

	set(key: string, decision: Decision, ttlMs: number): void {
		this.#kept.delete(key);
		if (ttlMs === 0) return;
		this.#kept.set(key, { decision, untilMs: this.#now() + ttlMs });
		for (const oldest of this.#kept.keys()) {
			if (this.#kept.size <= most) return;
			this.#kept.delete(oldest);
		}
	}
}
