/**
 * Rotation from one key to another, and from clear to encrypted. Rows that would now be written differently are marked as stale when they
 * are first read. The storage version controller then rewrites them. Rows of removed kinds, which that controller does not know, are
 * rewritten here. Rotation also counts the remaining rows, and lets the store wipe former cleartext.
 */
import { sleep } from '../../scheduling/sleep.ts';
import type { Mutation, Outcome, Revision, Row, Store } from '../store.ts';
import { staleMark } from '../versions.ts';
import type { CleanResources } from './clean-resources.ts';
import { contextOf } from './envelope.ts';
import { isMark } from './provider.ts';

/** Rows of removed kinds rewritten in one commit, and the sleep after it that leaves time for other work. */
const rowsPerStep = 50;
const pauseMs = 20;

/** Rows of the log read in one step. */
const changesPerLook = 500;

export interface RotationReports {
	/** Receives a sentence about the progress for the administrator. */
	readonly told: (sentence: string) => void;
	readonly failed: (sentence: string) => void;
}

export interface RotationOptions {
	/** Store below the encrypting one. Rotation commits rows that are already encrypted. */
	readonly store: Store;
	readonly reports: RotationReports;
	readonly clean: CleanResources;
	/** Resources of the current kinds. The value is true for encrypted ones. */
	readonly isEncrypted: ReadonlyMap<string, boolean>;
}

export class Rotation {
	readonly #store: Store;
	readonly #reports: RotationReports;
	readonly #clean: CleanResources;
	readonly #isEncrypted: ReadonlyMap<string, boolean>;
	readonly #ended = new AbortController();
	/** Remaining stale rows, by encryption context. */
	readonly #left = new Set<string>();
	#gone: Mutation[] = [];
	#wereInClear = false;
	/** True when the log may contain cleartext. Otherwise only free pages may. */
	#isInLog = false;
	/** Revision up to which the log holds rows in clear. */
	#toWipe: Revision | undefined;
	/** Resources to record as clean after everything is wiped. */
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

	/** Counts a stale row, and returns it with a stale version, which makes the controller rewrite it. `row`: the row as stored. */
	stale(opened: Row, row: Row): Row {
		this.#note(row);
		return { ...opened, version: `${opened.version}${staleMark}` };
	}

	/** Counts a row of a removed kind. `sealed`: mutation that rewrites it. */
	gone(sealed: Mutation, row: Row): void {
		this.#note(row);
		this.#gone.push(sealed);
	}

	#note(row: Row): void {
		this.#left.add(contextOf(row));
		this.#wereInClear ||= !isMark(row.version);
	}

	/** Begins to rewrite, after all rows at a revision were read. Rejects with a sentence when a required write fails. */
	async found(revision: Revision): Promise<void> {
		const count = this.#left.size;
		if (count > 0)
			this.#reports.told(`${count} ${count === 1 ? 'object is' : 'objects are'} not encrypted with the current key; rewriting them in the background`);
		await this.#lookForClear(revision);
		if (this.#gone.length > 0) void this.#writeGone(this.#gone);
		this.#gone = [];
	}

	async #lookForClear(revision: Revision): Promise<void> {
		const encrypted = [...this.#isEncrypted].filter(([, is]) => is).map(([resource]) => resource);
		const unnamed = encrypted.filter((resource) => !this.#clean.has(resource));
		// A resource is no longer clean when it will be written in clear, or when a row of it is in clear. A resource of a removed kind
		// stays clean.
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

	/** Counts rewritten rows, and wipes when none remain. `sealed`: mutations as written. */
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
				await sleep(pauseMs, this.#ended.signal);
				if (this.#ended.signal.aborted) return;
			}
		} catch (error) {
			if (this.#ended.signal.aborted) return;
			this.#reports.failed(`re-encryption of objects of removed kinds failed; retried at the next start: ${(error as Error).message}`);
		}
	}

	#finished(last: Mutation, revision: Revision): void {
		this.#reports.told('all objects are encrypted with the current key; previous keys are needed only for earlier backups');
		if (!this.#isInLog) return;
		this.#toWipe = revision;
		// Compaction keeps the newest log entry, whose previous state is still in clear. Another write of the row adds a newer entry.
		if (last.bytes !== undefined) void this.#writeAgain({ ...last, expected: revision });
	}

	async #writeAgain(last: Mutation): Promise<void> {
		try {
			this.committed([last], await this.#store.commit([last]));
		} catch (error) {
			// The next write wipes instead.
			this.#reports.failed(`history still contains cleartext objects, which are wiped after the next write: ${(error as Error).message}`);
		}
	}

	/** Wipes the store. `upTo`: 0 when only free pages may contain cleartext, and not the log. */
	#wipe(upTo: Revision): void {
		this.#toWipe = undefined;
		const wiped = async (): Promise<void> => {
			await this.#store.compact(upTo, { erase: true });
			await this.#clean.become(this.#toName);
		};
		wiped().then(
			() => {
				if (upTo > 0) this.#reports.told('cleartext wiped from the database');
			},
			(error: unknown) => {
				if (this.#ended.signal.aborted) return;
				const what = upTo > 0 ? 'cleartext not wiped from the database' : 'the absence of cleartext in the database not recorded';
				this.#reports.failed(`${what}; retried at the next start: ${(error as Error).message}`);
			},
		);
	}
}
