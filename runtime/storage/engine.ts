/** Contract of a store engine: a scheme of `--datastore` and a function that opens the store. */
import type { Worker } from 'node:worker_threads';
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Backup } from './backup/format.ts';
import type { Revision, Row, Store } from './store.ts';

export interface StoreEngine {
	/** Part of `--datastore` before the colon. */
	readonly scheme: string;
	/** Form of the whole value, for refusals. */
	readonly usage: string;
	/** True when several servers can use one store at once. */
	readonly isShared: boolean;
	readonly flags?: readonly Flag<unknown>[];
	/** Starts a thread of the store before the flags are read. `open` uses it later. Until then it does not keep the process alive. */
	beginThread?(): Worker;
	/** Opens the store. `location` is the part after the colon. Rejects with StorageRefusedError, whose message is one sentence for the user. */
	open(location: string, context: StoreContext): Promise<OpenedStore>;
	/**
	 * Returns the number of bytes stored at the location, as far as it is known without opening the store. 0 when the location is empty.
	 */
	keptBytes?(location: string): number;
	/** Returns the location used when the flag is absent. Only the embedded engine has it. */
	defaultLocation?(dataDir: string): string;
	/** Reports whether a file in the data directory belongs to the engine. Only engines with files there have this method. */
	ownsFile?(name: string): boolean;
}

/** Store as the engine opened it. Wrappers of the store pass on only the contract. */
export interface OpenedStore extends Store {
	/**
	 * Releases disk space next to the server's own files that the engine reserves for a full disk. Returns false when none is left. Engines
	 * without files there lack the method.
	 */
	releaseReserve?(): Promise<boolean>;
}

/** Copies objects out of an engine's store and into one. */
export interface StoreCopies {
	/** Scheme of the engine. */
	readonly scheme: string;
	/** Copies all objects at one revision, whether a server is running or not. Rejects with one sentence for the user. */
	backUp(location: string, options: BackUpOptions): Promise<void>;
	/**
	 * Writes objects into an empty store, in a new history. Returns their number. Rejects with one sentence, and has then changed nothing.
	 */
	restore(location: string, backup: Backup, options: RestoreOptions): Promise<number>;
}

export interface BackUpOptions {
	/** Skips damaged objects instead of refusing. */
	readonly salvage: boolean;
	/** Called before the first row. */
	readonly onBegin: (what: { readonly vocabulary: string; readonly revision: Revision }) => void;
	readonly onRow: (row: Row) => void;
	/** Called with a sentence for each omission. */
	readonly onLost: (sentence: string) => void;
}

export interface RestoreOptions {
	readonly vocabulary: string;
	/** Moves existing objects aside. */
	readonly replace: boolean;
}

export interface StoreContext {
	/** Directory of the server's own files, which exists. */
	readonly dataDir: string;
	readonly flags: FlagValues;
	/** Name of the vocabulary of the data. A store with another vocabulary is refused. */
	readonly vocabulary: string;
	/** Thread that `beginThread` started. */
	readonly thread?: Worker;
	/** SQL of the reporting views, for engines that support them. */
	readonly views?: string;
	/** True when a server's keys are next to the store. The server then had objects before, so an empty store is a data loss. */
	readonly known: boolean;
	/**
	 * True when the administrator accepts that acknowledged writes are lost. The store then continues with the remaining data in a new
	 * history.
	 */
	readonly acceptLoss: boolean;
	/** Receives a sentence for the administrator. */
	readonly onReport: (sentence: string) => void;
	/** Called once, when the store can acknowledge no more writes. The callee reports this and exits. */
	readonly onFatal: (error: Error) => void;
}
