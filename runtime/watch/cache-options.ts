/** What whoever opens a watch cache decides, and what it is told. */
import type { ShownVersions } from './contract.ts';

export interface CacheOptions {
	/** How long the log is kept: seed 1 "Limits". Default 5 minutes. */
	readonly historyMs?: number;
	/** Recent events of all resources in memory, older ones come from the log; and for a quarter of it what changes before them replaced, in short, once lists read much of that. Default 64 MiB: events of 50,000 changes of objects of 1 KiB, or of 40,000 and what 200,000 before them replaced where little changed. */
	readonly eventBytes?: number;
	/** So many rows that changes replaced are read in the store before they are kept in memory: two pages of a list by default (1000), so that who looks at a few objects of the past costs nothing more. 0: they are kept from the start on. */
	readonly keepReplacedAfter?: number;
	/** Other encodings of objects and events. Default 32 MiB. */
	readonly encodingBytes?: number;
	/** Others write to the same store (several servers), so that a consistent read must ask it. Default false. */
	readonly shared?: boolean;
	/** How objects are shown. Default: as they were written, whatever their version, and whole in lists. */
	readonly shown?: ShownVersions;
	/** Default: a process warning for each. */
	readonly events?: CacheEvents;
}

/** What the administrator should know of the store that the cache follows. */
export interface CacheEvents {
	/** The store refused to forget for now; it is tried again. */
	retentionFailed(error: unknown): void;
	/** What changes replaced could not be brought into memory: lists of the past read it in the store, as before. */
	pastNotKept(error: unknown): void;
	/** The store cannot be reached; until it can, the cache shows what was there before. */
	interrupted(error: Error): void;
	resumed(): void;
	/** The history that was missed is gone: the cache falls behind for good, and the process has to begin anew. */
	lost(error: Error): void;
}

export const warnings: CacheEvents = {
	retentionFailed: (error) => process.emitWarning(`the history could not be forgotten: ${String(error)}`),
	pastNotKept: (error) => process.emitWarning(`what changes replaced is read in the store: ${String(error)}`),
	interrupted: (error) => process.emitWarning(`the store cannot be reached: ${error.message}`),
	resumed: () => process.emitWarning('the store can be reached again'),
	lost: (error) => process.emitWarning(`the store was away for too long: ${error.message}`),
};

export const defaults = { historyMs: 5 * 60 * 1000, eventBytes: 64 * 1024 * 1024, keepReplacedAfter: 1000, encodingBytes: 32 * 1024 * 1024 };
