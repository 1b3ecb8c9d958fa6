/** Follows every served and stored kind, and records up to which revision it has read each. */
import type { CachedObject, CacheEvent, Cursor } from '../../watch/contract.ts';
import type { ControllerContext } from '../contract.ts';
import { keepFollowing } from '../loop.ts';

/** Callbacks for changes; they must not throw. */
export interface Watcher {
	seen(storageName: string, type: CacheEvent['type'], object: CachedObject): void;
	/** Called when changes were missed. */
	missed(): void;
}

interface Follower {
	readonly stop: AbortController;
	readonly done: Promise<void>;
	/** Undefined until all existing objects have been seen. */
	cursor: Cursor | undefined;
}

export class Followers {
	readonly #context: ControllerContext;
	readonly #watcher: Watcher;
	readonly #report: (subject: string, error: unknown) => void;
	/** Followers by storage name. */
	readonly #followers = new Map<string, Follower>();
	/** Followers of kinds that are no longer served. */
	readonly #ending = new Set<Promise<void>>();
	/** Resolves when a follower has read more events or has ended. */
	#progress = Promise.withResolvers<void>();

	constructor(context: ControllerContext, watcher: Watcher, report: (subject: string, error: unknown) => void) {
		this.#context = context;
		this.#watcher = watcher;
		this.#report = report;
		this.serve();
	}

	/** Follows the kinds that are served now. */
	serve(): void {
		const kept = this.#context.verbs.catalog.kinds.filter(({ stored }) => stored !== false);
		const served = new Set(kept.map(({ storageName }) => storageName));
		for (const [storageName, { stop, done }] of this.#followers) {
			if (served.has(storageName)) continue;
			stop.abort(new Error(`${storageName} are no longer served`));
			this.#followers.delete(storageName);
			const ended = done.finally(() => this.#ending.delete(ended));
			this.#ending.add(ended);
		}
		for (const storageName of served) if (!this.#followers.has(storageName)) this.#follow(storageName);
		this.#moved();
	}

	follows(storageName: string): boolean {
		return this.#followers.has(storageName);
	}

	/** Resolves when all existing objects have been read. */
	async listed(signal: AbortSignal): Promise<void> {
		await this.#until(({ cursor }) => cursor !== undefined, signal);
	}

	/** Resolves when every change up to now has been read. */
	async caughtUp(signal: AbortSignal): Promise<void> {
		const { revision } = this.#context.verbs.cache;
		// Followers woken in this event loop iteration have read their events at its end.
		await new Promise((resolve) => setImmediate(resolve));
		await this.#until(({ cursor }) => cursor !== undefined && cursor.revision >= revision, signal);
	}

	async stop(reason: unknown): Promise<void> {
		this.#moved();
		for (const { stop } of this.#followers.values()) stop.abort(reason);
		await Promise.all([...this.#ending, ...this.#followers.values().map(({ done }) => done)]);
	}

	#follow(storageName: string): void {
		const stop = new AbortController();
		const followed = {
			storageName,
			seen: (type: CacheEvent['type'], object: CachedObject) => this.#watcher.seen(storageName, type, object),
			listed: (again: boolean) => again && this.#watcher.missed(),
			read: (cursor: Cursor) => {
				follower.cursor = cursor;
				this.#moved();
			},
			slices: this.#context.verbs.slices,
		};
		const done = Promise.resolve().then(() => keepFollowing(this.#context, followed, stop.signal, this.#report));
		const follower: Follower = { stop, done, cursor: undefined };
		this.#followers.set(storageName, follower);
	}

	#moved(): void {
		this.#progress.resolve();
		this.#progress = Promise.withResolvers();
	}

	async #until(holds: (follower: Follower) => boolean, signal: AbortSignal): Promise<void> {
		while (!this.#followers.values().every(holds)) {
			await this.#progress.promise;
			signal.throwIfAborted();
		}
	}
}
