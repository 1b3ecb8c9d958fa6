/** Contract of a store engine: a scheme of `--datastore` and a function that opens the store. */
import type { Worker } from 'node:worker_threads';
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Backup } from './backup/format.ts';
import type { Revision, Row, Store } from './store.ts';

export interface StoreEngine {
	/** Part of `--datastore` before the colon. */
	readonly scheme: string;
	/** Form of the whole value, shown in refusals. */
	readonly usage: string;
	readonly flags?: readonly Flag<unknown>[];
	/** Starts a thread for the store before the flags are read. `open` takes it over; until then it does not keep the process alive. */
	beginThread?(): Worker;
	/** Opens the store. `location` is the part after the colon. Rejects with an Error whose message is one sentence for the user. */
	open(location: string, context: StoreContext): Promise<Store>;
	/** Returns the bytes stored at the location, as far as that shows without opening it; 0 when it is empty. */
	keptBytes?(location: string): number;
	/** Returns the location used when the flag is absent. Only the embedded engine has it. */
	defaultLocation?(dataDir: string): string;
	/** Reports whether a file name in the data dir belongs to the engine. Only engines with files there have it. */
	ownsFile?(name: string): boolean;
}

/** Copies objects out of an engine's store and into one. */
export interface StoreCopies {
	/** Scheme of the engine. */
	readonly scheme: string;
	/** Copies all objects as of one moment, whether a server is running or not. Rejects with one sentence for the user. */
	backUp(location: string, options: BackUpOptions): Promise<void>;
	/**
	 * Writes objects into an empty store, in a new history. Returns their number. Rejects with one sentence, and then has changed nothing.
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
	/** Folder of the server's own files; it exists. */
	readonly dataDir: string;
	readonly flags: FlagValues;
	/** Name of the vocabulary that the data is written in. A store of another vocabulary is refused. */
	readonly vocabulary: string;
	/** Thread that `beginThread` started. */
	readonly thread?: Worker;
	/** SQL of the reporting views, for engines that support them. */
	readonly views?: string;
	/** True when a server's keys lie next to the store. The server then had objects before, so an empty store means data loss. */
	readonly known: boolean;
	/**
	 * True when the administrator accepts the loss of acknowledged writes: the store continues with the remaining data in a new history.
	 */
	readonly acceptLoss: boolean;
	/** Receives a sentence for the administrator. */
	readonly onReport: (sentence: string) => void;
	/** Called once when the store can acknowledge no more writes. The caller reports it and exits. */
	readonly onFatal: (error: Error) => void;
}
