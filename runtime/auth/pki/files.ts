/** Files of the key folder: written whole or not at all, readable by their owner only. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';

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

/** Replaces a file in one step, so that a crash or a full disk leaves the old one or the new one. The error names the file. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
	const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
	try {
		await writeNew(temporary, text);
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw failed('write', path, error);
	}
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

/** Undefined when there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw failed('read', path, error);
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
	EISDIR: inTheWay,
	ENOTDIR: inTheWay,
	EEXIST: inTheWay,
	ELOOP: inTheWay,
};

function failed(what: 'make' | 'write' | 'read', path: string, error: unknown): Error {
	const { message, code = '' } = error as NodeJS.ErrnoException;
	const wayOn = waysOn[code];
	return new Error(`cannot ${what} ${path}: ${message}${wayOn === undefined ? '' : `: ${wayOn}`}`, { cause: error });
}
