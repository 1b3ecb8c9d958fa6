/** Follows the kinds that quotas count: each from the first quota that counts it until it is no longer served. */
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import type { ControllerContext } from '../contract.ts';
import { keepFollowing } from '../loop.ts';

/** Callbacks for changes; they must not throw anything except StorageDamagedError. */
export interface KindWatcher {
	/** Called for changes, not for the objects that exist when a kind is first followed. */
	seen(storageName: string, type: CacheEvent['type'], object: CachedObject): void;
	/** Called when changes of a kind were missed. */
	missed(storageName: string): void;
	report(subject: string, error: unknown): void;
}

interface Follower {
	readonly stop: AbortController;
	readonly done: Promise<void>;
	readonly listed: PromiseWithResolvers<void>;
}

export class FollowedKinds {
	readonly #context: ControllerContext;
	readonly #watcher: KindWatcher;
	readonly #followers = new Map<string, Follower>();
	readonly #ending = new Set<Promise<void>>();

	constructor(context: ControllerContext, watcher: KindWatcher) {
		this.#context = context;
		this.#watcher = watcher;
	}

	/**
	 * Starts to follow the kind. Resolves when its objects have been listed, so that later changes are seen. Rejects when the kind is no
	 * longer served.
	 */
	follow(storageName: string): Promise<void> {
		const follower = this.#followers.get(storageName) ?? this.#begin(storageName);
		return follower.listed.promise;
	}

	/** Stops following kinds that are no longer served. */
	serve(): void {
		for (const [storageName, { stop, done, listed }] of this.#followers) {
			if (this.#context.verbs.storedKind(storageName) !== undefined) continue;
			const reason = new Error(`${storageName} are no longer served`);
			stop.abort(reason);
			listed.reject(reason);
			this.#followers.delete(storageName);
			const ended = done.finally(() => this.#ending.delete(ended));
			this.#ending.add(ended);
		}
	}

	async stop(reason: Error): Promise<void> {
		for (const { stop, listed } of this.#followers.values()) {
			stop.abort(reason);
			listed.reject(reason);
		}
		await Promise.all([...this.#ending, ...this.#followers.values().map(({ done }) => done)]);
	}

	#begin(storageName: string): Follower {
		const stop = new AbortController();
		const listed = Promise.withResolvers<void>();
		// It is no failure when a kind is removed before anyone waits for it.
		listed.promise.catch(() => undefined);
		let isListed = false;
		const followed = {
			storageName,
			seen: (type: CacheEvent['type'], object: CachedObject): void => {
				if (isListed) this.#watcher.seen(storageName, type, object);
			},
			listed: (again: boolean): void => {
				isListed = true;
				listed.resolve();
				if (again) this.#watcher.missed(storageName);
			},
			slices: this.#context.verbs.slices,
		};
		const done = keepFollowing(this.#context, followed, stop.signal, (subject, error) => this.#watcher.report(subject, error));
		const follower = { stop, done, listed };
		this.#followers.set(storageName, follower);
		return follower;
	}
}
