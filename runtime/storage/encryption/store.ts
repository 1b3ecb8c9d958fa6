/**
 * Store wrapper that encrypts writes and decrypts reads. Files, logs and backups below it are encrypted; everything above it is in clear.
 */
import { sleep } from '../../scheduling/sleep.ts';
import {
	type CallOptions,
	type Change,
	type ChangesFilter,
	type CommitOptions,
	CompactedError,
	type Follower,
	type Following,
	type KeyRange,
	type Mutation,
	type Outcome,
	type Revision,
	type Row,
	type Store,
} from '../store.ts';
import { mapChanged, withOnChanges, wrapStore } from '../wrap-store.ts';
import { type Encryption, UnknownKeyError, UnreadableError } from './encryption.ts';
import { isMark } from './provider.ts';
import type { Rotation } from './rotation.ts';

/** Delay after which a failed provider is called again. */
const againMs = 1000;

export function withEncryption(store: Store, encryption: Encryption, rotation: Rotation): Store {
	return new EncryptedStore(store, encryption, rotation).asStore();
}

class EncryptedStore {
	readonly #store: Store;
	readonly #encryption: Encryption;
	readonly #rotation: Rotation;
	/** Mutations in flight by their encrypted bytes, so that followers get these changes without decryption. */
	readonly #committing = new Map<Uint8Array, Mutation>();

	constructor(store: Store, encryption: Encryption, rotation: Rotation) {
		this.#store = store;
		this.#encryption = encryption;
		this.#rotation = rotation;
	}

	asStore(): Store {
		return wrapStore(this.#store, {
			commit: (mutations, options) => this.#commit(mutations, options),
			follow: (after, follower, options) => this.#follow(after, follower, options),
			changes: (after, upTo, limit, filter, options) => this.#changes(after, upTo, limit, filter, options),
			snapshot: (onRows, options) => this.#snapshot(onRows, options),
			at: (revision, range, limit, options) => this.#at(revision, range, limit, options),
			close: () => {
				this.#rotation.end();
				return this.#store.close();
			},
		});
	}

	async #commit(mutations: readonly Mutation[], options: CommitOptions | undefined): Promise<readonly Outcome[]> {
		const sealed = mapChanged(mutations, (mutation) => this.#encryption.sealed(mutation));
		if (sealed !== mutations) this.#remember(sealed, mutations);
		try {
			const outcomes = await this.#store.commit(sealed, options);
			this.#rotation.committed(sealed, outcomes);
			return outcomes;
		} finally {
			if (sealed !== mutations) for (const { bytes } of sealed) if (bytes !== undefined) this.#committing.delete(bytes);
		}
	}

	#remember(sealed: readonly Mutation[], mutations: readonly Mutation[]): void {
		for (const [i, { bytes }] of sealed.entries()) {
			const mutation = mutations[i];
			if (bytes !== undefined && mutation !== undefined && mutation.bytes !== bytes) this.#committing.set(bytes, mutation);
		}
	}

	async #snapshot(onRows: (rows: readonly Row[]) => void, options: CallOptions | undefined): Promise<Revision> {
		// Row callbacks are synchronous, so external keys are fetched before the rows are read.
		if (this.#encryption.asks) await this.#askForAll(options);
		this.#rotation.begin();
		const revision = await this.#store.snapshot((rows) => onRows(mapChanged(rows, (row) => this.#row(row))), options);
		await this.#encryption.begin();
		await this.#rotation.found(revision);
		return revision;
	}

	async #askForAll(options: CallOptions | undefined): Promise<void> {
		const versions = new Set<string>();
		await this.#store.snapshot((rows) => {
			for (const { version, damaged } of rows) if (damaged !== true && isMark(version)) versions.add(version);
		}, options);
		await this.#encryption.ask(versions);
	}

	#row(row: Row): Row {
		if (row.damaged === true) return row;
		this.#encryption.refuseClear(row);
		const isStale = this.#encryption.isStale(row.resource, row.version);
		if (!isStale && !isMark(row.version)) return row;
		try {
			const opened = this.#encryption.opened(row, row);
			if (!isStale) return opened;
			if (!this.#encryption.isGone(row.resource)) return this.#rotation.stale(opened, row);
			this.#rotation.gone(this.#encryption.resealed(opened, row), row);
			return opened;
		} catch (error) {
			if (error instanceof UnreadableError) return { ...row, damaged: true };
			throw error;
		}
	}

	async #follow(after: Revision, follower: Follower, options: CallOptions | undefined): Promise<Following> {
		const deliveries = new Deliveries(this.#encryption, follower, (change) => this.#followed(change));
		const following = await this.#store.follow(
			after,
			withOnChanges(follower, (changes, applied) => deliveries.add(changes, applied)),
			options,
		);
		await deliveries.done;
		return {
			close: async () => {
				deliveries.end();
				await following.close();
			},
		};
	}

	#followed(change: Change): Change {
		const own = change.bytes && this.#committing.get(change.bytes);
		if (own !== undefined) {
			const { bytes = change.bytes, side = '', version = '' } = own;
			return this.#withPrevious({ ...change, ...(bytes && { bytes }), side, version });
		}
		return this.#withPrevious(this.#written(change));
	}

	#written(change: Change): Change {
		const { bytes, side = '', version = '' } = change;
		return bytes === undefined || !isMark(version) ? change : { ...change, ...this.#encryption.opened(change, { bytes, side, version }) };
	}

	/** Decrypts the previous state of a change. One that cannot be decrypted counts as damaged. */
	#withPrevious(change: Change): Change {
		const { previous, ...rest } = change;
		if (previous === undefined || !isMark(previous.version)) return change;
		const opened = openedOr(undefined, () => this.#encryption.opened(change, previous));
		return opened === undefined ? rest : { ...rest, previous: opened };
	}

	async #changes(...[after, upTo, limit, filter, options]: [Revision, Revision, number, ChangesFilter | undefined, CallOptions | undefined]) {
		const changes = await this.#store.changes(after, upTo, limit, filter, options);
		await this.#encryption.ask(changes.flatMap(versionsOf));
		return mapChanged(changes, (change) => {
			const { previous } = change;
			const whole = openedOr(undefined, () => {
				const written = this.#written(change);
				return previous === undefined || !isMark(previous.version) ? written : { ...written, previous: this.#encryption.opened(change, previous) };
			});
			if (whole === undefined) throw new CompactedError(change.revision);
			return whole;
		});
	}

	async #at(...[revision, range, limit, options]: [Revision, KeyRange, number, CallOptions | undefined]): Promise<readonly Row[]> {
		const rows = await this.#store.at(revision, range, limit, options);
		await this.#encryption.ask(rows.map(({ version }) => version));
		return mapChanged(rows, (row) => {
			if (!isMark(row.version)) return row;
			const opened = openedOr(undefined, () => this.#encryption.opened(row, row));
			// Unreadable history counts as compacted.
			if (opened === undefined) throw new CompactedError(revision + 1);
			return opened;
		});
	}
}

