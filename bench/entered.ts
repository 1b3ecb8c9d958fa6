/**
 * `npm run bench:entered`: counts the source files, functions and lines that each verb enters in the serving thread, by V8's precise
 * coverage. It runs the sources in this process, after enough requests that lazily compiled code and caches exist.
 */

import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import setUpThreads, { threadFiles } from '../test/setup/threads.ts';
import { collection, configMap } from './objects.ts';

const root = resolve(import.meta.dirname, '..');
const warmUps = 20;

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

interface Entered {
	readonly files: number;
	readonly functions: number;
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
	console.info('verb         files  functions  lines');
	for (const [verb, of] of Object.entries(verbs)) {
		await session.post('Profiler.takePreciseCoverage');
		const { status, text } = await stack.ask(...of(warmUps));
		if (status >= 300) throw new Error(`${verb} answered ${status}: ${text}`);
		const { files, functions, lines } = await entered();
		console.info(`${verb.padEnd(12)} ${String(files).padStart(5)}  ${String(functions).padStart(9)}  ${String(lines).padStart(5)}`);
	}
} finally {
	session.disconnect();
	await stack.close();
	removeThreads();
}

/** Counts the functions of the project's sources that were called since the last call. A module's top level counts as no function. */
async function entered(): Promise<Entered> {
	const { result } = await session.post('Profiler.takePreciseCoverage');
	const files = new Map<string, { functions: number; lines: Set<number> }>();
	for (const { url, functions } of result) {
		const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
		if (!/^(runtime|generated)\//.test(file)) continue;
		const called = functions.filter(
			({ functionName, ranges: [range] }) => range !== undefined && range.count > 0 && !(functionName === '' && range.startOffset === 0),
		);
		if (called.length === 0) continue;
		const text = readFileSync(resolve(root, file), 'utf8');
		const lines = new Set<number>();
		for (const {
			ranges: [range],
		} of called) {
			const first = text.slice(0, range?.startOffset).split('\n').length;
			const count = text.slice(range?.startOffset, range?.endOffset).split('\n').length;
			for (let line = first; line < first + count; line++) lines.add(line);
		}
		files.set(file, { functions: called.length, lines });
	}
	const all = [...files.values()];
	return {
		files: all.length,
		functions: all.reduce((sum, { functions }) => sum + functions, 0),
		lines: all.reduce((sum, { lines }) => sum + lines.size, 0),
	};
}
