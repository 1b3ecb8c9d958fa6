/**
 * From one key to another, and from clear to encrypted: rows that are not as they would be written now are marked as older when they
 * are first read, so that the controller of storage versions writes them anew; those of kinds that are gone, which it does not know,
 * are written here. This counts them, and has what was in clear wiped.
 */
import { pause } from '../../api/pause.ts';
import type { Mutation, Outcome, Revision, Row, Store } from '../store.ts';
import { staleMark } from '../versions.ts';
import type { CleanResources } from './clean-resources.ts';
import { contextOf } from './envelope.ts';
import { isMark } from './provider.ts';

/** Of kinds that are gone, written at a time, and what others get between. */
const rowsPerStep = 50;
const pauseMs = 20;

/** Rows of the log that are looked at in one go. */
const changesPerLook = 500;

export interface RotationReports {
	/** A sentence that the administrator waits for. */
	readonly told: (sentence: string) => void;
	readonly failed: (sentence: string) => void;
}

export interface RotationOptions {
	/** The one below, since what is written here is encrypted already. */
	readonly store: Store;
	readonly reports: RotationReports;
	readonly clean: CleanResources;
	/** Resources of kinds that are there, and whether they are encrypted. */
	readonly isEncrypted: ReadonlyMap<string, boolean>;
}

export class Rotation {
	readonly #store: Store;
	readonly #reports: RotationReports;
	readonly #clean: CleanResources;
	readonly #isEncrypted: ReadonlyMap<string, boolean>;
	readonly #ended = new AbortController();
	/** By what they are encrypted for. */
	readonly #left = new Set<string>();
	#gone: Mutation[] = [];
	#wereInClear = false;
	/** What is in clear may lie in the log, not in free pages alone. */
	#isInLog = false;
	/** Up to here the log holds rows in clear. */
	#toWipe: Revision | undefined;
	/** Named as clean when all is wiped. */
	#toName: readonly string[] = [];

	constructor({ store, reports, clean, isEncrypted }: RotationOptions) {
		this.#store = store;
		this.#reports = reports;
		this.#clean = clean;
		this.#isEncrypted = isEncrypted;
	}

	begin(): void {
		this.#left.clear();
		this.#gone = [];
		this.#wereInClear = false;
	}

	end(): void {
		this.#ended.abort();
	}

	/** As it is shown to who writes it anew. `row`: as it is stored. */
	stale(opened: Row, row: Row): Row {
		this.#note(row);
		return { ...opened, version: `${opened.version}${staleMark}` };
	}

	/** Of a kind that is gone. `sealed`: as it is to be written. */
	gone(sealed: Mutation, row: Row): void {
		this.#note(row);
		this.#gone.push(sealed);
	}

	#note(row: Row): void {
		this.#left.add(contextOf(row));
		this.#wereInClear ||= !isMark(row.version);
	}

	/** All rows were read, as of a revision. Rejects with a sentence where what must be written now cannot be. */
	async found(revision: Revision): Promise<void> {
		const count = this.#left.size;
		if (count > 0)
			this.#reports.told(`${count} ${count === 1 ? 'object is' : 'objects are'} not encrypted as they should be now: they are written anew meanwhile`);
		await this.#lookForClear(revision);
		if (this.#gone.length > 0) void this.#writeGone(this.#gone);
		this.#gone = [];
	}

	async #lookForClear(revision: Revision): Promise<void> {
		const encrypted = [...this.#isEncrypted].filter(([, is]) => is).map(([resource]) => resource);
		const unnamed = encrypted.filter((resource) => !this.#clean.has(resource));
		// A resource that is written in clear from now on, or has rows in clear, is not clean; one whose kind is gone stays as it is.
		const still = this.#clean.all.filter((resource) => this.#isEncrypted.get(resource) !== false);
		this.#toName = [...still, ...unnamed];
		await this.#clean.become(this.#wereInClear ? [] : still);
		if (unnamed.length === 0 && !this.#wereInClear) return;
		this.#isInLog = this.#wereInClear || (await this.#isClearInLog(unnamed, revision));
		if (this.#left.size > 0) return;
		if (this.#isInLog) this.#toWipe = revision;
		else this.#wipe(0);
	}

	async #isClearInLog(resources: readonly string[], upTo: Revision): Promise<boolean> {
		for (const resource of resources) {
			for (let after = await this.#store.oldest(); ; ) {
				const changes = await this.#store.changes(after, upTo, changesPerLook, { resource });
				const last = changes.at(-1);
				if (last === undefined) break;
				if (changes.some(({ bytes, version = '', previous }) => (bytes && !isMark(version)) || (previous && !isMark(previous.version)))) return true;
				after = last.revision;
			}
		}
		return false;
	}

	/** `sealed`: as they were written. */
	committed(sealed: readonly Mutation[], outcomes: readonly Outcome[]): void {
		if (this.#left.size === 0 && this.#toWipe === undefined) return;
		for (const [i, mutation] of sealed.entries()) {
			const outcome = outcomes[i];
			if (outcome?.ok !== true) continue;
			if (this.#toWipe !== undefined && outcome.revision > this.#toWipe) this.#wipe(this.#toWipe);
			if (this.#left.delete(contextOf(mutation)) && this.#left.size === 0) this.#finished(mutation, outcome.revision);
		}
	}

	async #writeGone(all: readonly Mutation[]): Promise<void> {
		try {
			for (let i = 0; i < all.length; i += rowsPerStep) {
				const some = all.slice(i, i + rowsPerStep);
				this.committed(some, await this.#store.commit(some));
				await pause(pauseMs, this.#ended.signal);
				if (this.#ended.signal.aborted) return;
			}
		} catch (error) {
			if (this.#ended.signal.aborted) return;
			this.#reports.failed(`objects of kinds that are gone are not encrypted as they should be, until the next start: ${(error as Error).message}`);
		}
	}

	#finished(last: Mutation, revision: Revision): void {
		this.#reports.told('all objects are encrypted as they should be: keys that came before are needed by earlier backups only');
		if (!this.#isInLog) return;
		this.#toWipe = revision;
		// The newest entry of the log is never forgotten, and this one still holds what was in clear: another one takes its place.
		if (last.bytes !== undefined) void this.#writeAgain({ ...last, expected: revision });
	}

	async #writeAgain(last: Mutation): Promise<void> {
		try {
			this.committed([last], await this.#store.commit([last]));
		} catch (error) {
			// Whatever is written next does it.
			this.#reports.failed(`the history still holds objects in clear, which are wiped after the next write: ${(error as Error).message}`);
		}
	}

	/** `upTo`: 0 where the log holds nothing in clear, only free pages may. */
	#wipe(upTo: Revision): void {
		this.#toWipe = undefined;
		const wiped = async (): Promise<void> => {
			await this.#store.wipe(upTo);
			await this.#clean.become(this.#toName);
		};
		wiped().then(
			() => {
				if (upTo > 0) this.#reports.told('what was stored in clear is wiped from the data');
			},
			(error: unknown) => {
				if (this.#ended.signal.aborted) return;
				const what = upTo > 0 ? 'what was stored in clear is not wiped from the data' : 'it is not noted that nothing in clear is in the data';
				this.#reports.failed(`${what}, which is tried again at the next start: ${(error as Error).message}`);
			},
		);
	}
}
