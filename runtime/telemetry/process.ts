/** What the process itself uses, under the names that Prometheus' own clients gave these figures; those that only Linux tells are left out elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import type { MetricFamily, Sample } from './family.ts';

export function processMetrics(): MetricFamily[] {
	return [
		one('counter', 'process_cpu_seconds_total', 'CPU time of the server, user and system.', cpuSeconds),
		one('gauge', 'process_start_time_seconds', 'When the server started, in seconds since the epoch.', () => performance.timeOrigin / 1000),
		one('gauge', 'process_resident_memory_bytes', 'Resident memory of the server.', () => process.memoryUsage.rss()),
		one('gauge', 'process_virtual_memory_bytes', 'Address space of the server.', () => fromStatus(/^VmSize:\s+(\d+) kB$/m, 1024)),
		one('gauge', 'process_open_fds', 'Open file descriptors.', openFiles),
		one('gauge', 'process_max_fds', 'Most file descriptors that may be open.', mostOpenFiles),
		one('gauge', 'nodejs_heap_size_total_bytes', 'Heap that is reserved.', () => process.memoryUsage().heapTotal),
		one('gauge', 'nodejs_heap_size_used_bytes', 'Heap that is in use.', () => process.memoryUsage().heapUsed),
		one('gauge', 'nodejs_external_memory_bytes', 'Memory outside the heap that objects in it hold.', () => process.memoryUsage().external),
	];
}

function one(type: 'counter' | 'gauge', name: string, help: string, value: () => number | undefined): MetricFamily {
	return {
		type,
		across: 'largest',
		name,
		help,
		read: (): Sample[] => {
			const read = value();
			return read === undefined ? [] : [{ labels: {}, value: read }];
		},
	};
}

function cpuSeconds(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
}

function openFiles(): number | undefined {
	return onLinux(() => readdirSync('/proc/self/fd').length);
}

function mostOpenFiles(): number | undefined {
	return onLinux(() => firstNumber(readFileSync('/proc/self/limits', 'utf8'), /^Max open files\s+(\d+)/m));
}

function fromStatus(pattern: RegExp, unit: number): number | undefined {
	const found = onLinux(() => firstNumber(readFileSync('/proc/self/status', 'utf8'), pattern));
	return found === undefined ? undefined : found * unit;
}

function firstNumber(text: string, pattern: RegExp): number | undefined {
	const digits = pattern.exec(text)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

/** Undefined where there is no such file: a container may hide it, and a figure is not worth a failed scrape. */
function onLinux(read: () => number | undefined): number | undefined {
	if (process.platform !== 'linux') return undefined;
	try {
		return read();
	} catch {
		return undefined;
	}
}
