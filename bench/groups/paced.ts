/**
 * Cost of requests at the pace of a real control plane, at which servers are mostly idle: every request finds cold caches and wakes
 * threads. orch, kube-apiserver on etcd and a bare responder with the same bytes take turns. The figure is the CPU of all processes of a
 * side. `ORCH_PEERS` names the folder with the peer's programs; without it only orch and the bare responder are measured.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collection, configMap } from '../objects.ts';
import { startPeer } from '../peer.ts';
import { type Child, startChild } from '../process.ts';
import { report } from '../report.ts';
import { drive, endSubject, load, type Subject, startBare, startSubject, type Target } from '../subject.ts';
import type { WatchersAnswer, WatchersArgument } from '../watchers.ts';

type Load = Omit<Parameters<typeof drive>[1], 'clients'>;

const release = '1.36';
/** Number of rounds; odd, for the median. */
const rounds = 3;
const objects = 2000;
const objectBytes = 900;
/** Number of label values, each on twenty objects. */
const sets = 100;
const listBytes = (objects / sets) * objectBytes;
const watchers = 50;
const streamsPerConnection = 10;
/** Clients of a load generator, as streams of two connections. */
const clients = 32;
/** Requests of each verb after which V8 has optimized orch, as in a server that has run for some minutes. */
const warmUpRequests = 10_000;
/** Duration that suffices for the system's accounting of CPU time in hundredths of a second, in milliseconds. */
const durationMs = (ratePerSecond: number): number => Math.max(6000, 300_000 / ratePerSecond);

type Verb = 'GET' | 'LIST' | 'PATCH' | 'CREATE' | 'apply';

const named = { path: `${collection}/bench-{i}`, wrap: objects } as const;

/** Returns the load of a verb. `run` is unique for each run, so that a create never finds its name taken. */
const loads: Readonly<Record<Verb, (run: number) => Load>> = {
	GET: () => ({ method: 'GET', ...named }),
	LIST: () => ({ method: 'GET', path: `${collection}?labelSelector=set%3Dset-{i}`, wrap: sets }),
	PATCH: (run) => ({
		...{ method: 'PATCH', ...named, contentType: 'application/merge-patch+json', start: run },
		body: '{"data":{"changed":"{n}","t":"{t}"}}',
	}),
	CREATE: (run) => ({ method: 'POST', path: collection, body: configMap(`new-${run}-{i}`, objectBytes, { t: '{t}' }) }),
	apply: () => ({
		...{ method: 'PATCH', ...named, path: `${named.path}?fieldManager=bench&force=true`, contentType: 'application/apply-patch+yaml' },
		body: configMap('bench-{i}', objectBytes, { t: '{t}' }),
	}),
};

/** Load of the bare responder, in which every write emits an event. */
const bareLoads: Readonly<Record<Verb, Load>> = {
	GET: { method: 'GET', path: '/' },
	LIST: { method: 'GET', path: '/list' },
	PATCH: { method: 'POST', path: '/emit', body: loads.PATCH(0).body ?? '' },
	CREATE: { method: 'POST', path: '/emit', body: loads.CREATE(0).body ?? '' },
	apply: { method: 'POST', path: '/emit', body: loads.apply(0).body ?? '' },
};

interface Row {
	readonly what: string;
	readonly ratePerSecond: number;
	readonly watchers: number;
	/** Verbs and their parts of the rate. */
	readonly parts: Readonly<Partial<Record<Verb, number>>>;
	/** Budget: the peer's CPU over ours. */
	readonly times?: number;
	/** Budget: our CPU over that of the bare responder. */
	readonly timesBare?: number;
}

const mix = { GET: 0.6, LIST: 0.1, PATCH: 0.15, CREATE: 0.1, apply: 0.05 } as const;

const rows: readonly Row[] = [
	{ what: 'mix at 20/s, 50 watchers', ratePerSecond: 20, watchers, parts: mix },
	{ what: 'mix at 100/s, 50 watchers', ratePerSecond: 100, watchers, parts: mix, times: 4 },
	{ what: 'mix at 300/s, 50 watchers', ratePerSecond: 300, watchers, parts: mix },
	{ what: 'GET at 50/s', ratePerSecond: 50, watchers: 0, parts: { GET: 1 } },
	{ what: 'CREATE at 50/s', ratePerSecond: 50, watchers: 0, parts: { CREATE: 1 }, timesBare: 2.5 },
	{ what: 'CREATE at 50/s, 50 watchers', ratePerSecond: 50, watchers, parts: { CREATE: 1 } },
	{ what: 'merge PATCH at 50/s', ratePerSecond: 50, watchers: 0, parts: { PATCH: 1 } },
	{ what: 'merge PATCH at 50/s, 50 watchers', ratePerSecond: 50, watchers, parts: { PATCH: 1 } },
	{ what: 'apply of a change at 50/s', ratePerSecond: 50, watchers: 0, parts: { apply: 1 } },
];

interface Side {
	readonly target: Target;
	readonly loadOf: (verb: Verb, run: number) => Load;
	readonly watchPath: () => Promise<string>;
}

/** Result of one run: CPU microseconds for each request, and the delay from the sending of a write to its event. */
interface Measured {
	readonly cpuUs: number;
	readonly lagP50Ms: number;
}

