/** Base of a comparison: a lock file, or the locks in a git revision. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { type ReadLock, readLock } from '../../compat/lock/lock.ts';
import { formatDiagnostic } from '../../read/diagnostics/diagnostic.ts';
import { decodeText } from '../../read/source/encoding.ts';
import { displayName, lockPath } from '../spec-roots.ts';

const run = promisify(execFile);

/** Maximum size of a lock; that of all built-in kinds is below a megabyte. */
const maxLockBytes = 64 * 1024 * 1024;

/** Reads the locks of these roots. Rejects with an Error of one sentence. */
export async function locksAgainst(reference: string, roots: readonly string[]): Promise<ReadonlyMap<string, ReadLock>> {
	const locks = new Map<string, ReadLock>();
	if (await isFile(reference)) {
		const [root, ...others] = roots;
		if (root === undefined || others.length > 0) throw new Error(`--against ${reference}: a lock file is that of one spec root, and ${roots.length} are given`);
		locks.set(root, parse(reference, await readFile(reference), root));
		return locks;
	}
	for (const root of roots) locks.set(root, await lockInGit(reference, root));
	return locks;
}

async function isFile(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isFile();
	} catch {
		// There is no such path, so the reference is a git revision.
		return false;
	}
}

async function lockInGit(reference: string, root: string): Promise<ReadLock> {
	const path = lockPath(root);
	const folder = dirname(path);
	const named = `--against ${reference}`;
	// `--end-of-options` and `--verify` prevent git from reading the reference as an option or path.
	const commit = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`]).catch((error: unknown) => {
		throw new Error(
			`${named}: ${isMissing(error) ? 'git is not installed, and the file does not exist' : `the file does not exist, and neither does the revision in the git repository of ${displayName(folder) || '.'}`}`,
		);
	});
	const revision = commit.toString('utf8').trim();
	const content = await git(folder, ['show', `${revision}:./${basename(path)}`]).catch(() => {
		throw new Error(`${named}: that revision has no ${displayName(path)}: the specs had no lock then`);
	});
	return parse(`${displayName(path)}@${reference}`, content, root);
}

function isMissing(error: unknown): boolean {
	return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function git(folder: string, parameters: readonly string[]): Promise<Buffer> {
	const { stdout } = await run('git', ['-C', folder, ...parameters], { encoding: 'buffer', maxBuffer: maxLockBytes });
	return stdout;
}

function parse(file: string, content: Buffer, root: string): ReadLock {
	const read = readLock({ path: basename(file), file, root, ...decodeText(content) });
	if ('diagnostics' in read) throw new Error(read.diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	return read;
}
