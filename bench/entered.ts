/**
 * `npm run bench:entered`: counts the source files, functions and lines that each verb enters in the serving thread, by V8's precise
 * coverage. It runs the sources in this process, after enough requests that lazily compiled code and caches exist. With the name of a verb
 * it also lists that verb's functions by file: `npm run bench:entered -- CREATE`.
 */

import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import setUpThreads, { threadFiles } from '../test/setup/threads.ts';
import { collection, configMap } from './objects.ts';

const root = resolve(import.meta.dirname, '..');
const warmUps = 20;
/** Requests of each verb that are counted. */
const counted = 5;

type Call = readonly [method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>];

const object = (name: string, extra: Readonly<Record<string, string>> = {}): object => JSON.parse(configMap(name, 900, extra)) as object;
const verbs: Readonly<Record<string, (run: number) => Call>> = {
	GET: () => ['GET', `${collection}/first`],
	LIST: () => ['GET', `${collection}?labelSelector=app%3Dbench`],
	CREATE: (run) => ['POST', collection, object(`new-${run}`)],
	PUT: (run) => ['PUT', `${collection}/first`, object('first', { run: String(run) })],
	'merge PATCH': (run) => ['PATCH', `${collection}/first`, { data: { run: String(run) } }, { 'content-type': 'application/merge-patch+json' }],
	apply: (run) => [
		...(['PATCH', `${collection}/first?fieldManager=bench&force=true`, object('first', { run: String(run) })] as const),
		{ 'content-type': 'application/apply-patch+yaml' },
	],
	DELETE: (run) => ['DELETE', `${collection}/new-${run}`],
};

interface EnteredFile {
	/** Name and number of calls of each function. */
	readonly functions: readonly string[];
	readonly lines: number;
}

Object.assign(process.env, threadFiles);
const removeThreads = setUpThreads();
await import('../test/setup/thread-files.ts');
const { startTestStack } = await import('../test/server/stack-fixture.ts');
const session = new Session();
session.connect();
const stack = await startTestStack();
try {
	await stack.ask('POST', collection, object('first'));
	for (const of of Object.values(verbs)) for (let run = 0; run < warmUps; run++) await stack.ask(...of(run));
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	console.info(`verb        ${['files', 'functions', 'lines'].map((name) => name.padStart(10)).join('')}`);
	for (const [verb, of] of Object.entries(verbs)) {
		const files = await fewest(of);
		const all = [...files.values()];
		const counts = [files.size, all.flatMap(({ functions }) => functions).length, all.reduce((sum, { lines }) => sum + lines, 0)];
		console.info(`${verb.padEnd(12)}${counts.map((count) => String(count).padStart(10)).join('')}`);
		if (verb === process.argv[2]) for (const [file, { functions }] of files) console.info(`  ${file}: ${functions.join(', ')}`);
	}
} finally {
	session.disconnect();
	await stack.close();
	removeThreads();
}

/** Returns what the request of several enters that enters the fewest functions: timers and other work of the server run beside the others. */
async function fewest(of: (run: number) => Call): Promise<ReadonlyMap<string, EnteredFile>> {
	const runs: ReadonlyMap<string, EnteredFile>[] = [];
	for (let run = warmUps; run < warmUps + counted; run++) {
		await session.post('Profiler.takePreciseCoverage');
		const { status, text } = await stack.ask(...of(run));
		if (status >= 300) throw new Error(`${of(run)[0]} answered ${status}: ${text}`);
		runs.push(await entered());
	}
	const functionsIn = (files: ReadonlyMap<string, EnteredFile>): number => [...files.values()].flatMap(({ functions }) => functions).length;
	return runs.reduce((best, files) => (functionsIn(files) < functionsIn(best) ? files : best));
}

/** Returns, by file, the functions of the project's sources that were called since the last call. A module's top level counts as none. */
async function entered(): Promise<ReadonlyMap<string, EnteredFile>> {
	const { result } = await session.post('Profiler.takePreciseCoverage');
	const files = new Map<string, EnteredFile>();
	for (const { url, functions } of result) {
		const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
		if (!/^(runtime|generated)\//.test(file)) continue;
		const called = functions.flatMap(({ functionName, ranges: [range] }) =>
			range !== undefined && range.count > 0 && !(functionName === '' && range.startOffset === 0) ? [{ name: functionName, range }] : [],
		);
		if (called.length === 0) continue;
		const text = readFileSync(resolve(root, file), 'utf8');
		const lines = new Set<number>();
		for (const { range } of called) {
			const first = text.slice(0, range.startOffset).split('\n').length;
			const count = text.slice(range.startOffset, range.endOffset).split('\n').length;
			for (let line = first; line < first + count; line++) lines.add(line);
		}
		const named = called.map(
			({ name, range }) => `${name || `at line ${text.slice(0, range.startOffset).split('\n').length}`}${range.count > 1 ? ` ${range.count}x` : ''}`,
		);
		files.set(file, { functions: named, lines: lines.size });
	}
	return files;
}
