/** Files of imports: reads documents and existing specs, writes specs. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import { textOf } from '../../read/source/encoding.ts';
import type { SpecSource } from '../../read/source/spec-file.ts';
import { builtInSpecs, readSources, specRoots } from '../spec-roots.ts';

export function readText(file: string): string {
	let bytes: Buffer;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		throw unreadable(file, error, 'file');
	}
	return textOf(file, bytes);
}

/** Returns the names of all entries in a folder and below, sorted. */
export function filesBelow(folder: string): string[] {
	try {
		return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
	} catch (error) {
		throw unreadable(folder, error, 'folder');
	}
}

function unreadable(path: string, error: unknown, what: 'file' | 'folder'): Error {
	const { code, message } = error as NodeJS.ErrnoException;
	const reasons: Readonly<Record<string, string>> = { ENOENT: `the ${what} does not exist`, EISDIR: 'it is a folder', ENOTDIR: 'it is not a folder' };
	return new Error(`cannot read ${path}: ${reasons[code ?? ''] ?? message}`);
}

export function readTexts(folder: string): ReadonlyMap<string, string> {
	if (!existsSync(folder)) return new Map();
	const paths = filesBelow(folder).filter((path) => path.endsWith('.yaml'));
	return new Map(paths.map((path) => [path.split(sep).join('/'), readText(join(folder, path))]));
}

/** Reads the specs of the built-in root and the given roots, except the one to be written. */
export async function otherSources({ out, specs = [] }: { readonly out: string; readonly specs?: readonly string[] }): Promise<readonly SpecSource[]> {
	const target = await realpath(out).catch(() => resolve(out));
	return readSources((await specRoots(specs.length === 0 ? [builtInSpecs] : specs)).filter((root) => root !== target));
}

/** Writes files below a folder, and prints their names unless `quiet`. Throws before writing when a path leaves the folder. */
export function writeTexts(folder: string, files: ReadonlyMap<string, string>, { quiet }: { readonly quiet?: true }): void {
	for (const path of files.keys()) {
		const inside = relative(folder, join(folder, path));
		if (inside.split(sep)[0] === '..' || isAbsolute(inside)) throw new Error(`${path} is not below ${folder}: nothing is written`);
	}
	for (const [path, text] of files) {
		const target = join(folder, path);
		makeFolder(dirname(target));
		writeFileSync(target, text);
		if (!path.startsWith('.') && !quiet) console.log(`${folder}/${path}`);
	}
}
