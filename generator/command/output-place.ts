/** Places for output, checked before anything expensive is done for them. */
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { displayName } from './spec-roots.ts';

/** A folder for files: it may be missing. Rejects where something else is in its place. */
export async function refuseNoFolder(out: string): Promise<void> {
	const found = await stat(out).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw new Error(`cannot use ${displayName(resolve(out))} as --out: ${error.code === 'ENOTDIR' ? 'it is below a file' : error.message}`);
	});
	if (found?.isDirectory() === false) throw new Error(`cannot use ${displayName(resolve(out))} as --out: it is no folder`);
}

/** One file: its folder must exist. */
export async function refuseNoFile(out: string): Promise<void> {
	const [file, folder] = await Promise.all([out, dirname(resolve(out))].map((path) => stat(path).catch(() => undefined)));
	if (file?.isDirectory()) throw new Error(`cannot use ${out} as --out: it is a folder`);
	if (folder?.isDirectory() !== true) throw new Error(`cannot use ${out} as --out: there is no folder ${displayName(dirname(resolve(out))) || '.'}`);
}
