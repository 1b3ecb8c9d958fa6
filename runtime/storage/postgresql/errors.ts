/** Translates errors of PostgreSQL's client to those that the server distinguishes. */
import { DatabaseError } from 'pg';
import { StorageFullError, StorageUnreachableError } from '../errors.ts';

/** SQLSTATE classes that a later attempt can overcome: connections, resources, rollbacks, interventions, and a primary that became a standby. */
const passing = /^(08|53|40|57|55P|25006|25P)/;

/** SQLSTATE of a full disk. */
const diskFull = '53100';

/** Messages of the client's own errors about a connection, which have no code. */
const ofConnection = /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has|was) |the connection ended)/i;

/** Returns the error for a call that had no effect. Errors of other origin, such as those of a caller's function, stay as they are. */
export function translated(error: unknown): unknown {
	if (error instanceof DatabaseError) {
		const { code = '' } = error;
		if (code === diskFull) return new StorageFullError('the disk of the database');
		return passing.test(code) ? new StorageUnreachableError(error.message) : new Error(`PostgreSQL reports ${code}: ${error.message}`, { cause: error });
	}
	return isOfConnection(error) ? new StorageUnreachableError((error as Error).message) : error;
}

function isOfConnection(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	// Errors of the operating system name the call that failed.
	return 'syscall' in error || ofConnection.test(error.message);
}
