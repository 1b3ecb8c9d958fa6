/** Subject of a benchmark: a built server as a process, and its bare counterpart with the same certificate. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../test/setup/server.ts';
import type { LoadAnswer, LoadArgument, LoadPhase } from './load.ts';
import { type Child, cpuByThread, cpuSeconds, startChild } from './process.ts';

export interface Target {
	readonly port: number;
	readonly pid: number;
	/** Processes that work only for the target, and whose CPU counts as its own. */
	readonly others?: readonly number[];
	readonly tls: { readonly ca: string; readonly cert: string; readonly key: string };
}

export interface Subject extends Target {
	readonly server: ServerProcess;
	readonly dataDir: string;
}

export async function startSubject(
	built: string,
	dataDir: string = mkdtempSync(join(tmpdir(), 'orch-bench-')),
	flags: readonly string[] = [],
): Promise<Subject> {
	const server = await startServer(built, { dataDir, flags });
	const { ca, cert, key } = server.credentials;
	return { server, dataDir, port: server.port, pid: server.process.pid ?? 0, tls: { ca: ca.toString(), cert: cert.toString(), key: key.toString() } };
}

export async function endSubject(subject: Subject): Promise<void> {
	await subject.server.stop();
	rmSync(subject.dataDir, { recursive: true, force: true });
}

/** Starts a bare responder with the subject's own serving certificate and the bytes of a real response. */
export async function startBare(subject: Subject, body: string, listBytes: number): Promise<Target & { readonly child: Child }> {
	const pki = (name: string): string => readFileSync(join(subject.dataDir, 'pki', name), 'utf8');
	const child = startChild('bare.ts', { cert: pki('apiserver.crt'), key: pki('apiserver.key'), body, listBytes });
	const { port } = await child.next<{ port: number }>();
	return { child, port, pid: child.process.pid ?? 0, tls: subject.tls };
}

export interface LoadResult extends LoadAnswer {
	readonly perSecond: number;
	/** CPU seconds of the server for each request, over the measured time, during which all connections are open. */
	readonly cpuPerRequest: number;
	/** CPU seconds by thread of the server. */
	readonly threads: Readonly<Record<string, number>>;
}

type Asked = Omit<LoadArgument, 'port' | 'ca' | 'cert' | 'key'>;

/** Runs the load generator once against a target. Fails on any response that is not 2xx, since a figure of failures has no meaning. */
export async function load(target: Target, argument: Asked): Promise<LoadResult> {
	const answer = await drive(target, argument);
	const cpu = answer.cpu.measured - answer.cpu.measuring;
	const { measuring } = answer.threads;
	const threads = Object.fromEntries(
		Object.entries(answer.threads.measured)
			.map(([name, seconds]) => [name, Math.round((seconds - (measuring[name] ?? 0)) * 100) / 100] as const)
			.filter(([, seconds]) => seconds > 0.01),
	);
	return { ...answer, perSecond: answer.requests / answer.seconds, cpuPerRequest: cpu / (answer.requests + answer.sentAway), threads };
}

/** Returns the CPU seconds that a target has used so far. */
export function cpuOf({ pid, others = [] }: Target): number {
	return [pid, ...others].reduce((sum, each) => sum + cpuSeconds(each), 0);
}

interface Driven extends LoadAnswer {
	/** CPU seconds that the target had used when measuring began and when it ended. */
	readonly cpu: Readonly<Record<LoadPhase['phase'], number>>;
	readonly threads: Readonly<Record<LoadPhase['phase'], Readonly<Record<string, number>>>>;
}

/** Runs the load generator and returns the raw result, from which `load` derives the cost to the server. */
export async function drive(target: Target, argument: Asked): Promise<Driven> {
	const child = startChild('load.ts', { ...argument, port: target.port, ...target.tls });
	const cpu = { measuring: Number.NaN, measured: Number.NaN };
	const threads: Record<LoadPhase['phase'], Record<string, number>> = { measuring: {}, measured: {} };
	for (;;) {
		const line = await child.next<LoadPhase | LoadAnswer>();
		if ('phase' in line) {
			cpu[line.phase] = cpuOf(target);
			threads[line.phase] = cpuByThread(target.pid);
			continue;
		}
		await child.end();
		if (line.errors > 0) throw new Error(`${line.errors} requests failed: ${line.firstError}`);
		if (line.requests === 0) throw new Error(`nothing was answered within ${argument.durationMs} ms: measure for longer`);
		return { ...line, cpu, threads };
	}
}
