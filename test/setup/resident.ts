/** Resident memory of a server process. */
import { readFileSync } from 'node:fs';
import type { ServerProcess } from './server.ts';

export function residentBytes(server: ServerProcess): number {
	return statusBytes(server, 'VmRSS');
}

/** Returns the peak resident memory of the process. */
export function mostResidentBytes(server: ServerProcess): number {
	return statusBytes(server, 'VmHWM');
}

function statusBytes(server: ServerProcess, line: string): number {
	const match = new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'));
	return Number(match?.[1]) * 1024;
}

export function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
