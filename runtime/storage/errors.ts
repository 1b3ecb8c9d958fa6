/** Failures of a store that the rest of the server must tell apart. A lost history is `CompactedError`, in the contract. */
import { ApiError } from '../api/errors.ts';

/**
 * The disk, or the quota, is full: the write was refused and left no trace; reads go on. Answered as 503, without a time to try
 * again: clients would wait ten times as long before they told the person who alone can help.
 */
export class StorageFullError extends ApiError {
	constructor(detail: string) {
		super('ServiceUnavailable', `the storage is full and refuses writes until space is freed (${detail})`);
	}
}

/** A deadline passed before the store had answered. A write may still be done: who asks again finds out. */
export class StorageTimeoutError extends ApiError {
	constructor() {
		super('Timeout', 'Timeout: the storage did not answer in time');
	}
}

/** The engine can acknowledge nothing more (a failed sync, a lost disk). What was in flight may or may not be there after a restart. */
export class StorageFailedError extends Error {
	override readonly name = 'StorageFailedError';
	constructor(detail: string) {
		super(`the storage failed and acknowledges nothing more: ${detail}`);
	}
}

/** An object is not what was written. Whoever asks for it is told that and how to go on; the log names it. */
export class StorageDamagedError extends ApiError {
	/** `detail`: which object. */
	constructor(detail: string) {
		super('InternalError', `Internal error occurred: corrupt object: ${detail}; ${remedy}`, { causes: [{ reason: 'InternalError', message: detail }] });
	}
}

/** The message of an error that says only that objects are damaged; undefined for every other error. */
export function damageOf(error: unknown): string | undefined {
	if (error instanceof StorageDamagedError) return error.message;
	if (error instanceof AggregateError && error.errors.length > 0 && error.errors.every((each) => damageOf(each) !== undefined)) return error.message;
	return undefined;
}

/** Of objects that are damaged, for who may read the server's guide. */
export const remedy =
	'restore a backup, or leave it out with `backup --salvage` and restore that; with the feature gate AllowUnsafeMalformedObjectDeletion, ' +
	'a DELETE with ignoreStoreReadErrorWithClusterBreakingPotential=true takes it away';

/** The data cannot be opened as asked: damaged, used by another server, of another vocabulary, or from a newer release. One clear sentence for the user. */
export class StorageRefusedError extends Error {
	override readonly name = 'StorageRefusedError';
}

/** The store was closed by this process; what was asked for afterwards was not done. */
export class StorageClosedError extends Error {
	override readonly name = 'StorageClosedError';
	constructor() {
		super('the store is closed');
	}
}
