/** Checks of output paths, before expensive work. */
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { displayName } from './spec-roots.ts';

/** Checks an output folder, which may be missing. Rejects when the path is no folder. */
export async function refuseNoFolder(out: string): Promise<void> {
	const found = await stat(out).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw new Error(`cannot use ${displayName(resolve(out))} as --out: ${error.code === 'ENOTDIR' ? 'it is below a file' : error.message}`);
	});
	if (found?.isDirectory() === false) throw new Error(`cannot use ${displayName(resolve(out))} as --out: it is no folder`);
}

/** Checks an output file; its folder must exist. */
export async function refuseNoFile(out: string): Promise<void> {
	const [file, folder] = await Promise.all([out, dirname(resolve(out))].map((path) => stat(path).catch(() => undefined)));
	if (file?.isDirectory()) throw new Error(`cannot use ${out} as --out: it is a folder`);
	if (folder?.isDirectory() !== true) throw new Error(`cannot use ${out} as --out: missing folder ${displayName(dirname(resolve(out))) || '.'}`);
}
