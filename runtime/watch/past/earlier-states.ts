/**
 * States replaced by changes whose events are no longer in memory. Reading them from the store costs a list several times as much as
 * reading memory. Most servers never need them and keep none. Once lists have read many, events that leave memory stay as differences.
 * Earlier states are then loaded into memory from the newest on, within the budget, in slices that do not delay requests.
 */
import { unpackStates } from '../../storage/states.ts';
import { CompactedError, type OutlinedChange, type Revision, type Store } from '../../storage/store.ts';
import type { EventBudget } from '../events/log.ts';
import type { CachedResource } from '../resource.ts';
import type { History } from './history.ts';
import { MadeObjects } from './made-objects.ts';
import type { ReplacedObject } from './replaced-object.ts';

/** Changes outlined at once, without their states: some milliseconds of another thread. */
const outlinedAtOnce = 2000;

/** States loaded at once: about a millisecond of this thread. */
const takenAtOnce = 64;

export interface EarlierStatesOptions {
	/** Store that returns rows as written. */
	readonly store: Store;
	readonly history: History;
	readonly budget: EventBudget;
	/** Number of rows read from the store after which states are kept. */
	readonly after: number;
	applied(): Revision;
	resourceOf(name: string): CachedResource;
	/** Reports a failure to load; lists keep reading from the store. */
	onError(error: unknown): void;
}

export class EarlierStates {
	readonly #options: EarlierStatesOptions;
	#read = 0;
	/** Revision after which replaced states are in memory. Infinite until states are kept. */
	#from: Revision = Number.POSITIVE_INFINITY;
	#loading: Promise<void> | undefined;
	#isStopped = false;

	constructor(options: EarlierStatesOptions) {
		this.#options = options;
		if (options.after === 0) this.#begin();
	}

	/** Counts changes whose replaced states a list read from the store. */
	read(replaced: readonly ReplacedObject[]): void {
		for (const { revision } of replaced) if (revision <= this.#from) this.#read++;
		if (this.#read < this.#options.after || this.#loading !== undefined || this.#isStopped) return;
		this.#read = 0;
		if (this.#from === Number.POSITIVE_INFINITY) this.#begin();
		this.#loading = this.#load()
			.catch((error) => {
				// No list needs states that were compacted meanwhile.
				if (!(error instanceof CompactedError) && !this.#isStopped) this.#options.onError(error);
			})
			.finally(() => {
				this.#loading = undefined;
			});
	}

	/** Stops loading; no read is in flight when it resolves. */
	async stop(): Promise<void> {
		this.#isStopped = true;
		await this.#loading;
	}

	#begin(): void {
		this.#options.budget.keepReplaced();
		this.#from = this.#options.applied();
	}

	get #goesOn(): boolean {
		return !this.#isStopped && this.#options.budget.hasRoomForReplaced;
	}

	async #load(): Promise<void> {
		const { history } = this.#options;
		const memory = new MadeObjects();
		while (this.#from > history.start && this.#goesOn) {
			const after = Math.max(history.start, this.#from - outlinedAtOnce);
			const changes = await this.#outline(after);
			const wanted = changes.filter((change) => this.#isWanted(change)).reverse();
			for (let at = 0; at < wanted.length && this.#goesOn; at += takenAtOnce) await this.#take(wanted.slice(at, at + takenAtOnce), memory);
			if (this.#goesOn) this.#from = after;
		}
	}

	#isWanted({ resource, revision, previous, deleted }: OutlinedChange): boolean {
		return previous > 0 && !deleted && revision <= this.#options.resourceOf(resource).log.keptFrom;
	}

	/** Returns all changes from `after` up to the first one that is loaded. */
	async #outline(after: Revision): Promise<OutlinedChange[]> {
		const all: OutlinedChange[] = [];
		for (;;) {
			const changes = await this.#options.store.outline(all.at(-1)?.revision ?? after, this.#from, outlinedAtOnce);
			if (changes.length === 0) return all;
			all.push(...changes);
		}
	}

	/** Loads the states, from the newest on. */
	async #take(changes: readonly OutlinedChange[], memory: MadeObjects): Promise<void> {
		const { store, history, resourceOf } = this.#options;
		for (let at = 0; at < changes.length; ) {
			const left = changes.slice(at);
			const states = unpackStates(await store.replaced(left, 0));
			for (const [i, state] of states.entries()) {
				const change = left[i] as OutlinedChange;
				resourceOf(change.resource).keepReplaced(change, state, history.lineages, memory);
				this.#from = change.revision - 1;
			}
			at += states.length;
		}
	}
}
