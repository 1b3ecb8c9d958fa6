/** Token buckets by key. They count fractions of tokens, so that frequent refusals do not prevent a bucket from filling. */
import type { Limit } from './configuration.ts';

interface Bucket {
	tokens: number;
	atMs: number;
}

export class Buckets {
	readonly #limit: Limit;
	/** Buckets by key, least recently used first. */
	readonly #buckets = new Map<string, Bucket>();

	constructor(limit: Limit) {
		this.#limit = limit;
	}

	/** Takes a token. Returns false when the bucket is empty. `nowMs`: current `performance.now()`. */
	take(key: string, nowMs: number): boolean {
		const { qps, burst, cacheSize } = this.#limit;
		const bucket = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs };
		this.#buckets.delete(key);
		this.#buckets.set(key, bucket);
		const [oldest] = this.#buckets.keys();
		if (this.#buckets.size > cacheSize && oldest !== undefined) this.#buckets.delete(oldest);
		bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) * qps) / 1000);
		bucket.atMs = nowMs;
		if (bucket.tokens < 1) return false;
		bucket.tokens--;
		return true;
	}
}
