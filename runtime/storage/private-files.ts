/** Files of the key folder: written whole or not at all, readable by their owner only. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';

/** Owner may read and write. */
const privateFile = 0o600;
const privateFolder = 0o700;

/** In a folder that is there: Node's recursive form never comes back from a file system that makes no folders. The error names the folder. */
export async function makePrivateFolder(path: string): Promise<void> {
	try {
		await mkdir(path, { mode: privateFolder });
		await chmod(path, privateFolder);
	} catch (error) {
		throw failed('make', path, error);
	}
}

/** What is to be written, and where. */
export interface PrivateFile {
	readonly path: string;
	readonly text: string;
}

/** Runs what writes files, at a moment when they may be written; perhaps twice, when there was no room the first time. */
export type Writing = (write: () => Promise<void>) => Promise<void>;

export const atOnce: Writing = (write) => write();

/**
 * Replaces each file in one step, so that a crash leaves the old one or the new one, and a full disk all of the old ones. The error
 * names the file.
 */
export async function writePrivateFiles(...files: readonly PrivateFile[]): Promise<void> {
	const made: string[] = [];
	let at = '';
	try {
		for (const { path, text } of files) {
			at = path;
			const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
			made.push(temporary);
			await writeNew(temporary, text);
		}
		for (const [i, { path }] of files.entries()) {
			at = path;
			await rename(made[i] ?? '', path);
		}
	} catch (error) {
		for (const temporary of made) await rm(temporary, { force: true });
		throw failed('write', at, error);
	}
}

/** Of an error of this file's: whether there was no room for what should have been written. */
export function isNoRoom(error: unknown): boolean {
	const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
	return code === 'ENOSPC' || code === 'EDQUOT';
}

async function writeNew(path: string, text: string): Promise<void> {
	const file = await open(path, 'wx', privateFile);
	try {
		await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
}

/** Undefined when there is no such file. A pipe that nobody writes to is not waited for, and a device not read to its end. */
export async function readIfThere(path: string): Promise<string | undefined> {
	let file: FileHandle | undefined;
	try {
		file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		if (!(await file.stat()).isFile()) throw Object.assign(new Error('it is not a file'), { code: 'EISDIR' });
		return await file.readFile('utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw failed('read', path, error);
	} finally {
		await file?.close();
	}
}

/** Of a folder that is there. The error names it. */
export async function namesIn(folder: string): Promise<readonly string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		throw failed('read', folder, error);
	}
}

const mayNot = 'give it to the user that runs the server';
const cannotRead = 'the disk may fail: put back a copy of it';
const inTheWay = 'take away what is in its place';
/** By the code of the system's error. */
const waysOn: Readonly<Record<string, string>> = {
	ENOSPC: 'make room on that disk, and start again',
	EDQUOT: 'make room on that disk, and start again',
	EACCES: mayNot,
	EPERM: mayNot,
	EROFS: 'the disk is read-only',
	EIO: cannotRead,
	ENOENT: 'put back what is missing there',
	EISDIR: inTheWay,
	ENOTDIR: inTheWay,
	EEXIST: inTheWay,
	ELOOP: inTheWay,
	ENXIO: inTheWay,
};

function failed(what: 'make' | 'write' | 'read', path: string, error: unknown): Error {
	const { message, code = '' } = error as NodeJS.ErrnoException;
	const wayOn = waysOn[code];
	return new Error(`cannot ${what} ${path}: ${message}${wayOn === undefined ? '' : `: ${wayOn}`}`, { cause: error });
}