/** Returns `instead` when `open` throws UnreadableError or UnknownKeyError. History that cannot be decrypted counts as missing. */
function openedOr<T extends object, U>(instead: U, open: () => T): T | U {
	try {
		return open();
	} catch (error) {
		if (error instanceof UnreadableError || error instanceof UnknownKeyError) return instead;
		throw error;
	}
}

function versionsOf({ version = '', previous }: Change): string[] {
	return previous === undefined ? [version] : [version, previous.version];
}

/** Delivers changes in order. A change that waits for a key delays later ones. */
class Deliveries {
	/** Resolves when all changes received so far are delivered. */
	done: Promise<void> = Promise.resolve();
	readonly #encryption: Encryption;
	readonly #follower: Follower;
	readonly #open: (change: Change) => Change;
	readonly #ended = new AbortController();
	#waiting = 0;

	constructor(encryption: Encryption, follower: Follower, open: (change: Change) => Change) {
		this.#encryption = encryption;
		this.#follower = follower;
		this.#open = open;
	}

	add(changes: readonly Change[], applied: Revision): void {
		if (
			this.#waiting === 0 &&
			!(this.#encryption.asks && changes.some((change) => versionsOf(change).some((version) => this.#encryption.isUnasked(version))))
		) {
			this.#follower.onChanges(mapChanged(changes, this.#open), applied);
			return;
		}
		this.#waiting++;
		this.done = this.done.then(async () => {
			const opened = await this.#opened(changes);
			this.#waiting--;
			if (opened !== undefined) this.#follower.onChanges(opened, applied);
		});
	}

	end(): void {
		this.#ended.abort();
	}

	/**
	 * Decrypts changes. Retries without a limit, because later changes must not overtake them. Returns undefined when the follower is
	 * closed.
	 */
	async #opened(changes: readonly Change[]): Promise<readonly Change[] | undefined> {
		for (let isFirst = true; !this.#ended.signal.aborted; isFirst = false) {
			try {
				await this.#encryption.ask(changes.flatMap(versionsOf));
				const opened = mapChanged(changes, this.#open);
				if (!isFirst) this.#follower.onResumed();
				return opened;
			} catch (error) {
				this.#follower.onInterrupted(error as Error);
				await sleep(againMs, this.#ended.signal);
			}
		}
		return undefined;
	}
}
