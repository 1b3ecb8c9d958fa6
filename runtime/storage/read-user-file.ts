/**
 * Reads files that a user names: certificates, tokens, backups. Refuses pipes, which may block forever, and devices, which may never end.
 * Descriptors that a shell passes, such as `<(command)` and `/dev/stdin`, are read to their end.
 */
import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const readOnly = constants.O_RDONLY;
const nonBlocking = constants.O_RDONLY | constants.O_NONBLOCK;

/** Matches paths of descriptors with which the process was started. */
const descriptorPath = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/\d+)$/;

/** Reads a file. Rejects with the system's own error, or with an error that names the type of what is no file. */
export async function readUserFile(path: string): Promise<string> {
	let file: FileHandle | undefined;
	try {
		file = await open(path, flagsFor(path));
		refuseNonFile(await file.stat(), path);
		return await file.readFile('utf8');
	} finally {
		await file?.close();
	}
}

/** Opens a file that is too large to read at once. Throws the errors that `readGiven` rejects with. */
export function openUserFile(path: string): number {
	const file = openSync(path, flagsFor(path));
	try {
		refuseNonFile(fstatSync(file), path);
		return file;
	} catch (error) {
		closeSync(file);
		throw error;
	}
}

function flagsFor(path: string): number {
	return descriptorPath.test(path) ? readOnly : nonBlocking;
}

function refuseNonFile(found: Stats, path: string): void {
	if (found.isFile() || (descriptorPath.test(path) && !found.isDirectory())) return;
	if (found.isDirectory()) throw new Error('it is a directory');
	throw new Error(`it is ${found.isFIFO() ? 'a pipe' : 'a device'}: use a file, /dev/stdin, or <(command) in a shell that supports it`);
}
