import { resolve } from 'node:path';
import { StorageRefusedError } from '../errors.ts';

/** Returns the path of the database that `--datastore sqlite:LOCATION` names. Throws StorageRefusedError. */
export function pathOf(location: string): string {
	if (location === '') throw new StorageRefusedError('--datastore sqlite: has no path: use sqlite:PATH');
	return resolve(location);
}
