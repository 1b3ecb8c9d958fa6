/** How objects are copied out of a store and into one, a row each engine. Apart from `index.ts`: no server needs it. */
import type { StoreCopies } from './engine.ts';
import { StorageRefusedError } from './errors.ts';
import { sqliteCopies } from './sqlite/copies.ts';

export const copies: readonly StoreCopies[] = [sqliteCopies];

/** Throws StorageRefusedError. */
export function copiesOf(scheme: string): StoreCopies {
	const found = copies.find((each) => each.scheme === scheme);
	if (found === undefined) throw new StorageRefusedError(`there is no backup of what is kept in ${scheme}`);
	return found;
}
