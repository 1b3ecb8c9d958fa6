/**
 * Reads of the store's log for cursors that are older than memory. Those that stand at one place read it once: they share the
 * events, and so what is encoded of them, while it is read and for a moment afterwards.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Change, Revision, Store } from '../../storage/store.ts';
import type { CacheEvent } from '../contract.ts';
import { PassingEncodings } from '../objects/encodings.ts';
import { eventOfChange } from './event.ts';

export interface LogPlace {
	readonly resource: string;
	/** Empty: all. */
	readonly namespace: string;
	readonly after: Revision;
	readonly upTo: Revision;
	/** Rows. */
	readonly limit: number;
}

export interface LogRead {
	readonly events: readonly CacheEvent[];
	/** All up to here is in the events. */
	readonly position: Revision;
}

/** Clients whose connections broke together come back within it; longer would keep what nobody reads. */
const keptMs = 200;
/** What is kept for who comes later, as it was stored. */
const keptBytes = 16 * 1024 * 1024;

export class LogReads {
	readonly #store: Store;
	readonly #encodings = new PassingEncodings();
	readonly #shared = new Map<string, Promise<LogRead>>();
	#bytes = 0;

	constructor(store: Store) {
		this.#store = store;
	}

	read(place: LogPlace, form: ItemForm): Promise<LogRead> {
		const { resource, namespace, after, upTo, limit } = place;
		const key = `${resource} ${namespace} ${after} ${upTo} ${limit}`;
		const known = this.#shared.get(key);
		if (known !== undefined) return known;
		const made: Promise<LogRead> = this.#fromStore(place, form, (bytes) => this.#keep(key, made, bytes));
		this.#shared.set(key, made);
		made.catch(() => this.#forget(key, made));
		return made;
	}

	/** What is shown of the log is another from now on. */
	clear(): void {
		this.#shared.clear();
	}

	async #fromStore({ resource, namespace, after, upTo, limit }: LogPlace, form: ItemForm, read: (bytes: number) => void): Promise<LogRead> {
		const changes = await this.#store.changes(after, upTo, limit, { resource, ...(namespace !== '' && { namespace }) });
		read(changes.reduce((sum, change) => sum + bytesOf(change), 0));
		// None left: everything up to there is known. Fewer than asked for may be a bound of the store, and says nothing.
		const position = changes.at(-1)?.revision ?? upTo;
		return { events: changes.map((change) => eventOfChange(this.#encodings, form, change)), position };
	}

	#keep(key: string, made: Promise<LogRead>, bytes: number): void {
		if (this.#bytes + bytes > keptBytes) {
			this.#forget(key, made);
			return;
		}
		this.#bytes += bytes;
		const timer = setTimeout(() => {
			this.#bytes -= bytes;
			this.#forget(key, made);
		}, keptMs);
		timer.unref();
	}

	#forget(key: string, made: Promise<LogRead>): void {
		if (this.#shared.get(key) === made) this.#shared.delete(key);
	}
}

function bytesOf({ bytes, previous }: Change): number {
	return (bytes?.byteLength ?? 0) + (previous?.bytes.byteLength ?? 0);
}