export async function paced(built: string): Promise<void> {
	const folder = process.env.ORCH_PEERS ?? '';
	const hasPeer = existsSync(join(folder, `kube-apiserver-${release}`));
	if (!hasPeer) console.warn(`skipped: paced: the peer, since ORCH_PEERS names no folder with etcd and kube-apiserver-${release}`);
	const ends: (() => Promise<void>)[] = [];
	try {
		const subject = await startSubject(built);
		ends.push(() => endSubject(subject));
		await fill(subject);
		const sides: Side[] = [server(subject, subject.server.call)];
		const bare = await startBare(subject, (await subject.server.call('GET', `${collection}/bench-1`)).text, listBytes);
		ends.push(() => bare.child.end());
		sides.push({ target: bare, loadOf: (verb) => bareLoads[verb], watchPath: async () => '/watch' });
		if (hasPeer) {
			const peer = await startPeer(folder, release, subject);
			ends.push(() => peer.end());
			await fill(peer);
			sides.push(server(peer, peer.call));
		}
		for (const side of sides) await warmUp(side);
		for (const row of rows) await measureRow(row, sides, subject);
	} finally {
		for (const end of ends.reverse()) await end();
	}
}

function server(target: Target, call: Subject['server']['call']): Side {
	const watchPath = async (): Promise<string> => {
		const { metadata } = (await call('GET', `${collection}?limit=1`)).json() as { metadata: { resourceVersion: string } };
		return `${collection}?watch=true&resourceVersion=${metadata.resourceVersion}`;
	};
	return { target, loadOf: (verb, run) => loads[verb](run), watchPath };
}

async function fill(target: Target): Promise<void> {
	const body = configMap('bench-{n}', objectBytes, { t: '{t}' }).replace('"tier":"front"', '"set":"set-{i}"');
	await load(target, { method: 'POST', path: collection, body, wrap: sets, clients: 64, requests: objects });
}

async function warmUp({ target, loadOf }: Side): Promise<void> {
	for (const verb of Object.keys(loads) as Verb[]) {
		await load(target, { ...loadOf(verb, nextRun()), protocol: 'http2', clients, requests: warmUpRequests });
	}
}

let runs = 0;
/** Returns a number for the names of a run's objects. It also shifts the start of a run's patches, so that each one changes its object. */
function nextRun(): number {
	return ++runs * 1_000_000;
}

async function measureRow(row: Row, sides: readonly Side[], subject: Subject): Promise<void> {
	const measured = sides.map((): Measured[] => []);
	for (let round = 0; round < rounds; round++) {
		const order = sides.map((_, index) => (index + round) % sides.length);
		for (const index of order) measured[index]?.push(await measure(row, sides[index] as Side, subject));
	}
	const [own, bare, peer] = measured.map((each) => ({ cpuUs: median(each.map(({ cpuUs }) => cpuUs)), lagMs: median(each.map(({ lagP50Ms }) => lagP50Ms)) }));
	if (own === undefined || bare === undefined) return;
	const { what, times, timesBare } = row;
	if (peer !== undefined) {
		const ratio = median((measured[0] ?? []).map(({ cpuUs }, round) => (measured[2]?.[round]?.cpuUs ?? Number.NaN) / cpuUs));
		report({
			...{ figure: `paced beside kube-apiserver: ${what}, CPU`, value: ratio, unit: 'times less', sense: 'atLeast' },
			...(times !== undefined && { target: times }),
			...{ own: rounded(own.cpuUs), peer: rounded(peer.cpuUs) },
		});
	}
	report({
		...{ figure: `paced: ${what}, CPU of a request`, value: own.cpuUs, unit: 'µs', sense: 'atMost', limit: bare.cpuUs, limitIs: 'bare responder' },
		...(timesBare !== undefined && { target: rounded(timesBare * bare.cpuUs) }),
	});
	if (row.watchers === 0) return;
	const theirs = peer === undefined ? '' : `, kube-apiserver ${peer.lagMs} ms`;
	report({ figure: `paced: ${what}, write to event, p50`, value: own.lagMs, unit: 'ms', sense: 'atMost', note: `bare responder ${bare.lagMs} ms${theirs}` });
}

async function measure({ ratePerSecond, parts, watchers }: Row, { target, loadOf, watchPath }: Side, subject: Subject): Promise<Measured> {
	const watching = watchers === 0 ? undefined : await startWatchers(target, subject, watchers, await watchPath());
	const run = nextRun();
	const loads = Object.entries(parts).map(([verb, part]) => ({
		...({ ...loadOf(verb as Verb, run), protocol: 'http2', clients, ratePerSecond: part * ratePerSecond } as const),
		...{ warmUpMs: 1500, durationMs: durationMs(ratePerSecond) },
	}));
	// The generators start together, and their windows differ by less than the first connections take. One of them bounds the CPU time.
	const answers = await Promise.all(loads.map((each) => drive(target, each)));
	const answer = await endWatchers(watching);
	const perSecond = answers.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0);
	const [{ cpu, seconds }] = answers as [(typeof answers)[number]];
	return { cpuUs: (1e6 * (cpu.measured - cpu.measuring)) / (perSecond * seconds), lagP50Ms: answer?.lagP50Ms ?? Number.NaN };
}

async function startWatchers(target: Target, { tls }: Subject, watchers: number, path: string): Promise<Child> {
	const argument: WatchersArgument = { port: target.port, ...tls, watchers, protocol: 'http2', streamsPerConnection, path, warmUp: 0 };
	const child = startChild('watchers.ts', argument);
	await child.next();
	return child;
}

async function endWatchers(watching: Child | undefined): Promise<WatchersAnswer | undefined> {
	if (watching === undefined) return undefined;
	watching.send({ report: true });
	const answer = await watching.next<WatchersAnswer>();
	await watching.end();
	return answer;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rounded(value: number): number {
	return Number(value.toPrecision(3));
}
