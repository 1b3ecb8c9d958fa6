/**
 * Loads hook files to test whether they load, each bundled as in the server, in a separate process. A file that throws while loading would
 * end every server with it. Hooks are not called.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildFailure, build, transform } from 'esbuild';
import type { HookFile } from '../hooks/hook-file.ts';
import { type Diagnostic, diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import { specFile } from '../read/source/spec-file.ts';

/** Time limit in milliseconds, ten times what a large hook file takes on a slow machine. */
const timeoutMs = 20_000;

/**
 * Program that imports the bundles in turn and writes each result to file descriptor 3 as a JSON line. File descriptor 4 closes when the
 * command ends; a thread waits for that, because a hook file may block the main thread.
 */
const loader = `
import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
const waiting = "new (require('node:net').Socket)({ fd: 4, readable: true }).on('close', () => process.kill(process.pid, 'SIGKILL')).resume()";
new Worker(waiting, { eval: true }).unref();
for (const [index, path] of JSON.parse(process.argv[1]).entries()) {
	let thrown = null;
	try {
		await import(path);
	} catch (error) {
		thrown = error instanceof Error ? { message: error.message, stack: String(error.stack) } : { message: String(error), stack: '' };
	}
	writeSync(3, JSON.stringify({ index, thrown }) + '\\n');
}
process.exit(0);
`;

interface LoadedHooks {
	readonly index: number;
	readonly thrown: { readonly message: string; readonly stack: string } | null;
}

export interface LoadOptions {
	/** Node binary that loads the files. */
	readonly node?: string;
	/** Ends loading early; files not yet loaded have no finding. */
	readonly signal?: AbortSignal;
}

/** Loads the files. Returns a finding for each that fails. Callers leave out files with other findings. */
export async function loadHooks(files: readonly HookFile[], { node = process.execPath, signal }: LoadOptions = {}): Promise<Diagnostic[]> {
	if (files.length === 0) return [];
	const folder = await mkdtemp(join(tmpdir(), 'orch-hooks-'));
	try {
		const bundles = await Promise.all(files.map((file, index) => bundleHook(file, join(folder, `${index}.mjs`))));
		const unbundled = bundles.flatMap((bundle) => (typeof bundle === 'string' ? [] : [bundle]));
		if (unbundled.length > 0) return unbundled;
		const loaded = await load(
			node,
			bundles.filter((bundle) => typeof bundle === 'string'),
			signal,
		);
		if (signal?.aborted) return [];
		const [first, second] = files.slice(loaded.length);
		const ended = first === undefined ? [] : [findingAt(first, 1, unfinished(second !== undefined))];
		return [...loaded.flatMap((one) => thrownBy(one, files)), ...ended];
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Starts the bundler's process, which keeps running. */
export async function startBundler(): Promise<void> {
	await transform('');
}

/** Bundles a hook file. Returns the path, or a finding with the reason of the failure. */
export async function bundleHook(file: HookFile, outfile: string): Promise<string | Diagnostic> {
	try {
		const { outputFiles } = await build({
			entryPoints: [join(file.root, file.path)],
			outfile,
			bundle: true,
			format: 'esm',
			platform: 'node',
			target: 'node24',
			sourcemap: 'inline',
			sourcesContent: false,
			write: false,
			logLevel: 'silent',
			banner: { js: "import { createRequire as orchCreateRequire } from 'node:module'; const require = orchCreateRequire(import.meta.url);" },
		});
		for (const { path, contents } of outputFiles) await writeFile(path, contents);
		return outfile;
	} catch (error) {
		const [problem] = (error as Partial<BuildFailure>).errors ?? [];
		if (problem === undefined) throw error;
		const isOwn = problem.location?.file.endsWith(file.path) === true;
		return findingAt(file, isOwn ? (problem.location?.line ?? 1) : 1, `it cannot be bundled: ${problem.text}`);
	}
}

/** Returns the results of the files that were loaded before the process ended, possibly by the time limit. */
async function load(node: string, bundles: readonly string[], signal: AbortSignal | undefined): Promise<LoadedHooks[]> {
	const child = spawn(node, ['--enable-source-maps', '--input-type=module', '--eval', loader, JSON.stringify(bundles)], {
		// Output of hook files is discarded; results have a pipe of their own.
		stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
		timeout: timeoutMs,
		killSignal: 'SIGKILL',
		...(signal && { signal }),
	});
	let said = '';
	child.stdio[3]?.on('data', (bytes: Buffer) => {
		said += bytes.toString();
	});
	await new Promise<void>((resolve, reject) => {
		child.on('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)));
		child.on('close', () => resolve());
	});
	// One result per line; an ended process may leave the last line incomplete.
	return said
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as LoadedHooks);
}

function thrownBy({ index, thrown }: LoadedHooks, files: readonly HookFile[]): Diagnostic[] {
	const file = files[index];
	if (thrown === null || file === undefined) return [];
	const path = join(file.root, file.path);
	const at = thrown.stack.indexOf(`${path}:`);
	const line = at === -1 ? 1 : Number.parseInt(thrown.stack.slice(at + path.length + 1), 10);
	return [findingAt(file, line, `it throws while it loads, so that no server could start: ${thrown.message.split('\n')[0]}`)];
}

function unfinished(hasMore: boolean): string {
	const others = hasMore ? '; the files after it have not been looked at' : '';
	return `it ends the process while it loads, or does not finish loading within ${timeoutMs / 1000} s${others}`;
}

function findingAt(file: HookFile, line: number, message: string): Diagnostic {
	const source = specFile(file);
	const start = source.lineStarts[line - 1] ?? 0;
	const indent = /^\s*/.exec(file.text.slice(start))?.[0].length ?? 0;
	const end = file.text.indexOf('\n', start + indent);
	return diagnosticAt({ kind: 'scalar', value: null, file: source, start: start + indent, end: end === -1 ? file.text.length : end }, message);
}
