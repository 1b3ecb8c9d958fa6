/**
 * `npm run bench -- --against DIR`: compares this build with an earlier one (a folder that `orch build` made). Both run interleaved, so
 * that changes in the machine's speed affect both. The measure is the server's CPU for each request; a row shows the ratio of each round,
 * and their median is the verdict.
 */

import { startsOf } from './groups/start.ts';
import { fanOut, watchFromNow } from './groups/watch.ts';
import { collection, configMap } from './objects.ts';
import { endSubject, load, type Subject, startSubject } from './subject.ts';

const rounds = 7;
/** Number of starts, which are cheap and noisy. */
const startRounds = 15;
/** Largest increase between two builds (DESIGN section 10). */
const bound = 0.05;
const objects = 1000;
const objectBytes = 900;

interface Row {
	readonly name: string;
	/** Returns the server's CPU microseconds for each request or delivery. */
	readonly cost: (subject: Subject, round: number) => Promise<number>;
	/** Reports whether a build serves the row; earlier builds may not. */
	readonly isServed?: (subject: Subject) => Promise<boolean>;
}

type Load = Parameters<typeof load>[1];

/** Makes a row of requests. `requests` must suffice for two seconds, because the system accounts CPU time in hundredths of a second. */
function requestRow(name: string, requests: number, of: (round: number) => Omit<Load, 'requests'>): Row {
	return { name, cost: async (subject, round) => 1e6 * (await load(subject, { ...of(round), requests })).cpuPerRequest };
}

const patch = {
	method: 'PATCH',
	path: `${collection}/bench-{i}`,
	contentType: 'application/merge-patch+json',
	wrap: objects,
	body: '{"data":{"changed":"{n}-{t}"}}',
};

const applied = {
	method: 'PATCH',
	path: `${collection}/applied-{i}?fieldManager=bench`,
	contentType: 'application/apply-patch+yaml',
	wrap: objects,
};

async function hasApply({ server }: Subject): Promise<boolean> {
	const path = `${collection}/applied-0?fieldManager=bench&dryRun=All`;
	return (await server.call('PATCH', path, configMap('applied-0', objectBytes), { 'content-type': applied.contentType })).status < 300;
}

const rows: readonly Row[] = [
	requestRow('GET, 64 clients', 60_000, () => ({ method: 'GET', path: `${collection}/bench-{i}`, wrap: objects, clients: 64 })),
	requestRow('GET, 1 client', 15_000, () => ({ method: 'GET', path: `${collection}/bench-{i}`, wrap: objects, clients: 1 })),
	requestRow('CREATE, 64 clients', 15_000, (round) => ({ method: 'POST', path: collection, body: configMap(`new-${round}-{i}`, objectBytes), clients: 64 })),
	requestRow('CREATE, 1 client', 3000, (round) => ({ method: 'POST', path: collection, body: configMap(`one-${round}-{i}`, objectBytes), clients: 1 })),
	requestRow('merge PATCH, 64 clients', 15_000, (round) => ({ ...patch, clients: 64, start: round * 1_000_000 })),
	requestRow('PUT, 64 clients', 15_000, () => ({
		method: 'PUT',
		path: `${collection}/bench-{i}`,
		body: configMap('bench-{i}', objectBytes, { t: '{t}' }),
		wrap: objects,
		clients: 64,
	})),
	...[
		requestRow('apply of a change, 64 clients', 15_000, () => ({ ...applied, clients: 64, body: configMap('applied-{i}', objectBytes, { t: '{t}' }) })),
		requestRow('apply of nothing new, 64 clients', 30_000, () => ({ ...applied, clients: 64, body: configMap('applied-{i}', objectBytes) })),
	].map((row) => ({ ...row, isServed: hasApply })),
	requestRow('LIST of 500, 4 clients', 1500, () => ({ method: 'GET', path: `${collection}?limit=500`, clients: 4 })),
	{ name: 'watch, 500 over http2, a delivery', cost: (subject, round) => deliveries(subject, round, 'http2', 300) },
	{ name: 'watch, 500 over http1, a delivery', cost: (subject, round) => deliveries(subject, round, 'http1', 150) },
];

async function deliveries(subject: Subject, round: number, protocol: 'http1' | 'http2', events: number): Promise<number> {
	const writes = { method: 'POST', path: collection, body: configMap(`${protocol}-${round}-{i}`, objectBytes, { t: '{t}' }), clients: 4, requests: events };
	const test = { watchers: 500, protocol, events } as const;
	return 1e6 / (await fanOut(subject, subject, test, await watchFromNow(subject), writes)).perCpuSecond;
}

/** Compares the builds; returns true when no row costs more than the bound allows. */
export async function compare(built: string, earlier: string, named: readonly string[]): Promise<boolean> {
	const isNamed = (name: string): boolean => named.length === 0 || named.some((word) => name.toLowerCase().includes(word.toLowerCase()));
	const within = await compareRequests(built, earlier, isNamed);
	return (await compareStarts(built, earlier, isNamed)) && within;
}

async function compareRequests(built: string, earlier: string, isNamed: (name: string) => boolean): Promise<boolean> {
	const wanted = rows.filter(({ name }) => isNamed(name));
	if (wanted.length === 0) return true;
	const subjects = [await startSubject(built), await startSubject(earlier)] as const;
	for (const subject of subjects)
		await load(subject, { method: 'POST', path: collection, body: configMap('bench-{i}', objectBytes), clients: 64, requests: objects });
	let within = true;
	for (const { name, cost, isServed } of wanted) {
		if (isServed !== undefined && !(await Promise.all(subjects.map(isServed))).every(Boolean)) {
			console.info(`skipped: ${name}: the earlier build does not have it`);
			continue;
		}
		const pairs: (readonly [number, number])[] = [];
		// The first round compiles the code and does not count. The builds alternate in going first.
		for (let round = 0; round <= rounds; round++) {
			const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
			const costs: [number, number] = [0, 0];
			for (const index of order) costs[index] = await cost(subjects[index], round);
			if (round > 0) pairs.push(costs);
		}
		within = tell(name, 'µs of CPU', pairs) && within;
	}
	for (const subject of subjects) await endSubject(subject);
	return within;
}

const startRows = [
	{ name: 'start to /readyz', of: 'ms', unit: 'ms', scale: 1 },
	{ name: 'idle memory', of: 'rss', unit: 'MB', scale: 1e6 },
] as const;

async function compareStarts(built: string, earlier: string, isNamed: (name: string) => boolean): Promise<boolean> {
	const wanted = startRows.filter(({ name }) => isNamed(name));
	if (wanted.length === 0) return true;
	const starts = await startsOf([built, earlier], startRounds);
	return wanted
		.map((row) =>
			tell(
				row.name,
				row.unit,
				starts.map(([now, before]) => [(now?.[row.of] ?? Number.NaN) / row.scale, (before?.[row.of] ?? Number.NaN) / row.scale]),
			),
		)
		.every(Boolean);
}

/** Reports a row; returns true when it costs no more than the bound allows. */
function tell(row: string, unit: string, pairs: readonly (readonly [number, number])[]): boolean {
	const ratio = median(pairs.map(([now, before]) => now / before));
	console.info(
		JSON.stringify({
			row,
			now: figure(median(pairs.map(([now]) => now))),
			before: figure(median(pairs.map(([, before]) => before))),
			unit,
			ratio: figure(ratio),
			ratios: pairs.map(([now, before]) => figure(now / before)),
		}),
	);
	return ratio <= 1 + bound;
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function figure(value: number): number {
	return Number(value.toPrecision(3));
}
