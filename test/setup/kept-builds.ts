/**
 * Builds of the server, kept between test runs under a hash of everything that they are made from. Deleting the folder is safe. Each build
 * was started once, so that its code is compiled.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compiledFolder, startServer } from './server.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/orch-test-builds');

/** Inputs of a build. It reads its generated code from memory, so `generated/` is not one; the lock file stands for `node_modules`. */
const inputs = ['api.lock.yaml', 'bin', 'generator', 'package-lock.json', 'package.json', 'runtime', 'sdk', 'specs', 'templates', 'tsconfig.json'];

/** Age at which an unused build is removed: longer than any test run. */
const keptMs = 24 * 60 * 60 * 1000;

/** Runs a command; an error contains the output of the command. */
const run = promisify(execFile);

export interface BuildOptions {
	readonly vocabulary: 'orch' | 'kubernetes';
	/** Spec root beside the built-in one. */
	readonly specs?: string | undefined;
}

/** Returns the folder of a build, which is only read; makes it unless the same one was made before. */
export async function keptBuild({ vocabulary, specs }: BuildOptions): Promise<string> {
	mkdirSync(folder, { recursive: true });
	removeUnused();
	const hash = createHash('sha256').update(`${process.version} ${process.arch} ${vocabulary}\n`);
	for (const input of inputs) addToHash(hash, join(root, input), input);
	if (specs !== undefined) addToHash(hash, specs, 'given');
	const out = join(folder, `${vocabulary}-${hash.digest('hex').slice(0, 32)}`);
	if (!existsSync(out)) await build(out, { vocabulary, specs });
	const now = new Date();
	utimesSync(out, now, now);
	return out;
}

async function build(out: string, { vocabulary, specs }: BuildOptions): Promise<void> {
	const unfinished = mkdtempSync(join(folder, 'unfinished-'));
	const given = specs === undefined ? [] : ['--specs', specs];
	await run(process.execPath, [join(root, 'bin/orch.mjs'), 'build', ...given, '--vocabulary', vocabulary, '--out', unfinished]);
	mkdirSync(compiledFolder(unfinished));
	try {
		renameSync(unfinished, out);
	} catch (error) {
		// Another run made the same build meanwhile.
		if (!existsSync(out)) throw error;
		rmSync(unfinished, { recursive: true });
		return;
	}
	// The server writes its compiled code when it stops. Node finds it by the path, so this comes after the renaming.
	await (await startServer(out)).remove();
}

function addToHash(hash: ReturnType<typeof createHash>, path: string, name: string): void {
	if (statSync(path).isDirectory()) {
		for (const entry of readdirSync(path).sort()) addToHash(hash, join(path, entry), `${name}/${entry}`);
		return;
	}
	const content = createHash('sha256').update(readFileSync(path)).digest('hex');
	hash.update(`${name} ${content}\n`);
}

function removeUnused(): void {
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
		if (Date.now() - modified > keptMs) rmSync(path, { recursive: true, force: true });
	}
}
