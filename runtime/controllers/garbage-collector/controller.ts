/**
 * Deletes objects whose owners are gone, and does with the dependents of an object that is being deleted what its finalizers ask for:
 * `foregroundDeletion` keeps it until those that block it have gone, `orphan` until none names it any more (seed 1, "Deletion
 * lifecycle of an object"; Kubernetes, "Garbage Collection"). Works from the state alone, so it goes on where it was after a restart.
 */
import { ApiError } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { DeleteOptions, Propagation } from '../../verbs/write/delete-options.ts';
import { foregroundFinalizer, metadataText, orphanFinalizer } from '../../verbs/write/metadata/metadata.ts';
import type { CachedObject, CacheEvent, Cursor } from '../../watch/contract.ts';
import type { Target } from '../actor.ts';
import type { Controller, ControllerContext, RunningController } from '../contract.ts';
import { keepFollowing } from '../loop.ts';
import type { QueueFigures } from '../queue-metrics.ts';
import { WorkQueue } from '../work-queue.ts';
import { type Dependent, Dependents, keyOf, type OwnerReference } from './dependents.ts';
import { eventName, invalidNamespaceEvent } from './events.ts';
import { type FoundOwner, Owners } from './owners.ts';
import { mayStandBetween, type Standing, standingOf, uidOf, unblocking, withoutFinalizer, withoutOwners } from './references.ts';

const name = 'garbagecollector';

export const garbageCollector: Controller = {
	name,
	identity: 'generic-garbage-collector',
	rules: [
		{ verbs: ['get', 'list', 'watch', 'update', 'delete'], groups: ['*'], resources: ['*'] },
		{ verbs: ['create'], groups: [''], resources: ['events'] },
	],
	purpose: 'deletes objects whose owners are gone, and what is to go with an object that is deleted',
	start: (context) => new GarbageCollector(context),
};

/** Objects worked on at once: enough to fill the store's batches. */
const atOnce = 32;
/** Dependents that are looked at in one turn of the event loop. */
const slice = 500;
/** Owners that nobody finds, remembered so that they are not sought for each of their dependents. */
const soughtAtMost = 10_000;
/** In front of the uid of an owner whose dependents are all to be looked at: no storage name begins so. */
const ofOwner = '=';

class GarbageCollector implements RunningController {
	readonly queue: QueueFigures;
	readonly #context: ControllerContext;
	readonly #queue: WorkQueue;
	readonly #dependents = new Dependents();
	readonly #owners: Owners;
	/** By storage name. */
	readonly #followers = new Map<string, { readonly stop: AbortController; readonly done: Promise<void>; cursor: Cursor | undefined }>();
	/** Owners that go in the foreground, and whose dependents have all been told. */
	readonly #told = new Set<string>();
	/** Of owners that nobody finds: looked for in other namespaces already. */
	readonly #sought = new Set<string>();
	readonly #stopping = new AbortController();
	readonly #stopListening: () => void;
	/** Resolves when a follower has read more. */
	#progress = Promise.withResolvers<void>();

