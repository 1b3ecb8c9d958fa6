/** Figures of one run of the load generator: throughput, by second and by CPU second of the server, and latency. */
import { report } from './report.ts';
import type { LoadResult } from './subject.ts';

/** Targets of DESIGN section 9; latencies are upper bounds. */
export interface Targets {
	readonly perSecond?: number;
	readonly p50Ms?: number;
	readonly p99Ms?: number;
}

/** Limit calibrated in the same run. */
export interface Limit {
	readonly is: string;
	readonly perSecond: number;
	readonly perCpuSecond?: number;
	readonly p50Ms?: number;
}

/** Formats a figure's name: `GET, 1 client`. */
export function named(what: string, clients: number): string {
	return `${what}, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
}

export function reportLoad(name: string, result: LoadResult, targets: Targets, limit: Limit): void {
	const threads = Object.entries(result.threads)
		.map(([thread, seconds]) => `${thread} ${seconds}`)
		.join(', ');
	report({
		figure: name,
		value: result.perSecond,
		unit: '/s',
		...(targets.perSecond !== undefined && { target: targets.perSecond, sense: 'atLeast' }),
		limit: limit.perSecond,
		limitIs: limit.is,
		note: `CPU s by thread: ${threads}`,
	});
	report({
		figure: `${name}, per CPU second`,
		value: 1 / result.cpuPerRequest,
		unit: '/s',
		...(limit.perCpuSecond !== undefined && { limit: limit.perCpuSecond, limitIs: limit.is }),
	});
	report({
		figure: `${name}, p50`,
		value: result.p50Ms,
		unit: 'ms',
		sense: 'atMost',
		...(targets.p50Ms !== undefined && { target: targets.p50Ms }),
		...(limit.p50Ms !== undefined && { limit: limit.p50Ms, limitIs: limit.is }),
	});
	report({ figure: `${name}, p99`, value: result.p99Ms, unit: 'ms', sense: 'atMost', ...(targets.p99Ms !== undefined && { target: targets.p99Ms }) });
}

/** Returns the limit that a bare responder reaches with the same bytes. */
export function bareLimit(is: string, { perSecond, cpuPerRequest, p50Ms }: LoadResult): Limit {
	return { is, perSecond, perCpuSecond: 1 / cpuPerRequest, p50Ms };
}
