/** Backup and restore of each engine, one row each. Separate from `index.ts`, because no server needs them. */
import type { StoreCopies } from './engine.ts';
import { StorageRefusedError } from './errors.ts';
import { postgresqlCopies } from './postgresql/copies.ts';
import { sqliteCopies } from './sqlite/copies.ts';

export const copies: readonly StoreCopies[] = [sqliteCopies, postgresqlCopies];

/** Returns the backup and restore functions of an engine. Throws StorageRefusedError. */
export function copiesOf(scheme: string): StoreCopies {
	const found = copies.find((each) => each.scheme === scheme);
	if (found === undefined) throw new StorageRefusedError(`backups are not supported for ${scheme}`);
	return found;
}
