/**
 * Deletes objects whose owners are gone, and does with the dependents of an object that is being deleted what its finalizers ask for:
 * `foregroundDeletion` keeps it until those that block it have gone, `orphan` until none names it any more (seed 1, "Deletion
 * lifecycle of an object"; Kubernetes, "Garbage Collection"). Works from the state alone, so it goes on where it was after a restart.
 */
import { ApiError } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { type DeleteOptions, noDeleteOptions, type Propagation } from '../../verbs/write/delete-options.ts';
import { foregroundFinalizer, metadataText, orphanFinalizer } from '../../verbs/write/metadata/metadata.ts';
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import type { Controller, ControllerContext, RunningController } from '../contract.ts';
import type { QueueFigures } from '../queue-metrics.ts';
import { WorkQueue } from '../work-queue.ts';
import { Dependents, type Identity, keyOf, type Place } from './dependents.ts';
import { Elsewhere } from './elsewhere.ts';
import { Followers } from './followers.ts';
import { type FoundOwner, type OwnerState, Owners } from './owners.ts';
import {
	mayStandBetween,
	type OwnerReference,
	referenceKey,
	type Standing,
	standingOf,
	uidOf,
	unblocking,
	withoutFinalizer,
	withoutOwners,
} from './references.ts';
import { Rings } from './ring.ts';

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
/** Keys of the queue that stand for all there is, and that stand in front of an owner whose dependents are all to be looked at: no storage name begins so. */
const everything = '*';
const ofOwner = '=';

interface Looked {
	readonly object: CachedObject;
	readonly now: Standing;
	readonly found: readonly (FoundOwner & { readonly owner: OwnerReference })[];
}

class GarbageCollector implements RunningController {
	readonly queue: QueueFigures;
	readonly #context: ControllerContext;
	readonly #queue: WorkQueue;
	readonly #dependents = new Dependents();
	readonly #owners: Owners;
	readonly #rings: Rings;
	/** Damaged objects: each may depend on any owner. */
	readonly #unreadable = new Map<string, Place>();
	readonly #elsewhere: Elsewhere;
	readonly #followers: Followers;
	/** Owners that go in the foreground, and whose dependents have all been told, by uid. */
	readonly #told = new Set<string>();
	readonly #stopping = new AbortController();
	readonly #stopListening: () => void;

