/**
 * From one key to another, and from clear to encrypted: rows that are not as they would be written now are marked as older when they
 * are first read, so that the controller of storage versions writes them anew. This counts them, and has what was in clear wiped.
 */
import type { Mutation, Outcome, Revision, Row, Store } from '../store.ts';
import { contextOf } from './envelope.ts';
import { isMark } from './provider.ts';

/** Behind the version of a row that is to be written anew; no version ends like this. */
const stale = '!';

export interface RotationReports {
	/** A sentence that the administrator waits for. */
	readonly told: (sentence: string) => void;
	readonly failed: (sentence: string) => void;
}

export class Rotation {
	readonly #store: Store;
	readonly #reports: RotationReports;
	/** By what they are encrypted for. */
	readonly #left = new Set<string>();
	#wereInClear = false;
	/** Up to here the log holds rows in clear. */
	#toWipe: Revision | undefined;

	/** `store`: the one below, since what is written here is encrypted already. */
	constructor(store: Store, reports: RotationReports) {
		this.#store = store;
		this.#reports = reports;
	}

	begin(): void {
		this.#left.clear();
		this.#wereInClear = false;
	}

	/** As it is shown to who writes it anew. `row`: as it is stored. */
	stale(opened: Row, row: Row): Row {
		this.#left.add(contextOf(row));
		this.#wereInClear ||= !isMark(row.version);
		return { ...opened, version: `${opened.version}${stale}` };
	}

	found(): void {
		const count = this.#left.size;
		if (count > 0)
			this.#reports.told(`${count} ${count === 1 ? 'object is' : 'objects are'} not encrypted as they should be now: they are written anew meanwhile`);
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

	#finished(last: Mutation, revision: Revision): void {
		this.#reports.told('all objects are encrypted as they should be: keys that came before are needed by earlier backups only');
		if (!this.#wereInClear) return;
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

	#wipe(upTo: Revision): void {
		this.#toWipe = undefined;
		this.#store.wipe(upTo).then(
			() => this.#reports.told('what was stored in clear is wiped from the data'),
			(error: unknown) =>
				this.#reports.failed(
					`what was stored in clear could not be wiped from the data (${(error as Error).message}): it goes with the history, and from the files at the next start`,
				),
		);
	}
}
