/** LRU cache of verification results by token. It is bounded and stores salted hashes instead of the tokens. */
import { hash, randomBytes } from 'node:crypto';

interface CacheEntry<T> {
	readonly value: T;
	/** Expiry in milliseconds since the epoch. */
	readonly untilMs: number;
}

/** Default limit of entries. An entry takes about 2 KB. */
const mostKept = 4096;

export class TokenCache<T> {
	/** Entries in the order of their last use. */
	readonly #kept = new Map<string, CacheEntry<T>>();
	readonly #salt = randomBytes(16).toString('hex');
	readonly #most: number;

	constructor(most: number = mostKept) {
		this.#most = most;
	}

	/** Returns the cache key of a token. The time of a lookup reveals nothing about the cached tokens. */
	keyOf(token: string): string {
		return hash('sha256', this.#salt + token, 'base64');
	}

	get(key: string): T | undefined {
		const kept = this.#kept.get(key);
		if (kept === undefined) return undefined;
		if (kept.untilMs <= Date.now()) {
			this.#kept.delete(key);
			return undefined;
		}
		this.#kept.delete(key);
		this.#kept.set(key, kept);
		return kept.value;
	}

	set(key: string, value: T, untilMs: number): void {
		this.#kept.delete(key);
		if (untilMs <= Date.now()) return;
		this.#kept.set(key, { value, untilMs });
		for (const oldest of this.#kept.keys()) {
			if (this.#kept.size <= this.#most) return;
			this.#kept.delete(oldest);
		}
	}

	delete(key: string): void {
		this.#kept.delete(key);
	}
}
