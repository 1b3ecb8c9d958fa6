/** Processes of a benchmark: their resource usage from the operating system, and children that exchange JSON lines. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Clock ticks per second of /proc's accounts; 100 on every Linux that Node supports. */
const ticksPerSecond = 100;

/** Returns the user and system time of a process with all its threads, in seconds. */
export function cpuSeconds(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Returns CPU seconds by thread name, to see which thread bounds a figure. */
export function cpuByThread(pid: number): Record<string, number> {
	const sums: Record<string, number> = {};
	for (const task of readdirSync(`/proc/${pid}/task`)) {
		const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
		const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		sums[name] = (sums[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
	}
	return sums;
}

/** Returns the resident memory in bytes. */
export function residentBytes(pid: number): number {
	const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
	return Number(match?.[1] ?? Number.NaN) * 1024;
}

/** Starts to track the peak of resident memory; the returned function reads it, in bytes. */
export function peakResidentBytes(pid: number): () => number {
	// Resets the kernel's peak counter.
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024;
}

export interface Child {
	readonly process: ChildProcess;
	/** Returns the next JSON line. */
	next<T>(): Promise<T>;
	send(value: object): void;
	end(): Promise<void>;
}

/** Starts a script of this folder with one JSON argument; it answers in JSON lines on stdout. */
export function startChild(script: string, argument: object): Child {
	const child = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, script), JSON.stringify(argument)], { stdio: ['pipe', 'pipe', 'inherit'] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	return {
		process: child,
		next: async <T>() => {
			const { value, done } = await lines.next();
			if (done) throw new Error(`${script} ended with code ${child.exitCode} before it answered`);
			return JSON.parse(value as string) as T;
		},
		send: (value) => void child.stdin.write(`${JSON.stringify(value)}\n`),
		end: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const exit = once(child, 'exit');
			child.stdin.end();
			child.kill('SIGTERM');
			await exit;
		},
	};
}
