/** Creates a folder and its missing parents. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folders one by one. Node's recursive mode never returns in folders such as `/proc`, which exist but report ENOENT for a new
 * subfolder. Throws an Error that names the folder that cannot be created.
 */
export function makeFolder(path: string): void {
	const failure = failureToMake(path);
	if (failure === undefined) return;
	if (failure.code !== 'ENOENT' || dirname(path) === path) throw cannotMake(path, failure.message);
	makeFolder(dirname(path));
	const again = failureToMake(path);
	if (again !== undefined) throw cannotMake(path, again.code === 'ENOENT' ? 'its file system does not allow folders there' : again.message);
}

/** Creates one folder. Returns undefined when it exists now, else the error. */
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
