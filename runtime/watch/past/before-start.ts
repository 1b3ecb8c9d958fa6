/**
 * What changes before the start replaced. The store has it, and from there it costs a list several times what it costs from memory. Once
 * lists have read some of it, it is brought into memory as differences, as what changes since leave there: from the newest on, as far as
 * the budget goes, in slices that keep nobody waiting.
 */
import { unpackStates } from '../../storage/states.ts';
import { CompactedError, type OutlinedChange, type Revision, type Store } from '../../storage/store.ts';
import type { EventBudget } from '../events/log.ts';
import type { CachedResource } from '../resource.ts';
import type { Lineages } from './lineages.ts';
import { MadeObjects } from './made-objects.ts';
import type { ReplacedObject } from './replaced-object.ts';

/** So many states are read in the store first: two pages of a list. Who looks at one object of the past costs nothing more. */
const leastRead = 1000;

/** Changes that are looked through at once, without their states: some milliseconds of another thread. */
const outlinedAtOnce = 2000;

/** States that are taken in at once: about a millisecond of this thread. */
const takenAtOnce = 64;

export interface BeforeStartOptions {
	/** As rows were written. */
	readonly store: Store;
	/** The revision of the start. */
	readonly opened: Revision;
	/** All that lead from objects of now to changes before the start are known to it when some of those have been read. */
	readonly lineages: Lineages;
	readonly budget: EventBudget;
	resourceOf(name: string): CachedResource;
	/** Lists read it in the store as before. */
	onError(error: unknown): void;
}

export class BeforeStart {
	readonly #options: BeforeStartOptions;
	#read = 0;
	/** What later changes of before the start replaced has been taken in. */
	#from: Revision;
	#loading: Promise<void> | undefined;
	#isStopped = false;

	constructor(options: BeforeStartOptions) {
		this.#options = options;
		this.#from = options.opened;
	}

	/** A list had what these replaced from the store. */
	read(replaced: readonly ReplacedObject[]): void {
		for (const { revision } of replaced) if (revision <= this.#from) this.#read++;
		if (this.#read < leastRead || this.#loading !== undefined || this.#isStopped) return;
		this.#read = 0;
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

	get #goesOn(): boolean {
		return !this.#isStopped && this.#options.budget.hasRoomForReplaced;
	}

	async #load(): Promise<void> {
		const { store } = this.#options;
		const memory = new MadeObjects();
		const oldest = await store.oldest();
		while (this.#from > oldest && this.#goesOn) {
			const after = Math.max(oldest, this.#from - outlinedAtOnce);
			const changes = await this.#outline(after);
			const wanted = changes.filter(({ previous, deleted }) => previous > 0 && !deleted).reverse();
			for (let at = 0; at < wanted.length && this.#goesOn; at += takenAtOnce) await this.#take(wanted.slice(at, at + takenAtOnce), memory);
			if (this.#goesOn) this.#from = after;
		}
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
		const { store, lineages, resourceOf } = this.#options;
		for (let at = 0; at < changes.length; ) {
			const left = changes.slice(at);
			const states = unpackStates(await store.replaced(left, 0));
			for (const [i, state] of states.entries()) {
				const change = left[i] as OutlinedChange;
				resourceOf(change.resource).keepReplaced(change, state, lineages, memory);
				this.#from = change.revision - 1;
			}
			at += states.length;
		}
	}
}