	constructor(context: ControllerContext) {
		this.#context = context;
		this.#owners = new Owners(() => context.verbs);
		this.#rings = new Rings({
			dependents: this.#dependents,
			isWaiting: (owner) => this.#owners.state(owner) === 'waiting',
			slices: () => context.verbs.slices,
		});
		this.#elsewhere = new Elsewhere(context);
		this.#queue = new WorkQueue({ name, atOnce, work: (key) => this.#work(key), onFailure: (subject, error) => this.#report(subject, error) });
		this.queue = this.#queue.figures;
		const watcher = {
			seen: (storageName: string, type: CacheEvent['type'], object: CachedObject) => this.#seen(storageName, type, object),
			missed: () => this.#queue.add(everything),
		};
		this.#followers = new Followers(context, watcher, (subject, error) => this.#report(subject, error));
		this.#stopListening = context.verbs.snapshots.onSwap(() => {
			this.#followers.serve();
			// What could not be told of owners may now be told, and the other way round.
			this.#queue.add(everything);
		});
	}

	async stop(): Promise<void> {
		this.#stopListening();
		this.#stopping.abort(new Error('the controller is stopping'));
		await Promise.all([this.#followers.stop(this.#stopping.signal.reason), this.#queue.stop()]);
	}

	#report(subject: string, error: unknown): void {
		this.#context.report({ controller: name, subject, error });
	}

	#seen(storageName: string, type: CacheEvent['type'], object: CachedObject): void {
		const place = { storageName, namespace: object.namespace, name: object.name };
		if (object.damaged) {
			this.#unreadable.set(keyOf(place), place);
			return;
		}
		const now = type !== 'DELETED' && mayStandBetween(object) ? standingOf(object) : undefined;
		this.#know(place, now);
		if (type === 'DELETED') this.#ownerGone({ ...place, uid: uidOf(object) });
		if (now === undefined) return;
		// Whoever is to go in the foreground once more tells its dependents once more.
		if (now.going !== 'foreground') this.#told.delete(now.uid);
		const isConcerned = now.going === undefined ? now.owners.some((owner) => isOfConcern(this.#owners.find(owner, place.namespace))) : now.going !== 'other';
		if (isConcerned) this.#queue.add(keyOf(place));
	}

	/** What an object says of its owners is said now; those for which nobody waits any more look whether they still must wait. */
	#know(place: Place, now: Standing | undefined): void {
		const ties = now?.owners.length ? this.#owners.ties(now.owners, place.namespace) : undefined;
		const blocksMore = ties !== undefined && this.#dependents.blocksMore(place, ties);
		const freed = ties === undefined ? this.#dependents.delete(place) : this.#dependents.set(place, ties);
		// Itself among them.
		if (now !== undefined && blocksMore && this.#dependents.count({ ...place, uid: now.uid }) > 0) this.#rings.changed();
		for (const owner of freed) if (this.#owners.state(owner) === 'waiting') this.#queue.add(keyOf(owner));
	}

	#ownerGone(owner: Identity): void {
		this.#owners.forget(owner.uid);
		this.#rings.forget(owner);
		this.#told.delete(owner.uid);
		if (this.#dependents.count(owner) > 0) this.#queue.add(`${ofOwner}${keyOf(owner)}/${owner.uid}`);
	}

	async #work(key: string): Promise<void> {
		const { signal } = this.#stopping;
		// What has dependents is known when all have been seen.
		await this.#followers.listed(signal);
		if (key === everything) return this.#lookAtAll();
		const [storageName = '', namespace = '', name = '', uid = ''] = (key.startsWith(ofOwner) ? key.slice(ofOwner.length) : key).split('/');
		const place = { storageName, namespace, name };
		if (key.startsWith(ofOwner)) return this.#tell({ ...place, uid });
		const { cache, slices } = this.#context.verbs;
		await cache.consistent({ signal });
		const looked = await slices.soon(() => this.#look(place));
		if (looked === undefined) return;
		const { now } = looked;
		try {
			if (now.going === undefined) await this.#collect(place, looked);
			else if (now.going === 'foreground') await this.#foreground({ ...place, uid: now.uid });
			else if (now.going === 'orphan') await this.#orphan({ ...place, uid: now.uid });
		} catch (error) {
			// It has changed since, and is looked at again for that, or it has gone.
			if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
		}
	}

	/** Something has gone unseen, or other kinds are served: what is left is read anew, and looked at. */
	async #lookAtAll(): Promise<void> {
		this.#told.clear();
		// As they are now: each that is read anew comes last.
		for (const place of [...this.#dependents.all()]) {
			await this.#turn();
			const object = this.#followers.follows(place.storageName) ? this.#context.verbs.cache.get(place.storageName, place.namespace, place.name) : undefined;
			if (object?.damaged) continue;
			const now = object !== undefined && mayStandBetween(object) ? standingOf(object) : undefined;
			this.#know(place, now);
			if (now !== undefined) this.#queue.add(keyOf(place));
		}
	}

	/** What there is to know about an object, all of one moment. Undefined: it is none of this controller's business. */
	#look(place: Place): Looked | undefined {
		const { cache, stored } = this.#context.verbs;
		const object = cache.get(place.storageName, place.namespace, place.name);
		if (stored(place.storageName) === undefined || object === undefined || object.damaged || !mayStandBetween(object)) return undefined;
		const now = standingOf(object);
		return { object, now, found: now.owners.map((owner) => ({ owner, ...this.#owners.find(owner, place.namespace) })) };
	}

	/** Deletes it if none of its owners is there; else it no longer names those that are not. */
	async #collect(place: Place, { object, now, found }: Looked): Promise<void> {
		const self = { ...place, uid: now.uid };
		await this.#tellOfElsewhere(
			place,
			object,
			found.filter(({ state }) => state === 'unreachable' || state === 'absent'),
		);
		// Nobody knows what becomes of an owner whose kind is not served, or that no object of the whole cluster can have.
		if (found.length === 0 || found.some(({ state }) => state === 'unknown' || state === 'unreachable')) return;
		const going = found.filter(isGoing);
		if (going.length === 0) return;
		if (going.length < found.length) {
			const references = new Set(going.map(({ owner }) => referenceKey(owner)));
			return this.#change(self, (old) => withoutOwners(old, (reference) => references.has(referenceKey(reference))));
		}
		const isInForeground = found.some(({ state }) => state === 'waiting') && this.#dependents.count(self) > 0;
		// In a ring of owners each would wait for the next.
		if (isInForeground && (await this.#hasWaitingDependents(self))) await this.#change(self, unblocking);
		await this.#context.actor.delete(place, deletion(now, isInForeground ? 'Foreground' : now.policy));
	}

	/** Whatever keeps it from telling: the object goes nevertheless. */
	async #tellOfElsewhere(place: Place, object: CachedObject, owners: Parameters<Elsewhere['tell']>[2]): Promise<void> {
		try {
			await this.#elsewhere.tell(place, object, owners);
		} catch (error) {
			this.#report(keyOf(place), error);
		}
	}

	/** Whether one of those that depend on it waits for its own dependents. */
	async #hasWaitingDependents(owner: Identity): Promise<boolean> {
		for (const { storageName, namespace, name } of this.#dependents.of(owner)) {
			await this.#turn();
			const object = this.#context.verbs.cache.get(storageName, namespace, name);
			if (object === undefined || object.damaged) continue;
			if (this.#owners.state({ storageName, namespace, name, uid: uidOf(object) }) === 'waiting') return true;
		}
		return false;
	}

	/** Throws StorageDamagedError while a damaged object may be a dependent of an owner: nobody knows whether it was told. */
	#refuseUnreadable({ namespace: home }: Place): void {
		const { cache } = this.#context.verbs;
		for (const [key, place] of this.#unreadable) {
			const object = cache.get(place.storageName, place.namespace, place.name);
			if (object?.damaged !== true) this.#unreadable.delete(key);
			else if (home === '' || home === place.namespace) parseWhole(object);
		}
	}

	/** Its dependents go first; those that do not block go when it is gone, at the latest. */
	async #foreground(owner: Identity): Promise<void> {
		if (!this.#told.has(owner.uid)) {
			this.#told.add(owner.uid);
			await this.#tell(owner);
		}
		if (this.#dependents.blocking(owner) === 0) await this.#followers.caughtUp(this.#stopping.signal);
		if (this.#dependents.blocking(owner) === 0) {
			this.#refuseUnreadable(owner);
			return this.#change(owner, (old) => withoutFinalizer(old, foregroundFinalizer));
		}
		if (!(await this.#hasWaitingDependents(owner))) return;
		// All of a ring wait by now, or the last of it to come here finds them so.
		if (await this.#rings.has(owner)) await this.#change(owner, unblocking);
	}

	/** Its dependents stay, without it. */
	async #orphan(owner: Identity): Promise<void> {
		await this.#followers.caughtUp(this.#stopping.signal);
		this.#refuseUnreadable(owner);
		const left = this.#dependents.of(owner)[Symbol.iterator]();
		const failures: unknown[] = [];
		const some = async (): Promise<void> => {
			for (let next = left.next(); !next.done && !this.#stopping.signal.aborted; next = left.next()) {
				// One that cannot be let go keeps its owner, and holds up no other.
				await this.#disown(next.value, owner).catch((error: unknown) => failures.push(error));
			}
		};
		await Promise.all(Array.from({ length: atOnce }, some));
		this.#stopping.signal.throwIfAborted();
		if (failures.length > 0) throw failures[0];
		await this.#change(owner, (old) => withoutFinalizer(old, orphanFinalizer));
	}

	async #disown(place: Place, { uid }: Identity): Promise<void> {
		if (!this.#followers.follows(place.storageName)) return;
		await this.#turn();
		try {
			await this.#context.actor.update(place, (old) => withoutOwners(old, (reference) => reference.uid === uid));
		} catch (error) {
			if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
		}
	}

	/** Of the object of this uid: another of its name is none of this round's business. */
	async #change({ uid, ...place }: Identity, propose: (old: JsonObject) => JsonObject): Promise<void> {
		await this.#context.actor.update(place, (old) => (metadataText(old, 'uid') === uid ? propose(old) : old));
	}

	/** All its dependents are looked at. */
	async #tell(owner: Identity): Promise<void> {
		for (const dependent of this.#dependents.of(owner)) {
			await this.#turn();
			this.#queue.add(keyOf(dependent));
		}
	}

	/** Others have their turns of the event loop, however much there is to do. */
	async #turn(): Promise<void> {
		const { slices } = this.#context.verbs;
		if (!slices.hasRoom()) await slices.later(() => undefined);
		this.#stopping.signal.throwIfAborted();
	}
}

function isGoing({ state }: { readonly state: OwnerState }): boolean {
	return state === 'absent' || state === 'waiting';
}

/** Also of one that cannot be reached somebody is told. */
function isOfConcern(found: { readonly state: OwnerState }): boolean {
	return isGoing(found) || found.state === 'unreachable';
}

/** Of what was looked at: if it has changed since, it is looked at again. */
function deletion({ uid, resourceVersion }: Standing, propagationPolicy: Propagation): DeleteOptions {
	return { ...noDeleteOptions, preconditions: { uid, resourceVersion }, propagationPolicy };
}
