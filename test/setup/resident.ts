/** What the system has given to a server's process. */
import { readFileSync } from 'node:fs';
import type { ServerProcess } from './server.ts';

export function residentBytes(server: ServerProcess): number {
	const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'));
	return Number(match?.[1]) * 1024;
}

export function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
