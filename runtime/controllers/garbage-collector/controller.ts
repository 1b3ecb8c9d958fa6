/**
 * Garbage collector: deletes objects whose owners are gone, and handles the finalizers of owners in deletion. It keeps no state of its own,
 * so
 * it continues after a restart (seed 1, "Deletion lifecycle of an object"; Kubernetes, "Garbage Collection").
 * - `foregroundDeletion` keeps an owner until its blocking dependents are gone.
 * - `orphan` keeps an owner until no dependent refers to it.
 */
import { ApiError } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { OwnerReference } from '../../storage/side.ts';
import { type DeleteOptions, noDeleteOptions, type Propagation } from '../../verbs/delete/options.ts';
import { foregroundFinalizer, metadataText, orphanFinalizer } from '../../verbs/metadata/metadata.ts';
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import type { Controller, ControllerContext, RunningController } from '../contract.ts';
import type { QueueMetrics } from '../queue-metrics.ts';
import { WorkQueue } from '../work-queue.ts';
import { CrossNamespaceOwners } from './cross-namespace-owners.ts';
import { CycleDetector } from './cycles.ts';
import { Dependents, type Identity, keyOf, type ObjectKey } from './dependents.ts';
import { Followers } from './followers.ts';
import { type FoundOwner, type OwnerState, Owners } from './owners.ts';
import { type OwnershipState, ownershipOf, referenceKey, uidOf, unblocking, withoutFinalizer, withoutOwners } from './references.ts';

const name = 'garbagecollector';

export const garbageCollector: Controller = {
	name,
	identity: 'generic-garbage-collector',
	rules: [
		{ verbs: ['get', 'list', 'watch', 'update', 'delete'], groups: ['*'], resources: ['*'] },
		{ verbs: ['create'], groups: [''], resources: ['events'] },
	],
	purpose: 'deletes objects whose owners are gone, and dependents of objects that are being deleted',
	start: (context) => new GarbageCollector(context),
};

/** Maximum number of concurrent work items; enough to fill the store's batches. */
const atOnce = 32;
/** Queue key for all objects, and prefix of keys for all dependents of an owner. No storage name begins with them. */
const everything = '*';
const ofOwner = '=';

interface ObjectOwners {
	readonly object: CachedObject;
	readonly now: OwnershipState;
	readonly found: readonly (FoundOwner & { readonly owner: OwnerReference })[];
}

class GarbageCollector implements RunningController {
	readonly queue: QueueMetrics;
	readonly #context: ControllerContext;
	readonly #queue: WorkQueue;
	readonly #dependents = new Dependents();
	readonly #owners: Owners;
	readonly #cycles: CycleDetector;
	/** Damaged objects by key; each may depend on any owner. */
	readonly #unreadable = new Map<string, ObjectKey>();
	readonly #crossNamespaceOwners: CrossNamespaceOwners;
	readonly #followers: Followers;
	/** Uids of owners in foreground deletion whose dependents have been queued. */
	readonly #told = new Set<string>();
	readonly #stopping = new AbortController();
	readonly #stopListening: () => void;

