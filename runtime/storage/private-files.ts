/** Files of the key folder: written completely or not at all, readable only by their owner. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';

/** Mode: the owner may read and write. */
const privateFile = 0o600;
const privateFolder = 0o700;

/**
 * Creates a folder in an existing one. Node's recursive mkdir is not used, because it never returns on a file system that cannot create
 * folders. The error names the folder.
 */
export async function makePrivateFolder(path: string): Promise<void> {
	try {
		await mkdir(path, { mode: privateFolder });
		await chmod(path, privateFolder);
	} catch (error) {
		throw failed('make', path, error);
	}
}

/** A file to write. */
export interface PrivateFile {
	readonly path: string;
	readonly text: string;
}

/** Calls a function that writes files, when writing is allowed. May call it twice, if the disk was full the first time. */
export type Writing = (write: () => Promise<void>) => Promise<void>;

export const atOnce: Writing = (write) => write();

/**
 * Replaces each file atomically. A crash leaves the old or the new file, and a full disk leaves all old files. The error names the file.
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

/** Reports whether an error of this module means that the disk or the quota is full. */
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

/** Reads a file. Returns undefined when it does not exist. Neither waits for a pipe without a writer nor reads a device to its end. */
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

/** Lists an existing folder. The error names it. */
export async function namesIn(folder: string): Promise<readonly string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		throw failed('read', folder, error);
	}
}

const mayNot = 'give it to the user that runs the server';
const cannotRead = 'the disk may be failing: restore a copy of it';
const inTheWay = 'remove the file or directory at that path';
/** Remedies by error code of the system. */
const waysOn: Readonly<Record<string, string>> = {
	ENOSPC: 'free space on that disk, and start again',
	EDQUOT: 'free space on that disk, and start again',
	EACCES: mayNot,
	EPERM: mayNot,
	EROFS: 'the disk is read-only',
	EIO: cannotRead,
	ENOENT: 'restore the missing file',
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
