/**
 * What is left in a namespace that is being deleted, kept by following it: each change costs the same, however much is left. Says which
 * objects have not been asked to go, what holds the others, and when it is worth while to look again.
 */

import { parseWhole } from '../codec/item-form.ts';
import { finalizersOf } from '../verbs/write/metadata/metadata.ts';
import type { CachedObject, CacheEvent } from '../watch/contract.ts';
import type { ControllerContext } from './contract.ts';
import { keepFollowing } from './loop.ts';

/** Between two rounds over one namespace in which something is left: often enough for whoever reads its conditions. */
const roundMs = 250;

interface FollowedKind {
	/** Names of objects that have come, and have not been asked to go. */
	fresh: Set<string>;
	/** By name, of objects that have some. */
	readonly finalizers: Map<string, readonly string[]>;
	/** Resolves when all that there is has been seen. */
	readonly listed: PromiseWithResolvers<void>;
	readonly done: Promise<void>;
}

export class NamespaceContent {
	readonly #context: ControllerContext;
	readonly #namespace: string;
	readonly #look: () => void;
	readonly #report: (subject: string, error: unknown) => void;
	/** By storage name. */
	readonly #kinds = new Map<string, FollowedKind>();
	/** How many objects have each finalizer. */
	readonly #held = new Map<string, number>();
	readonly #closed = new AbortController();
	#roundAtMs = 0;
	#pause: NodeJS.Timeout | undefined;

	/** `look`: a round is due. */
	constructor(context: ControllerContext, namespace: string, look: () => void, report: (subject: string, error: unknown) => void) {
		this.#context = context;
		this.#namespace = namespace;
		this.#look = look;
		this.#report = report;
	}

	/** How many objects that are left have each finalizer. */
	get held(): ReadonlyMap<string, number> {
		return this.#held;
	}

	/** A round begins, over these kinds among others. Resolves when all their objects are known. */
	async begin(storageNames: readonly string[]): Promise<void> {
		this.#roundAtMs = performance.now();
		clearTimeout(this.#pause);
		this.#pause = undefined;
		for (const storageName of storageNames) if (!this.#kinds.has(storageName)) this.#follow(storageName);
		await Promise.all(this.#kinds.values().map(({ listed }) => listed.promise));
		this.#closed.signal.throwIfAborted();
	}

	/** Names of objects that have not been asked to go, by storage name: said once, unless they are given back. */
	*takeFresh(): Generator<readonly [storageName: string, names: readonly string[]]> {
		for (const [storageName, kind] of this.#kinds) {
			if (kind.fresh.size === 0) continue;
			const names = [...kind.fresh];
			kind.fresh = new Set();
			yield [storageName, names];
		}
	}

	/** They could not all be asked. */
	giveBack(storageName: string, names: readonly string[]): void {
		const { cache, stored } = this.#context.verbs;
		if (stored(storageName) === undefined) return;
		for (const name of names) if (cache.get(storageName, this.#namespace, name) !== undefined) this.#kinds.get(storageName)?.fresh.add(name);
	}

	/** A round is due: at once when nothing is left, else when the last one is long enough ago. */
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
		// Most objects have none, and a namespace may hold very many.
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

	/** Changes have been missed. */
	#forgetGone(storageName: string, kind: FollowedKind): void {
		const { cache } = this.#context.verbs;
		for (const name of [...kind.finalizers.keys()]) if (cache.get(storageName, this.#namespace, name) === undefined) this.#hold(kind, name, []);
	}

	#isEmpty(): boolean {
		const { cache } = this.#context.verbs;
		return this.#kinds.keys().every((storageName) => cache.count(storageName, this.#namespace) === 0);
	}
}