	constructor(context: ControllerContext) {
		this.#context = context;
		this.#owners = new Owners(() => context.verbs);
		this.#cycles = new CycleDetector({
			dependents: this.#dependents,
			isWaiting: (owner) => this.#owners.state(owner) === 'waiting',
			slices: () => context.verbs.slices,
		});
		this.#crossNamespaceOwners = new CrossNamespaceOwners(context);
		this.#queue = new WorkQueue({ name, atOnce, work: (key) => this.#work(key), onFailure: (subject, error) => this.#report(subject, error) });
		this.queue = this.#queue.metrics;
		const watcher = {
			seen: (storageName: string, type: CacheEvent['type'], object: CachedObject) => this.#seen(storageName, type, object),
			missed: () => this.#queue.add(everything),
		};
		this.#followers = new Followers(context, watcher, (subject, error) => this.#report(subject, error));
		this.#stopListening = context.verbs.snapshots.onSwap(() => {
			this.#followers.serve();
			// Owners of a kind that was not served may be found now, and vice versa.
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
		const now = type === 'DELETED' ? undefined : ownershipOf(object);
		this.#track(place, now);
		if (type === 'DELETED') this.#ownerGone({ ...place, uid: uidOf(object) });
		if (now === undefined) return;
		// Another foreground deletion of the object must queue its dependents again.
		if (now.deletion !== 'foreground') this.#told.delete(now.uid);
		const isConcerned =
			now.deletion === undefined ? now.owners.some((owner) => isOfConcern(this.#owners.find(owner, place.namespace))) : now.deletion !== 'other';
		if (isConcerned) this.#queue.add(keyOf(place));
	}

	/** Records the object's owner references. Queues owners that lost a blocking dependent and may now be deleted. */
	#track(place: ObjectKey, now: OwnershipState | undefined): void {
		const ties = now?.owners.length ? this.#owners.ties(now.owners, place.namespace) : undefined;
		const blocksMore = ties !== undefined && this.#dependents.blocksMore(place, ties);
		const freed = ties === undefined ? this.#dependents.delete(place) : this.#dependents.set(place, ties);
		// An object that owns itself is one of its own dependents.
		if (now !== undefined && blocksMore && this.#dependents.count({ ...place, uid: now.uid }) > 0) this.#cycles.changed();
		for (const owner of freed) if (this.#owners.state(owner) === 'waiting') this.#queue.add(keyOf(owner));
	}

	#ownerGone(owner: Identity): void {
		this.#cycles.forget(owner);
		this.#told.delete(owner.uid);
		if (this.#dependents.count(owner) > 0) this.#queue.add(`${ofOwner}${keyOf(owner)}/${owner.uid}`);
	}

	async #work(key: string): Promise<void> {
		const { signal } = this.#stopping;
		// The dependents of an owner are known only after every kind has been listed.
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
			if (now.deletion === undefined) await this.#collect(place, looked);
			else if (now.deletion === 'foreground') await this.#foreground({ ...place, uid: now.uid });
			else if (now.deletion === 'orphan') await this.#orphan({ ...place, uid: now.uid });
		} catch (error) {
			// The object changed, so that it is queued again, or is gone.
			if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
		}
	}

	/** Reads and queues all objects after missed events or a change of the served kinds. */
	async #lookAtAll(): Promise<void> {
		this.#told.clear();
		// Iterates over a copy, because an object that is read again moves to the end.
		for (const place of [...this.#dependents.all()]) {
			await this.#turn();
			const object = this.#followers.follows(place.storageName) ? this.#context.verbs.cache.get(place.storageName, place.namespace, place.name) : undefined;
			if (object?.damaged) continue;
			const now = object && ownershipOf(object);
			this.#track(place, now);
			if (now !== undefined) this.#queue.add(keyOf(place));
		}
	}

	/** Reads an object, its references and their owners at one moment. Returns undefined when the object needs no work. */
	#look(place: ObjectKey): ObjectOwners | undefined {
		const { cache, stored } = this.#context.verbs;
		const object = cache.get(place.storageName, place.namespace, place.name);
		if (stored(place.storageName) === undefined || object === undefined || object.damaged) return undefined;
		const now = ownershipOf(object);
		if (now === undefined) return undefined;
		return { object, now, found: now.owners.map((owner) => ({ owner, ...this.#owners.find(owner, place.namespace) })) };
	}

	/** Deletes the object if no owner exists. Otherwise removes references to absent owners. */
	async #collect(place: ObjectKey, { object, now, found }: ObjectOwners): Promise<void> {
		const self = { ...place, uid: now.uid };
		await this.#tellOfElsewhere(
			place,
			object,
			found.filter(({ state }) => state === 'unreachable' || state === 'absent'),
		);
		// An owner's state is unknown when its kind is not served, or when a cluster-scoped object refers to a namespaced owner.
		if (found.length === 0 || found.some(({ state }) => state === 'unknown' || state === 'unreachable')) return;
		const going = found.filter(isGoing);
		if (going.length === 0) return;
		if (going.length < found.length) {
			const references = new Set(going.map(({ owner }) => referenceKey(owner)));
			return this.#change(self, (old) => withoutOwners(old, (reference) => references.has(referenceKey(reference))));
		}
		const isInForeground = found.some(({ state }) => state === 'waiting') && this.#dependents.count(self) > 0;
		// In a cycle, each owner would wait for the next.
		if (isInForeground && (await this.#hasWaitingDependents(self))) await this.#change(self, unblocking);
		await this.#context.actor.delete(place, deletion(now, isInForeground ? 'Foreground' : now.policy));
	}

	/** Writes events about owners in other namespaces. A failure is reported and does not prevent the deletion. */
	async #tellOfElsewhere(place: ObjectKey, object: CachedObject, owners: Parameters<CrossNamespaceOwners['report']>[2]): Promise<void> {
		try {
			await this.#crossNamespaceOwners.report(place, object, owners);
		} catch (error) {
			this.#report(keyOf(place), error);
		}
	}

	/** Reports whether a dependent waits for its own dependents. */
	async #hasWaitingDependents(owner: Identity): Promise<boolean> {
		for (const { storageName, namespace, name } of this.#dependents.of(owner)) {
			await this.#turn();
			const object = this.#context.verbs.cache.get(storageName, namespace, name);
			if (object === undefined || object.damaged) continue;
			if (this.#owners.state({ storageName, namespace, name, uid: uidOf(object) }) === 'waiting') return true;
		}
		return false;
	}

	/** Throws StorageDamagedError while a damaged object may be a dependent of the owner: its references are unknown. */
	#refuseUnreadable({ namespace: home }: ObjectKey): void {
		const { cache } = this.#context.verbs;
		for (const [key, place] of this.#unreadable) {
			const object = cache.get(place.storageName, place.namespace, place.name);
			if (object?.damaged !== true) this.#unreadable.delete(key);
			else if (home === '' || home === place.namespace) parseWhole(object);
		}
	}

	/** Deletes blocking dependents first. Others are deleted once the owner is gone, at the latest. */
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
		// Either every member of a cycle waits already, or the last one to come here finds the others waiting.
		if (await this.#cycles.has(owner)) await this.#change(owner, unblocking);
	}

	/** Removes the owner from its dependents. */
	async #orphan(owner: Identity): Promise<void> {
		await this.#followers.caughtUp(this.#stopping.signal);
		this.#refuseUnreadable(owner);
		const left = this.#dependents.of(owner)[Symbol.iterator]();
		const failures: unknown[] = [];
		const some = async (): Promise<void> => {
			for (let next = left.next(); !next.done && !this.#stopping.signal.aborted; next = left.next()) {
				// A dependent that cannot be changed keeps its owner, but does not delay the others.
				await this.#removeOwner(next.value, owner).catch((error: unknown) => failures.push(error));
			}
		};
		await Promise.all(Array.from({ length: atOnce }, some));
		this.#stopping.signal.throwIfAborted();
		if (failures.length > 0) throw failures[0];
		await this.#change(owner, (old) => withoutFinalizer(old, orphanFinalizer));
	}

	async #removeOwner(place: ObjectKey, { uid }: Identity): Promise<void> {
		if (!this.#followers.follows(place.storageName)) return;
		await this.#turn();
		try {
			await this.#context.actor.update(place, (old) => withoutOwners(old, (reference) => reference.uid === uid));
		} catch (error) {
			if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
		}
	}

	/** Changes the object only if it has this uid, not a new object of the same name. */
	async #change({ uid, ...place }: Identity, propose: (old: JsonObject) => JsonObject): Promise<void> {
		await this.#context.actor.update(place, (old) => (metadataText(old, 'uid') === uid ? propose(old) : old));
	}

	/** Queues all dependents of the owner. */
	async #tell(owner: Identity): Promise<void> {
		for (const dependent of this.#dependents.of(owner)) {
			await this.#turn();
			this.#queue.add(keyOf(dependent));
		}
	}

	/** Yields to the event loop when the time slice is used up. */
	async #turn(): Promise<void> {
		const { slices } = this.#context.verbs;
		if (!slices.hasRoom()) await slices.later(() => undefined);
		this.#stopping.signal.throwIfAborted();
	}
}

function isGoing({ state }: { readonly state: OwnerState }): boolean {
	return state === 'absent' || state === 'waiting';
}

/** Includes unreachable owners, which get an event. */
function isOfConcern(found: { readonly state: OwnerState }): boolean {
	return isGoing(found) || found.state === 'unreachable';
}

/** Returns options that delete only the state that was read; a changed object is processed again. */
function deletion({ uid, resourceVersion }: OwnershipState, propagationPolicy: Propagation): DeleteOptions {
	return { ...noDeleteOptions, preconditions: { uid, resourceVersion }, propagationPolicy };
}
