/** A folder, with those around it that are missing. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * One by one: Node's own way goes on for ever where a folder is there and says of one within it that it is not, as `/proc` does.
 * Throws an Error that names the folder which cannot be made.
 */
export function makeFolder(path: string): void {
	const failure = failureToMake(path);
	if (failure === undefined) return;
	if (failure.code !== 'ENOENT' || dirname(path) === path) throw cannotMake(path, failure.message);
	makeFolder(dirname(path));
	const again = failureToMake(path);
	if (again !== undefined) throw cannotMake(path, again.code === 'ENOENT' ? 'its file system lets nobody make folders there' : again.message);
}

/** Undefined where it has been made, or is there. */
function failureToMake(path: string): NodeJS.ErrnoException | undefined {
	try {
		mkdirSync(path);
		return undefined;
	} catch (error) {
		const failure = error as NodeJS.ErrnoException;
		return failure.code === 'EEXIST' ? undefined : failure;
	}
}

function cannotMake(path: string, why: string): Error {
	return new Error(`cannot make the folder ${path}: ${why}`);
}
