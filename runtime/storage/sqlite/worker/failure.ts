/** Failure replies of the worker, and the classification of damage. */
import { StorageInUseError } from '../../errors.ts';
import { CompactedError } from '../../store.ts';
import { DamagedError, DamagedRowError } from '../checks/damage.ts';
import { codes, sqliteCode } from '../database/codes.ts';
import type { Failure } from '../protocol.ts';
import { damagedDatabase } from '../recovery-hint.ts';
import { refusalOf } from '../refusal.ts';

/** Describes a failure. Any failure that is not listed here means that the disk or the program can no longer be trusted. */
export function describeFailure(error: unknown, path: string): Failure {
	if (error instanceof CompactedError) return { kind: 'compacted', oldest: error.oldest };
	if (error instanceof DamagedRowError) return { kind: 'damaged', message: error.message };
	const message = messageOf(error);
	if (sqliteCode(error) === codes.full) return { kind: 'full', message };
	if (sqliteCode(error) === codes.busy) return { kind: 'busy', message };
	return fatal(error, path);
}

/** Describes why the database cannot be opened. */
export function describeRefusal(path: string, error: unknown): Failure {
	const refusal = refusalOf(path, error);
	return { kind: refusal instanceof StorageInUseError ? 'inUse' : 'refused', message: refusal.message };
}

/** Describes a failure after which no more writes may be acknowledged. */
export function fatal(error: unknown, path: string): Failure {
	const message = messageOf(error);
	if (isDamage(error)) return { kind: 'fatal', message: damagedDatabase(path, message) };
	return { kind: 'fatal', message: message.includes(path) ? message : `${message} (the database ${path})` };
}

export function isDamage(error: unknown): boolean {
	const code = sqliteCode(error);
	return error instanceof DamagedError || code === codes.corrupt || code === codes.notADatabase;
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
