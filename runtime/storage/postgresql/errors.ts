/** Translates errors of PostgreSQL's client to those that the server distinguishes. */
import { DatabaseError } from 'pg';
import { ApiError } from '../../api/errors.ts';
import { StorageFailedError, StorageFullError, StorageUnreachableError } from '../errors.ts';
import { CompactedError } from '../store.ts';

/** SQLSTATE classes that a later attempt can overcome: connections, resources, rollbacks, interventions, and a primary that became a standby. */
const passing = /^(08|53|40|57|55P|25006|25P)/;

/** SQLSTATE of a full disk. */
const diskFull = '53100';

/** Returns the error for a call that had no effect. */
export function translated(error: unknown): Error {
	if (error instanceof ApiError || error instanceof CompactedError || error instanceof RangeError) return error;
	if (!(error instanceof Error)) return new StorageUnreachableError(String(error));
	if (!(error instanceof DatabaseError)) return new StorageUnreachableError(error.message);
	if (error.code === diskFull) return new StorageFullError(error.message);
	if (passing.test(error.code ?? '')) return new StorageUnreachableError(error.message);
	return new StorageFailedError(`PostgreSQL reports ${error.code}: ${error.message}`);
}
