/** Decisions of a webhook that still hold: a bounded number, those that were used last. */
import type { Decision } from '../../../api/authorization.ts';

interface Kept {
	readonly decision: Decision;
	/** As `performance.now()` says it. */
	readonly untilMs: number;
}

/** As many as Kubernetes keeps. */
const most = 8_192;

export class Decisions {
	/** In the order of their last use. */
	readonly #kept = new Map<string, Kept>();
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
