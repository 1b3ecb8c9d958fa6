/** Options of a watch cache, and the events that it reports. */
import type { ShownVersions } from './contract.ts';

export interface CacheOptions {
	/** Time for which the log is kept: seed 1 "Limits". Default 5 minutes. */
	readonly historyMs?: number;
	/**
	 * Memory for recent events of all resources; older events come from the log. Default 64 MiB, enough for events of 50,000 changes of
	 * 1 KiB objects.
	 */
	readonly eventBytes?: number;
	/** Memory for other encodings of objects and events. Default 32 MiB. */
	readonly encodingBytes?: number;
	/** True when other servers write to the same store. A consistent read must then ask the store. Default false. */
	readonly shared?: boolean;
	/** Representation of objects. Default: as written, in any version, and whole in lists. */
	readonly shown?: ShownVersions;
	/** Default: a process warning for each. */
	readonly events?: CacheEvents;
}

/** Events about the store that matter to the administrator. */
export interface CacheEvents {
	/** Called when the store refused to compact for now. The cache retries. */
	retentionFailed(error: unknown): void;
	/** Called when the store is unreachable. Until it is back, the cache serves its last state. */
	interrupted(error: Error): void;
	resumed(): void;
	/** Called when the missed history was compacted. The cache can no longer catch up, and the process must restart. */
	lost(error: Error): void;
}

export const warnings: CacheEvents = {
	retentionFailed: (error) => process.emitWarning(`history compaction failed: ${String(error)}`),
	interrupted: (error) => process.emitWarning(`storage unreachable: ${error.message}`),
	resumed: () => process.emitWarning('storage reachable again'),
	lost: (error) => process.emitWarning(`storage unreachable for too long: ${error.message}`),
};

export const defaults = { historyMs: 5 * 60 * 1000, eventBytes: 64 * 1024 * 1024, encodingBytes: 32 * 1024 * 1024 };
