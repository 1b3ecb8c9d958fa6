/**
 * Writes generated files. It is the only file of the generator that writes output to disk. It writes changed files and deletes stale ones.
 * Files that the generator did not write, or that were edited, stay untouched. A manifest next to the files has the hashes of their
 * contents.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from './make-folder.ts';
import type { EmittedFile } from './model.ts';
import { compareText } from './read/diagnostics/diagnostic.ts';

export const manifestName = '.manifest.json';

export interface WriteOptions {
	readonly out: string;
	readonly files: readonly EmittedFile[];
	/** Overwrites and deletes also files that were edited or that the generator did not write. */
	readonly force?: boolean;
}

export interface WriteCounts {
	/** Paths in the output folder. */
	readonly written: readonly string[];
	readonly deleted: readonly string[];
	readonly unchanged: number;
}

/** Error when files of others are in the way. No file was written. */
export class ForeignFilesError extends Error {
	override readonly name = 'ForeignFilesError';
	readonly paths: readonly string[];
	constructor(out: string, foreign: readonly Foreign[]) {
		const lines = foreign.map(({ path, why }) => `  ${join(out, path)}: ${why}`);
		super(`no file was written, because the generator did not write these files\n${lines.join('\n')}\nMove them away, or write over them with --force.`);
		this.paths = foreign.map((one) => one.path);
	}
}

interface Foreign {
	readonly path: string;
	readonly why: string;
}

/** Actions by path. */
interface Plan {
	readonly write: readonly EmittedFile[];
	readonly remove: readonly string[];
	readonly foreign: readonly Foreign[];
	readonly unchanged: number;
}

/**
 * Hashes of written files by path. During a write, a path has its old and its new hash, so that the generator recognizes its file after a
 * crash.
 */
type Manifest = Readonly<Record<string, readonly string[]>>;

export async function writeGenerated({ out, files, force = false }: WriteOptions): Promise<WriteCounts> {
	const manifest = await readManifest(out);
	const plan = await planWrites(out, files, manifest);
	if (plan.foreign.length > 0 && !force) throw new ForeignFilesError(out, plan.foreign);
	const forced = force ? plan.foreign.map((one) => one.path) : [];
	const write = [...plan.write, ...files.filter((file) => forced.includes(file.path))];
	const remove = [...plan.remove, ...forced.filter((path) => !files.some((file) => file.path === path))];
	const hashes = Object.fromEntries(files.map((file) => [file.path, [hash(file.content)]]));
	if (write.length > 0 || remove.length > 0) await writeManifest(out, during(manifest, hashes));
	for (const file of write) await writeWhole(inside(out, file.path), file.content);
	for (const path of remove) await removeFile(out, path);
	if (JSON.stringify(sorted(manifest)) !== JSON.stringify(sorted(hashes)) || write.length > 0) await writeManifest(out, hashes);
	return { written: write.map((file) => file.path), deleted: remove, unchanged: plan.unchanged };
}

/** Returns the paths whose content differs from the generated files, with the reasons. Changes nothing. */
export async function staleFiles(out: string, files: readonly EmittedFile[]): Promise<readonly Foreign[]> {
	const plan = await planWrites(out, files, await readManifest(out));
	const missing = await Promise.all(
		plan.write.map(async (file) => ({ path: file.path, why: (await readIfThere(inside(out, file.path))) === undefined ? 'missing' : 'out of date' })),
	);
	return [...missing, ...plan.remove.map((path) => ({ path, why: 'no longer generated' })), ...plan.foreign].sort((a, b) => compareText(a.path, b.path));
}

async function planWrites(out: string, files: readonly EmittedFile[], manifest: Manifest): Promise<Plan> {
	const write: EmittedFile[] = [];
	const remove: string[] = [];
	const foreign: Foreign[] = [];
	const wanted = new Set(files.map((file) => file.path));
	for (const file of files) {
		const current = await readIfThere(inside(out, file.path));
		if (current === undefined) write.push(file);
		else if (current.toString('utf8') !== file.content) {
			if (isOurs(manifest[file.path], current)) write.push(file);
			else
				foreign.push({
					path: file.path,
					why: manifest[file.path] === undefined ? 'the generator did not write it' : 'it was edited by hand; edit the specs instead',
				});
		}
	}
	for (const [path, hashes] of Object.entries(manifest)) {
		if (wanted.has(path)) continue;
		const current = await readIfThere(inside(out, path));
		if (current === undefined) continue;
		if (isOurs(hashes, current)) remove.push(path);
		else foreign.push({ path, why: 'it is no longer generated, but was edited by hand' });
	}
	return { write, remove: remove.sort(compareText), foreign, unchanged: files.length - write.length - foreign.filter((one) => wanted.has(one.path)).length };
}

function isOurs(hashes: readonly string[] | undefined, content: Buffer): boolean {
	return hashes?.includes(hash(content)) === true;
}

function hash(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Resolves a path. Throws when it leads out of the folder. */
function inside(out: string, path: string): string {
	const folder = resolve(out);
	const file = resolve(folder, path);
	if (!file.startsWith(join(folder, '/'))) throw new Error(`${path} is outside of ${out}`);
	return file;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
	try {
		return await readFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** Writes a file atomically: readers see the old content or the new one. */
export async function writeWhole(path: string, content: string): Promise<void> {
	makeFolder(dirname(path));
	const temporary = `${path}.${process.pid}.tmp`;
	await writeFile(temporary, content);
	await rename(temporary, path);
}

async function removeFile(out: string, path: string): Promise<void> {
	await rm(inside(out, path), { force: true });
	for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
		try {
			await rmdir(inside(out, folder));
		} catch (error) {
			// The folder is not empty, or another process removed it first.
			if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
			throw error;
		}
	}
}

async function readManifest(out: string): Promise<Manifest> {
	const content = await readIfThere(join(out, manifestName));
	if (content === undefined) return {};
	try {
		const entries = Object.entries(JSON.parse(content.toString('utf8')) as Record<string, string | string[]>);
		return Object.fromEntries(entries.map(([path, hashes]) => [path, [hashes].flat()]));
	} catch (error) {
		throw new Error(`${join(out, manifestName)} cannot be read (${(error as Error).message}): restore it, or delete it and generate with --force`);
	}
}

async function writeManifest(out: string, manifest: Manifest): Promise<void> {
	await writeWhole(join(out, manifestName), `${JSON.stringify(sorted(manifest), undefined, '\t')}\n`);
}

function sorted(manifest: Manifest): Record<string, string | readonly string[]> {
	return Object.fromEntries(
		Object.entries(manifest)
			.sort(([a], [b]) => compareText(a, b))
			.map(([path, hashes]) => [path, hashes.length === 1 ? (hashes[0] ?? '') : hashes]),
	);
}

function during(before: Manifest, after: Manifest): Manifest {
	const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
	return Object.fromEntries([...paths].map((path) => [path, [...new Set([...(before[path] ?? []), ...(after[path] ?? [])])]]));
}
