/** Time from process start to /readyz, with existing keys and an empty store, and idle memory. Bound: Node's own start. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { residentBytes } from '../process.ts';
import { report } from '../report.ts';
import { startSubject } from '../subject.ts';

const runs = 9;

export async function start(built: string): Promise<void> {
	const node = median(Array.from({ length: runs }, nodeStartMs));
	const { ms, rss } = await medianStart(built, runs);
	report({ figure: 'start to /readyz', value: ms / 1000, unit: 's', target: 0.3, sense: 'atMost', limit: node / 1000, limitIs: 'node -e 0' });
	report({ figure: 'idle memory', value: rss / 1e6, unit: 'MB', target: 110, sense: 'atMost', limit: nodeIdleBytes() / 1e6, limitIs: 'node, idle' });
}

/** Time to `/readyz`, and idle memory in bytes. */
export interface Start {
	readonly ms: number;
	readonly rss: number;
}

export async function medianStart(built: string, runs: number): Promise<Start> {
	const starts = await startsOf([built], runs);
	return { ms: median(starts.map(([one]) => one?.ms ?? Number.NaN)), rss: median(starts.map(([one]) => one?.rss ?? Number.NaN)) };
}

/**
 * Starts each build in each round, on its own data directory and port, as in a restart. The keys exist, and the server's own objects in the
 * store are current. The builds alternate in going first.
 */
export async function startsOf(builds: readonly string[], rounds: number): Promise<Start[][]> {
	const places = await Promise.all(builds.map(async (built) => ({ built, dataDir: await dataDirOf(built), port: await freePort() })));
	const starts: Start[][] = [];
	for (let round = 0; round < rounds; round++) {
		const order = round % 2 === 0 ? places : places.toReversed();
		const made: Start[] = [];
		for (const { built, dataDir, port } of order) made.push(await oneStart(built, dataDir, port));
		starts.push(round % 2 === 0 ? made : made.toReversed());
	}
	for (const { dataDir } of places) rmSync(dataDir, { recursive: true, force: true });
	return starts;
}

async function dataDirOf(built: string): Promise<string> {
	const dataDir = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	await (await startSubject(built, dataDir)).server.stop();
	return dataDir;
}

/**
 * Starts a server and waits for /readyz. Polling begins when the server logs that it serves; earlier polls would make it spend its start on
 * handshakes.
 */
async function oneStart(built: string, dataDir: string, port: number): Promise<Start> {
	const before = performance.now();
	const child = spawn(process.execPath, [join(built, 'server.mjs'), '--data-dir', dataDir, '--secure-port', String(port)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const exited = once(child, 'exit');
	await Promise.race([once(child.stdout, 'data'), exited]);
	while (!(await isReady(port))) {
		if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
	}
	const ms = performance.now() - before;
	// Idle: two seconds without a request, after which most garbage of the start is collected.
	await new Promise((resolve) => setTimeout(resolve, 2000));
	const rss = residentBytes(child.pid ?? 0);
	child.kill('SIGTERM');
	await exited;
	return { ms, rss };
}

function isReady(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const outgoing = request({ host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false, agent: false }, (response) => {
			response.resume();
			resolve(response.statusCode === 200);
		});
		outgoing.on('error', () => setTimeout(() => resolve(false), 2));
		outgoing.end();
	});
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
		});
	});
}

function nodeStartMs(): number {
	const before = performance.now();
	execFileSync(process.execPath, ['-e', '0']);
	return performance.now() - before;
}

function nodeIdleBytes(): number {
	return Number(execFileSync(process.execPath, ['-e', 'console.log(process.memoryUsage().rss)'], { encoding: 'utf8' }));
}

export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
