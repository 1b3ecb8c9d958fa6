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
		throw new Error(`cannot make ${path}: ${(error as Error).message}`, { cause: error });
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
		throw new Error(`cannot write ${path}: ${(error as Error).message}`, { cause: error });
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
		throw new Error(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
	}
}
