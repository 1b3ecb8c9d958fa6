/**
 * The outline of the history: of each resource, what it takes to say which objects there were at a revision, and what has replaced each
 * of them since. Knows no bytes: what has not changed is in the cache, and the rest is in the store. What happened since the cache was
 * opened is added as it comes; what happened before is asked of the store when somebody first wants a revision from then.
 */
import { type Change, CompactedError, type OutlinedChange, type Revision, type Store } from '../../storage/store.ts';
import type { Place } from '../objects/ordered.ts';
import type { Deleted } from './deletions.ts';
import { Lineages } from './lineages.ts';
import { merged } from './merged.ts';
import { ResourceHistory } from './resource-history.ts';

/** Rows asked for at once: a few milliseconds of this thread to take them in. */
const loadedRows = 2000;

/** Deletions put into key order at once: a millisecond or two. */
const takenAtOnce = 500;

/** Deletions forgotten at once: about a millisecond. */
const forgottenAtOnce = 1000;

/** An object that was deleted after a revision: by which change, the first one since. */
export interface Gone extends Place {
	readonly deletedAt: Revision;
}

export class History {
	readonly lineages = new Lineages();
	/** What happened after the cache was opened, and what happened before, by resource. */
	readonly #since = new Map<string, ResourceHistory>();
	readonly #before = new Map<string, ResourceHistory>();
	/** All changes after it are known. */
	#start: Revision;
	readonly #opened: Revision;
	#loading: Promise<void> | undefined;
	#forgetting = false;

	constructor(opened: Revision) {
		this.#start = opened;
		this.#opened = opened;
	}

	/** All that happened after this revision is known, while nobody has asked for what was before. */
	get start(): Revision {
		return this.#start;
	}

	add({ resource, namespace, name, revision, bytes, side = '', version = '', previous }: Change): void {
		const change = { resource, namespace, name, revision, previous: previous?.revision ?? 0, deleted: bytes === undefined };
		this.#add(this.#since, change, side === previous?.side && version === previous.version);
	}

	#add(to: Map<string, ResourceHistory>, change: OutlinedChange, isSeenAlike: boolean): void {
		this.lineages.add(change.revision, change.previous, isSeenAlike);
		// Of what changed and stayed, the lineages say all.
		if (change.previous > 0 && !change.deleted) return;
		let resource = to.get(change.resource);
		if (resource === undefined) {
			resource = new ResourceHistory();
			to.set(change.resource, resource);
		}
		resource.add(change);
	}

	/** Resolves when all that happened to a resource after a revision is known. Rejects with CompactedError. */
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

	/** Throws CompactedError when what happened after a revision is not known any more. */
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
				// It is being forgotten meanwhile.
				start = Math.min(error.oldest, this.#opened);
				after = start;
			}
		}
		this.#start = start;
		this.forget(start);
	}

	/** Those that were deleted after a revision, in key order, as they are known now; undefined: none was, of all that are known. */
	gone(resource: string, revision: Revision, namespace: string, after: Place | undefined): Iterable<Gone> | undefined {
		const [before, since] = [this.#before, this.#since].map((histories) => goneOf(histories.get(resource), revision, namespace, after));
		return before === undefined || since === undefined ? (before ?? since) : merged(before, since);
	}

	/** How many more objects there are now than at a revision. */
	grewSince(resource: string, revision: Revision, namespace: string): number {
		const grew = (histories: ReadonlyMap<string, ResourceHistory>) => histories.get(resource)?.grewSince(revision, namespace) ?? 0;
		return grew(this.#before) + grew(this.#since);
	}

	/** Nobody may ask for what was before a revision any more. */
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
