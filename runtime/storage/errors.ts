/** Failures of the store that the server distinguishes. `CompactedError`, for a compacted history, is in the store contract. */
import { ApiError } from '../api/errors.ts';

/**
 * The disk or the quota is full. The write had no effect, and reads continue. It is answered with 503 without Retry-After. With that
 * header, clients would wait ten times as long before they report the error to the person who can free space.
 */
export class StorageFullError extends ApiError {
	constructor(detail: string) {
		super('ServiceUnavailable', `the storage is full and refuses writes until space is freed (${detail})`);
	}
}

/**
 * The store is unreachable for now. The call had no effect, and a later one may succeed. Clients do not learn the detail, which may name
 * addresses.
 */
export class StorageUnreachableError extends ApiError {
	readonly detail: string;
	constructor(detail: string) {
		super('ServiceUnavailable', 'the storage is unreachable; try again', { retryAfterSeconds: 1 });
		this.detail = detail;
	}
}

/** The store did not answer before a deadline. The write may still take effect. A caller that repeats the call finds out. */
export class StorageTimeoutError extends ApiError {
	constructor() {
		super('Timeout', 'Timeout: the storage did not answer in time');
	}
}

/** The engine can acknowledge no more writes (a failed sync, a lost disk). Writes in flight may or may not exist after a restart. */
export class StorageFailedError extends Error {
	override readonly name = 'StorageFailedError';
	constructor(detail: string) {
		super(`the storage failed and acknowledges no further write: ${detail}`);
	}
}

/** An object differs from what was written. The client gets the reason and the remedy. The log names the object. */
export class StorageDamagedError extends ApiError {
	/** `detail`: names the object. */
	constructor(detail: string) {
		super('InternalError', `Internal error occurred: corrupt object: ${detail}; ${remedy}`, { causes: [{ reason: 'InternalError', message: detail }] });
	}
}

/** Returns the message of an error that reports only damaged objects; undefined for every other error. */
export function damageOf(error: unknown): string | undefined {
	if (error instanceof StorageDamagedError) return error.message;
	if (error instanceof AggregateError && error.errors.length > 0 && error.errors.every((each) => damageOf(each) !== undefined)) return error.message;
	return undefined;
}

/** Remedy for damaged objects, for readers of the server's guide. */
export const remedy =
	'restore a backup, or omit the object with `backup --salvage` and restore that backup; with the feature gate AllowUnsafeMalformedObjectDeletion ' +
	'(--emulated-version 1.32 or later), a DELETE with ignoreStoreReadErrorWithClusterBreakingPotential=true removes it';

/**
 * The data cannot be opened: it is damaged, in use by another server, of another vocabulary, or from a newer release. The message is one
 * sentence for the user.
 */
export class StorageRefusedError extends Error {
	override readonly name = 'StorageRefusedError';
}

/** Another server uses the data. */
export class StorageInUseError extends StorageRefusedError {}

/** This process has closed the store. The call had no effect. */
export class StorageClosedError extends Error {
	override readonly name = 'StorageClosedError';
	constructor() {
		super('the store is closed');
	}
}
