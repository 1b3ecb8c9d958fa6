/**
 * Outline of the history: for each resource, the data that determines which objects existed at a revision and what replaced each of them
 * since. It holds no bytes: unchanged objects are in the cache, the others in the store. Changes since the cache was opened are added as
 * they arrive. Earlier ones are read from the store when a list first needs them.
 */
import { type Change, CompactedError, type OutlinedChange, type Revision, type Store } from '../../storage/store.ts';
import type { Place } from '../objects/ordered.ts';
import type { Deleted } from './deletions.ts';
import { Lineages } from './lineages.ts';
import { merged } from './merged.ts';
import { ResourceHistory } from './resource-history.ts';

/** Rows read at once: a few milliseconds of this thread. */
const loadedRows = 2000;

/** Deletions put into key order at once: a millisecond or two. */
const takenAtOnce = 500;

/** Deletions forgotten at once: about a millisecond. */
const forgottenAtOnce = 1000;

/** An object deleted after a revision, with the first such deletion. */
export interface Gone extends Place {
	readonly deletedAt: Revision;
}

export class History {
	readonly lineages = new Lineages();
	/** Changes after and before the opening of the cache, by resource. */
	readonly #since = new Map<string, ResourceHistory>();
	readonly #before = new Map<string, ResourceHistory>();
	/** Revision after which all changes are known. */
	#start: Revision;
	readonly #opened: Revision;
	#loading: Promise<void> | undefined;
	#forgetting = false;

	constructor(opened: Revision) {
		this.#start = opened;
		this.#opened = opened;
	}

	/** Revision after which all changes are known without reading the store. */
	get start(): Revision {
		return this.#start;
	}

	add({ resource, namespace, name, revision, bytes, side = '', version = '', previous }: Change): void {
		const change = { resource, namespace, name, revision, previous: previous?.revision ?? 0, deleted: bytes === undefined };
		this.#add(this.#since, change, side === previous?.side && version === previous.version);
	}

	#add(to: Map<string, ResourceHistory>, change: OutlinedChange, isSeenAlike: boolean): void {
		this.lineages.add(change.revision, change.previous, isSeenAlike);
		// The lineages cover changes of objects that stayed.
		if (change.previous > 0 && !change.deleted) return;
		let resource = to.get(change.resource);
		if (resource === undefined) {
			resource = new ResourceHistory();
			to.set(change.resource, resource);
		}
		resource.add(change);
	}

	/** Resolves when all changes of a resource after a revision are known. Rejects with CompactedError. */
	async knownAfter(resource: string, revision: Revision, store: Store): Promise<void> {
		const oldest = await store.oldest();
		if (revision < oldest) throw new CompactedError(oldest);
		if (revision < this.#start) {
			this.#loading ??= this.#load(store, oldest).finally(() => {
				this.#loading = undefined;
			});
			await this.#loading;
		}
		for (const histories of [this.#before, this.#since])
			while (histories.get(resource)?.deletions.takeIn(takenAtOnce) === false) await new Promise((resolve) => setImmediate(resolve));
		this.verify(revision);
	}

	/** Throws CompactedError when the changes after a revision are no longer known. */
	verify(revision: Revision): void {
		if (revision < this.#start) throw new CompactedError(this.#start);
	}

	async #load(store: Store, oldest: Revision): Promise<void> {
		this.#before.clear();
		let start = oldest;
		for (let after = start; after < this.#opened; ) {
			try {
				const changes = await store.outline(after, this.#opened, loadedRows);
				for (const change of changes) this.#add(this.#before, change, false);
				after = changes.at(-1)?.revision ?? this.#opened;
			} catch (error) {
				if (!(error instanceof CompactedError) || error.oldest <= after) throw error;
				// The log is being compacted meanwhile.
				start = Math.min(error.oldest, this.#opened);
				after = start;
			}
		}
		this.#start = start;
		this.forget(start);
	}

	/** Returns the objects deleted after a revision, in key order, as currently known; undefined when no deletion is known. */
	gone(resource: string, revision: Revision, namespace: string, after: Place | undefined): Iterable<Gone> | undefined {
		const [before, since] = [this.#before, this.#since].map((histories) => goneOf(histories.get(resource), revision, namespace, after));
		return before === undefined || since === undefined ? (before ?? since) : merged(before, since);
	}

	/** Returns the number of current objects minus the number at a revision. */
	grewSince(resource: string, revision: Revision, namespace: string): number {
		const grew = (histories: ReadonlyMap<string, ResourceHistory>) => histories.get(resource)?.grewSince(revision, namespace) ?? 0;
		return grew(this.#before) + grew(this.#since);
	}

	/** Forgets changes before a revision, which no list can use any more. */
	forget(before: Revision): void {
		this.#start = Math.max(this.#start, before);
		this.lineages.forget(before);
		if (!this.#forgetting) this.#forgetDeletions();
	}

	#forgetDeletions(): void {
		let done = true;
		for (const histories of [this.#before, this.#since]) for (const each of histories.values()) done = each.forget(this.#start, forgottenAtOnce) && done;
		this.#forgetting = !done;
		if (!done) setImmediate(() => this.#forgetDeletions());
	}
}

function goneOf(history: ResourceHistory | undefined, revision: Revision, namespace: string, after: Place | undefined): Iterable<Gone> | undefined {
	if (history === undefined || history.deletions.isEmpty) return undefined;
	const deleted = history.deletions.list(namespace, after);
	return { [Symbol.iterator]: () => deletedAfter(deleted, revision) };
}

function* deletedAfter(deleted: Iterable<Deleted>, revision: Revision): Generator<Gone> {
	for (const each of deleted) {
		const deletedAt = each.deletedAfter(revision);
		if (deletedAt !== undefined) yield { namespace: each.namespace, name: each.name, deletedAt };
	}
}
