/**
 * Tracks the remaining objects of a namespace in deletion, at constant cost per event. It yields objects to delete, counts the finalizers
 * of the others, and decides when the next round is due.
 */

import { parseWhole } from '../codec/item-form.ts';
import { finalizersOf } from '../verbs/metadata/metadata.ts';
import type { CachedObject, CacheEvent } from '../watch/contract.ts';
import type { ControllerContext } from './contract.ts';
import { keepFollowing } from './loop.ts';

/** Interval between rounds over a namespace with remaining objects, for up-to-date conditions. */
const roundMs = 250;

interface FollowedKind {
	/** Names of objects not yet deleted by a round. */
	fresh: Set<string>;
	/** Finalizers of objects that have any, by name. */
	readonly finalizers: Map<string, readonly string[]>;
	/** Resolves when all existing objects have been read. */
	readonly listed: PromiseWithResolvers<void>;
	readonly done: Promise<void>;
}

export class NamespaceContent {
	readonly #context: ControllerContext;
	readonly #namespace: string;
	readonly #look: () => void;
	readonly #report: (subject: string, error: unknown) => void;
	/** Followed kinds by storage name. */
	readonly #kinds = new Map<string, FollowedKind>();
	/** Number of objects by finalizer. */
	readonly #held = new Map<string, number>();
	readonly #closed = new AbortController();
	#roundAtMs = 0;
	#pause: NodeJS.Timeout | undefined;

	/** `look`: called when a round is due. */
	constructor(context: ControllerContext, namespace: string, look: () => void, report: (subject: string, error: unknown) => void) {
		this.#context = context;
		this.#namespace = namespace;
		this.#look = look;
		this.#report = report;
	}

	/** Number of remaining objects by finalizer. */
	get held(): ReadonlyMap<string, number> {
		return this.#held;
	}

	/** Begins a round over these kinds. Resolves when all their objects are known. */
	async begin(storageNames: readonly string[]): Promise<void> {
		this.#roundAtMs = performance.now();
		clearTimeout(this.#pause);
		this.#pause = undefined;
		for (const storageName of storageNames) if (!this.#kinds.has(storageName)) this.#follow(storageName);
		await Promise.all(this.#kinds.values().map(({ listed }) => listed.promise));
		this.#closed.signal.throwIfAborted();
	}

	/** Yields the names of objects not yet deleted, by storage name. Each name is yielded once, unless `giveBack` returns it. */
	*takeFresh(): Generator<readonly [storageName: string, names: readonly string[]]> {
		for (const [storageName, kind] of this.#kinds) {
			if (kind.fresh.size === 0) continue;
			const names = [...kind.fresh];
			kind.fresh = new Set();
			yield [storageName, names];
		}
	}

	/** Takes back names whose deletion failed. */
	requeue(storageName: string, names: readonly string[]): void {
		const { cache, stored } = this.#context.verbs;
		if (stored(storageName) === undefined) return;
		for (const name of names) if (cache.get(storageName, this.#namespace, name) !== undefined) this.#kinds.get(storageName)?.fresh.add(name);
	}

	/** Schedules a round: at once when no object remains, otherwise after the interval. */
	changed(): void {
		if (this.#isEmpty()) {
			clearTimeout(this.#pause);
			this.#pause = undefined;
			this.#look();
			return;
		}
		if (this.#pause !== undefined) return;
		this.#pause = setTimeout(
			() => {
				this.#pause = undefined;
				this.#look();
			},
			Math.max(0, this.#roundAtMs + roundMs - performance.now()),
		);
		this.#pause.unref();
	}

	async close(): Promise<void> {
		clearTimeout(this.#pause);
		this.#closed.abort(new Error('the namespace is no longer looked at'));
		for (const { listed } of this.#kinds.values()) listed.resolve();
		await Promise.all(this.#kinds.values().map(({ done }) => done));
	}

	#follow(storageName: string): void {
		const listed = Promise.withResolvers<void>();
		const followed = {
			storageName,
			namespace: this.#namespace,
			seen: (type: CacheEvent['type'], object: CachedObject) => this.#seen(kind, type, object),
			listed: (again: boolean) => {
				if (again) this.#forgetGone(storageName, kind);
				listed.resolve();
			},
			read: () => this.changed(),
			slices: this.#context.verbs.slices,
		};
		const done = Promise.resolve().then(() => keepFollowing(this.#context, followed, this.#closed.signal, this.#report));
		const kind: FollowedKind = { fresh: new Set(), finalizers: new Map(), listed, done };
		this.#kinds.set(storageName, kind);
	}

	#seen(kind: FollowedKind, type: CacheEvent['type'], object: CachedObject): void {
		const { name } = object;
		if (type === 'DELETED') kind.fresh.delete(name);
		if (type === 'ADDED') kind.fresh.add(name);
		// Most objects have no finalizers, and a namespace may have very many objects.
		const isHeld = type !== 'DELETED' && object.bytes.includes('"finalizers"');
		this.#hold(kind, name, isHeld ? finalizersOf(parseWhole(object)) : []);
	}

	#hold(kind: FollowedKind, name: string, finalizers: readonly string[]): void {
		for (const finalizer of kind.finalizers.get(name) ?? []) this.#count(finalizer, -1);
		kind.finalizers.delete(name);
		if (finalizers.length > 0) kind.finalizers.set(name, finalizers);
		for (const finalizer of finalizers) this.#count(finalizer, 1);
	}

	#count(finalizer: string, change: 1 | -1): void {
		const count = (this.#held.get(finalizer) ?? 0) + change;
		if (count > 0) this.#held.set(finalizer, count);
		else this.#held.delete(finalizer);
	}

	/** Forgets the finalizers of objects that disappeared while events were missed. */
	#forgetGone(storageName: string, kind: FollowedKind): void {
		const { cache } = this.#context.verbs;
		for (const name of [...kind.finalizers.keys()]) if (cache.get(storageName, this.#namespace, name) === undefined) this.#hold(kind, name, []);
	}

	#isEmpty(): boolean {
		const { cache } = this.#context.verbs;
		return this.#kinds.keys().every((storageName) => cache.count(storageName, this.#namespace) === 0);
	}
}
