/** What a store engine is to the rest of the server: a scheme of `--datastore`, and how it is opened. */
import type { Worker } from 'node:worker_threads';
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Backup } from './backup/format.ts';
import type { Revision, Row, Store } from './store.ts';

export interface StoreEngine {
	/** What stands before the colon. */
	readonly scheme: string;
	/** How the whole value is shown in refusals. */
	readonly usage: string;
	readonly flags?: readonly Flag<unknown>[];
	/** A thread that works for the store, begun before the flags are read: `open` takes it over, and until then it keeps no process alive. */
	beginThread?(): Worker;
	/** `location`: what stands behind the colon. Rejects with an Error whose message is one sentence for the user. */
	open(location: string, context: StoreContext): Promise<Store>;
	/** Bytes of what has been kept there, 0 when nothing has, where that shows without opening it. */
	keptBytes?(location: string): number;
	/** Where objects are when the flag is not given; only the embedded engine says it. */
	defaultLocation?(dataDir: string): string;
	/** Whether a file of the data dir, by its name, is its own; only engines that keep some there say it. */
	ownsFile?(name: string): boolean;
}

/** How objects are copied out of a store of an engine, and into one. */
export interface StoreCopies {
	/** That of the engine. */
	readonly scheme: string;
	/** All objects as they are at one moment, beside a server that runs or not. Rejects with one sentence for the user. */
	backUp(location: string, options: BackUpOptions): Promise<void>;
	/** Puts objects into an empty store, in a new history. Returns how many. Rejects with one sentence, and nothing has changed then. */
	restore(location: string, backup: Backup, options: RestoreOptions): Promise<number>;
}

export interface BackUpOptions {
	/** Leaves out what is damaged, instead of refusing. */
	readonly salvage: boolean;
	/** Called first. */
	readonly onBegin: (what: { readonly vocabulary: string; readonly revision: Revision }) => void;
	readonly onRow: (row: Row) => void;
	/** Something is left out: a sentence. */
	readonly onLost: (sentence: string) => void;
}

export interface RestoreOptions {
	readonly vocabulary: string;
	/** Objects that are there are put aside. */
	readonly replace: boolean;
}

export interface StoreContext {
	/** Folder of the server's own files, which is there. */
	readonly dataDir: string;
	readonly flags: FlagValues;
	/** Name of the vocabulary that the data is written in; a store of another is refused. */
	readonly vocabulary: string;
	/** What `beginThread` began. */
	readonly thread?: Worker;
	/** SQL of the reporting views, for engines that have them. */
	readonly views?: string;
	/** Keys of a server lie beside it: it kept objects before, and an empty store is a lost one. */
	readonly known: boolean;
	/** The administrator accepts that something that was acknowledged is lost: go on with what is there, in a new history. */
	readonly acceptLoss: boolean;
	/** A sentence that the administrator should know. */
	readonly onReport: (sentence: string) => void;
	/** Called once when nothing may be acknowledged any more: say so and exit. */
	readonly onFatal: (error: Error) => void;
}
