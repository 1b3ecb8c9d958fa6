/**
 * What changes replaced that memory has no events of. The store has it, and from there it costs a list several times what it costs from
 * memory. Most servers are never asked, and keep nothing of it. Once lists have read much of it, what leaves as an event stays as a
 * difference, and what left before is brought into memory: from the newest on, as far as the budget goes, in slices that keep nobody waiting.
 */
import { unpackStates } from '../../storage/states.ts';
import { CompactedError, type OutlinedChange, type Revision, type Store } from '../../storage/store.ts';
import type { EventBudget } from '../events/log.ts';
import type { CachedResource } from '../resource.ts';
import type { History } from './history.ts';
import { MadeObjects } from './made-objects.ts';
import type { ReplacedObject } from './replaced-object.ts';

/** Changes that are looked through at once, without their states: some milliseconds of another thread. */
const outlinedAtOnce = 2000;

/** States that are taken in at once: about a millisecond of this thread. */
const takenAtOnce = 64;

export interface EarlierStatesOptions {
	/** As rows were written. */
	readonly store: Store;
	readonly history: History;
	readonly budget: EventBudget;
	/** So many rows are read in the store first. */
	readonly after: number;
	applied(): Revision;
	resourceOf(name: string): CachedResource;
	/** Lists read it in the store as before. */
	onError(error: unknown): void;
}

export class EarlierStates {
	readonly #options: EarlierStatesOptions;
	#read = 0;
	/** What later changes replaced has been taken in, or was never let go of. Infinite: nothing is kept yet. */
	#from: Revision = Number.POSITIVE_INFINITY;
	#loading: Promise<void> | undefined;
	#isStopped = false;

	constructor(options: EarlierStatesOptions) {
		this.#options = options;
		if (options.after === 0) this.#begin();
	}

	/** A list had what these replaced from the store. */
	read(replaced: readonly ReplacedObject[]): void {
		for (const { revision } of replaced) if (revision <= this.#from) this.#read++;
		if (this.#read < this.#options.after || this.#loading !== undefined || this.#isStopped) return;
		this.#read = 0;
		if (this.#from === Number.POSITIVE_INFINITY) this.#begin();
		this.#loading = this.#load()
			.catch((error) => {
				// What is forgotten meanwhile nobody asks for.
				if (!(error instanceof CompactedError) && !this.#isStopped) this.#options.onError(error);
			})
			.finally(() => {
				this.#loading = undefined;
			});
	}

	/** Nothing is read when this has resolved. */
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

	/** All changes from there to where those begin that have been taken in. */
	async #outline(after: Revision): Promise<OutlinedChange[]> {
		const all: OutlinedChange[] = [];
		for (;;) {
			const changes = await this.#options.store.outline(all.at(-1)?.revision ?? after, this.#from, outlinedAtOnce);
			if (changes.length === 0) return all;
			all.push(...changes);
		}
	}

	/** From the newest on. */
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
