/** Resource use of the process, under the names of Prometheus' client libraries. Metrics that only Linux has are left out elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import type { MetricFamily, NumberRow, Sample } from './family.ts';
import { processRows } from './metrics/process-rows.ts';

export function processMetrics(): MetricFamily[] {
	return [
		one(processRows.cpu, cpuSeconds),
		one(processRows.start, () => performance.timeOrigin / 1000),
		one(processRows.resident, () => process.memoryUsage.rss()),
		one(processRows.virtual, () => fromStatus(/^VmSize:\s+(\d+) kB$/m, 1024)),
		one(processRows.openFiles, openFiles),
		one(processRows.mostFiles, mostOpenFiles),
		one(processRows.heapTotal, () => process.memoryUsage().heapTotal),
		one(processRows.heapUsed, () => process.memoryUsage().heapUsed),
		one(processRows.external, () => process.memoryUsage().external),
	];
}

function one(row: NumberRow, value: () => number | undefined): MetricFamily {
	return {
		...row,
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

/** Returns undefined when the file is missing, as it may be in a container; one metric must not fail the scrape. */
function onLinux(read: () => number | undefined): number | undefined {
	if (process.platform !== 'linux') return undefined;
	try {
		return read();
	} catch {
		return undefined;
	}
}