	constructor(context: ControllerContext) {
		this.#context = context;
		this.#owners = new Owners(() => context.verbs);
		this.#queue = new WorkQueue({
			name,
			atOnce,
			work: (key) => this.#work(key),
			onFailure: (subject, error) => context.report({ controller: name, subject, error }),
		});
		this.queue = this.#queue.figures;
		this.#stopListening = context.verbs.snapshots.onSwap(() => this.#servesOthers());
		this.#followServed();
	}

	async stop(): Promise<void> {
		this.#stopListening();
		this.#stopping.abort(new Error('the controller is stopping'));
		this.#progress.resolve();
		for (const { stop } of this.#followers.values()) stop.abort(this.#stopping.signal.reason);
		await Promise.all([this.#queue.stop(), ...this.#followers.values().map(({ done }) => done)]);
	}

	#followServed(): void {
		const served = new Set(this.#context.verbs.catalog.kinds.map(({ storageName }) => storageName));
		for (const [storageName, { stop }] of this.#followers) {
			if (served.has(storageName)) continue;
			stop.abort(new Error(`${storageName} are no longer served`));
			this.#followers.delete(storageName);
			for (const dependent of [...this.#dependents.stored(storageName)]) this.#dependents.delete(keyOf(dependent));
		}
		for (const storageName of served) if (!this.#followers.has(storageName)) this.#follow(storageName);
	}

	#follow(storageName: string): void {
		const stop = new AbortController();
		const followed = {
			storageName,
			seen: (type: CacheEvent['type'], object: CachedObject) => this.#seen(storageName, type, object),
			listed: (again: boolean) => again && this.#lookAtAll(),
			read: (cursor: Cursor) => {
				follower.cursor = cursor;
				this.#progress.resolve();
				this.#progress = Promise.withResolvers();
			},
			inTurn: <T>(work: () => T) => this.#context.verbs.slices.later(work),
		};
		const report = (subject: string, error: unknown): void => this.#context.report({ controller: name, subject, error });
		const done = Promise.resolve().then(() => keepFollowing(this.#context, followed, stop.signal, report));
		const follower = { stop, done, cursor: undefined as Cursor | undefined };
		this.#followers.set(storageName, follower);
	}

	/** What could not be told of owners may now be told, and the other way round. */
	#servesOthers(): void {
		this.#followServed();
		for (const dependent of this.#dependents.all()) this.#queue.add(keyOf(dependent));
	}

	/** Something has gone unseen: each that is left is asked for its owners, and each that waits for its dependents. */
	#lookAtAll(): void {
		this.#told.clear();
		for (const dependent of [...this.#dependents.all()]) {
			const { cache } = this.#context.verbs;
			if (cache.get(dependent.storageName, dependent.namespace, dependent.name) === undefined) this.#dependents.delete(keyOf(dependent));
			else this.#queue.add(keyOf(dependent));
			for (const owner of dependent.owners) this.#wake(this.#owners.find(owner, dependent.namespace));
		}
	}

	#seen(storageName: string, type: CacheEvent['type'], object: CachedObject): void {
		if (object.damaged) return;
		const { namespace, name } = object;
		const now = type !== 'DELETED' && mayStandBetween(object) ? standingOf(object) : undefined;
		const before = this.#dependents.set({ storageName, namespace, name, owners: now?.owners ?? [] });
		for (const owner of before?.owners ?? []) if (owner.blocks && this.#dependents.blocking(owner.uid) === 0) this.#wake(this.#owners.find(owner, namespace));
		if (type === 'DELETED') this.#ownerGone(uidOf(object));
		if (now === undefined) return;
		const isConcerned = now.going === undefined ? now.owners.some((owner) => isGoing(this.#owners.find(owner, namespace))) : now.going !== 'other';
		if (isConcerned) this.#queue.add(keyOf({ storageName, namespace, name }));
	}

	#ownerGone(uid: string): void {
		this.#owners.forget(uid);
		this.#told.delete(uid);
		if (this.#dependents.count(uid) > 0) this.#queue.add(`${ofOwner}${uid}`);
	}

	/** One that waits for its dependents looks whether it still must. */
	#wake(owner: FoundOwner): void {
		if (owner.state === 'waiting') this.#queue.add(keyOf(owner));
	}

	async #work(key: string): Promise<void> {
		const { signal } = this.#stopping;
		// What has dependents is known when all have been seen.
		while (![...this.#followers.values()].every(({ cursor }) => cursor !== undefined)) await this.#read(signal);
		if (key.startsWith(ofOwner)) return this.#tell(key.slice(ofOwner.length));
		const { cache } = this.#context.verbs;
		await cache.consistent({ signal });
		const [storageName = '', namespace = '', name = ''] = key.split('/');
		const object = cache.get(storageName, namespace, name);
		if (object === undefined || object.damaged || !mayStandBetween(object)) return;
		const target = { storageName, namespace, name };
		const now = standingOf(object);
		try {
			if (now.going === undefined) await this.#collect(target, now, object);
			else if (now.going === 'foreground') await this.#foreground(target, now.uid);
			else if (now.going === 'orphan') await this.#orphan(target, now.uid);
		} catch (error) {
			// It has changed since, and is looked at again for that, or it has gone.
			if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
		}
	}

	/** Deletes it if none of its owners is there; else it no longer names those that are not. */
	async #collect(target: Target, now: Standing, object: CachedObject): Promise<void> {
		const found = now.owners.map((owner) => ({ owner, ...this.#owners.find(owner, target.namespace) }));
		for (const one of found) if (one.state === 'unreachable' || one.state === 'absent') await this.#tellIfElsewhere(target, object, one);
		// Nobody knows what becomes of an owner whose kind is not served, or that no object of the whole cluster can have.
		if (found.length === 0 || found.some(({ state }) => state === 'unknown' || state === 'unreachable')) return;
		const going = found.filter(isGoing);
		if (going.length === 0) return;
		if (going.length < found.length) {
			const uids = new Set(going.map(({ owner }) => owner.uid));
			return this.#change(target, now.uid, (old) => withoutOwners(old, uids));
		}
		const isInForeground = found.some(({ state }) => state === 'waiting') && this.#dependents.count(now.uid) > 0;
		// In a ring of owners each would wait for the next.
		if (isInForeground && this.#hasGoingDependents(now.uid)) await this.#change(target, now.uid, unblocking);
		await this.#context.actor.delete(target, deletion(now, isInForeground ? 'Foreground' : now.policy));
	}

	#hasGoingDependents(uid: string): boolean {
		for (const { storageName, namespace, name } of this.#dependents.of(uid)) {
			const object = this.#context.verbs.cache.get(storageName, namespace, name);
			if (object !== undefined && !object.damaged && mayStandBetween(object) && standingOf(object).going === 'foreground') return true;
		}
		return false;
	}

	/** Its dependents go first; those that do not block go when it is gone, at the latest. */
	async #foreground(target: Target, uid: string): Promise<void> {
		if (!this.#told.has(uid)) {
			await this.#tell(uid);
			this.#told.add(uid);
		}
		if (this.#dependents.blocking(uid) === 0) await this.#caughtUp();
		if (this.#dependents.blocking(uid) === 0) await this.#change(target, uid, (old) => withoutFinalizer(old, foregroundFinalizer));
	}

	/** Its dependents stay, without it. */
	async #orphan(target: Target, uid: string): Promise<void> {
		await this.#caughtUp();
		const left = this.#dependents.of(uid)[Symbol.iterator]();
		const uids = new Set([uid]);
		const some = async (): Promise<void> => {
			for (let next = left.next(); !next.done && !this.#stopping.signal.aborted; next = left.next()) await this.#disown(next.value, uids);
		};
		await Promise.all(Array.from({ length: atOnce }, some));
		this.#stopping.signal.throwIfAborted();
		await this.#change(target, uid, (old) => withoutFinalizer(old, orphanFinalizer));
	}

	async #disown({ storageName, namespace, name }: Dependent, uids: ReadonlySet<string>): Promise<void> {
		try {
			await this.#context.actor.update({ storageName, namespace, name }, (old) => withoutOwners(old, uids));
		} catch (error) {
			if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
		}
	}

	/** Of the object of this uid: another of its name is none of this round's business. */
	async #change(target: Target, uid: string, propose: (old: JsonObject) => JsonObject): Promise<void> {
		await this.#context.actor.update(target, (old) => (metadataText(old, 'uid') === uid ? propose(old) : old));
	}

	/** All its dependents are looked at, some in each turn of the event loop. */
	async #tell(owner: string): Promise<void> {
		let left = slice;
		for (const dependent of this.#dependents.of(owner)) {
			this.#queue.add(keyOf(dependent));
			if (--left > 0) continue;
			left = slice;
			await this.#context.verbs.slices.later(() => undefined);
			this.#stopping.signal.throwIfAborted();
		}
	}

	/** Resolves when every change up to now has been seen: a dependent that was just made may have been. */
	async #caughtUp(): Promise<void> {
		const { revision } = this.#context.verbs.cache;
		// Whoever was woken in this turn has read what woke him when it is over.
		await new Promise((resolve) => setImmediate(resolve));
		while (![...this.#followers.values()].every(({ cursor }) => cursor !== undefined && cursor.revision >= revision)) await this.#read(this.#stopping.signal);
	}

	async #read(signal: AbortSignal): Promise<void> {
		await this.#progress.promise;
		signal.throwIfAborted();
	}

	/** An owner in another namespace than its dependent is none: whoever looks at the dependent's events is told. */
	async #tellIfElsewhere(target: Target, object: CachedObject, { owner, storageName }: FoundOwner & { readonly owner: OwnerReference }): Promise<void> {
		const { stored, clock } = this.#context.verbs;
		if (this.#sought.has(owner.uid) || stored('events') === undefined) return;
		if (this.#sought.size >= soughtAtMost) this.#sought.clear();
		this.#sought.add(owner.uid);
		if (!this.#owners.isElsewhere(owner, storageName)) return;
		const event = invalidNamespaceEvent(parseWhole(object), owner, clock.now());
		await this.#context.actor.ensure({ storageName: 'events', namespace: target.namespace || 'default', name: eventName(target.name) }, event);
	}
}

function isGoing({ state }: FoundOwner): boolean {
	return state === 'absent' || state === 'waiting';
}

/** Of what was looked at: if it has changed since, it is looked at again. */
function deletion({ uid, resourceVersion }: Standing, propagationPolicy: Propagation): DeleteOptions {
	return {
		gracePeriodSeconds: undefined,
		preconditions: { uid, resourceVersion },
		orphanDependents: undefined,
		propagationPolicy,
		dryRun: false,
		ignoresDamage: false,
	};
}
