/**
 * Cost of requests compared with kube-apiserver on etcd, interleaved in one run. It is the CPU of all processes of either side, which
 * the budget is about (DESIGN section 10). The client is a service account with a token and a role. Admission plugins and field managers
 * are each server's defaults. Over HTTP/2, which every Kubernetes client uses, 16 clients share a connection. `ORCH_PEERS` names the
 * folder with the peer's programs (`npm run peers` says how to build them).
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import { tokenOfAccount } from '../account.ts';
import { collection, configMap } from '../objects.ts';
import { type Peer, startPeer } from '../peer.ts';
import { report } from '../report.ts';
import { endSubject, load, type Subject, startSubject, type Target } from '../subject.ts';
import { fanOut } from './watch.ts';

type Load = Parameters<typeof load>[1];
type Protocol = 'http2' | 'http1';

const release = '1.36';
const peerGroups = 'k8s.io';
/** Number of rounds; odd, for the median. */
const rounds = 5;
const clients = 64;
const objects = 2000;
const objectBytes = 900;

/** One side of the comparison. */
interface Side {
	readonly target: Target;
	readonly token: string;
}

interface Row {
	readonly what: string;
	/** Budget: the peer's CPU over ours, by protocol. */
	readonly times: Readonly<Record<Protocol, number>>;
	/** Returns the load, which is the same for both sides; the names of a create contain the turn. */
	readonly of: (turn: number) => Omit<Load, 'clients'>;
	readonly clients?: number;
	/** Set when our side writes an audit log and the peer does not. */
	readonly isAudited?: true;
	/** Requests after which V8 has fully optimized our side, as in a server that has run for more than a minute. */
	readonly compiledAfter?: number;
}

const compiledAfter = { reads: 20_000, writes: 45_000 };

const named = { path: `${collection}/bench-{i}`, wrap: objects } as const;
const get = { method: 'GET', ...named } as const;
const changed = configMap('bench-{i}', objectBytes, { t: '{t}' });

const rows: readonly Row[] = [
	{ what: 'GET', times: { http2: 23.6, http1: 11.3 }, of: () => get },
	{ what: 'GET, recorded by the audit', times: { http2: 12.3, http1: 9.4 }, of: () => get, isAudited: true },
	{ what: 'CREATE', times: { http2: 12.4, http1: 8 }, of: (turn) => ({ method: 'POST', path: collection, body: configMap(`new-${turn}-{i}`, objectBytes) }) },
	{
		what: 'merge PATCH',
		times: { http2: 11.5, http1: 8 },
		of: (turn) => ({ method: 'PATCH', ...named, contentType: 'application/merge-patch+json', body: '{"data":{"changed":"{n}-{t}"}}', start: turn }),
	},
	{ what: 'PUT', times: { http2: 11.7, http1: 8 }, of: () => ({ method: 'PUT', ...named, body: changed }) },
	{
		what: 'apply of a change',
		times: { http2: 12.8, http1: 8 },
		of: () => ({
			...{ method: 'PATCH', ...named, path: `${named.path}?fieldManager=bench&force=true` },
			...{ contentType: 'application/apply-patch+yaml', body: changed },
		}),
	},
	{ what: 'LIST of 1000', times: { http2: 16, http1: 20 }, of: () => ({ method: 'GET', path: `${collection}?limit=1000` }), clients: 4, compiledAfter: 2000 },
];

export async function beside(built: string): Promise<void> {
	const folder = process.env.ORCH_PEERS ?? '';
	if (!existsSync(join(folder, `kube-apiserver-${release}`))) {
		console.warn(`skipped: beside: ORCH_PEERS names no folder with etcd and kube-apiserver-${release}`);
		return;
	}
	const logs = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	const ends: (() => Promise<void> | void)[] = [() => rmSync(logs, { recursive: true, force: true })];
	try {
		const subject = await startSubject(built);
		ends.push(() => endSubject(subject));
		const audited = await startSubject(built, undefined, ['--audit-log-path', join(logs, 'audit.log'), '--audit-log-maxbackup', '1']);
		ends.push(() => endSubject(audited));
		const peer = await startPeer(folder, release, subject);
		ends.push(() => peer.end());
		const own = { target: subject, token: await tokenOfAccount(subject.server.call, vocabulary.groupDomain) };
		const recorded = { target: audited, token: await tokenOfAccount(audited.server.call, vocabulary.groupDomain) };
		const other = { target: peer, token: await tokenOfAccount(peer.call, peerGroups) };
		const fill = { method: 'POST', path: collection, body: configMap('bench-{i}', objectBytes), clients, requests: objects };
		for (const { target, token } of [own, recorded, other]) await load(target, { ...fill, token });
		for (const protocol of ['http2', 'http1'] as const) for (const row of rows) await turns(row, protocol, row.isAudited ? recorded : own, other);
		await steadyWatch(subject, peer);
	} finally {
		for (const end of ends.reverse()) await end();
	}
}

async function turns(row: Row, protocol: Protocol, own: Side, peer: Side): Promise<void> {
	const { what, times, clients: many = clients, compiledAfter: needed } = row;
	const pairs: Pair[] = [];
	/** The turns differ by protocol, so that a create never finds its name taken by the other protocol's. */
	const of = (turn: number): Omit<Load, 'clients'> => ({ ...row.of(protocol === 'http2' ? turn : turn + 100), ...(protocol === 'http2' && { protocol }) });
	const { method } = of(0);
	await load(own.target, {
		...of(rounds + 1),
		clients: many,
		token: own.token,
		requests: needed ?? (method === 'GET' ? compiledAfter.reads : compiledAfter.writes),
	});
	// The peer is compiled ahead of time: its first round fills its caches and does not count. The sides alternate in going first.
	for (let round = 0; round <= rounds; round++) {
		const cost = async ({ target, token }: Side): Promise<number> =>
			1e6 * (await load(target, { ...of(round), clients: many, token, warmUpMs: 500, durationMs: 2500 })).cpuPerRequest;
		const pair = await inTurn(
			round,
			() => cost(own),
			() => cost(peer),
		);
		if (round > 0) pairs.push(pair);
	}
	told(`${what}, ${many} clients over ${protocol}`, times[protocol], pairs);
}

/** Measures twenty connections of fifty watchers with a selector each, at a pace at which a server is mostly idle. */
async function steadyWatch(subject: Subject, peer: Peer): Promise<void> {
	const events = 300;
	const watchers = 1000;
	const pairs: Pair[] = [];
	for (let round = 0; round <= rounds; round++) {
		const cost = async (target: Target, ask: Peer['call']): Promise<number> => {
			const { metadata } = (await ask('GET', `${collection}?limit=1`)).json() as { metadata: { resourceVersion: string } };
			const path = `${collection}?watch=true&resourceVersion=${metadata.resourceVersion}&fieldSelector=metadata.name!=not-{w}`;
			const writes = { method: 'POST', path: collection, body: configMap(`seen-${round}-{i}`, objectBytes, { t: '{t}' }), clients: 4, requests: events };
			const test = { watchers, protocol: 'http2', events } as const;
			return 1e6 / (await fanOut(target, subject, test, path, { ...writes, ratePerSecond: 60 })).perCpuSecond;
		};
		const pair = await inTurn(
			round,
			() => cost(subject, subject.server.call),
			() => cost(peer, peer.call),
		);
		if (round > 0) pairs.push(pair);
	}
	told(`watch, ${watchers} over http2, a selector each, at 60 events a second, a delivery`, 4, pairs);
}

/** Microseconds of CPU of our side and of the peer. */
type Pair = readonly [own: number, peer: number];

async function inTurn(round: number, own: () => Promise<number>, peer: () => Promise<number>): Promise<Pair> {
	if (round % 2 === 0) return [await own(), await peer()];
	const first = await peer();
	return [await own(), first];
}

function told(what: string, times: number, pairs: readonly Pair[]): void {
	const [own, peer, ratio] = [pairs.map(([each]) => each), pairs.map(([, each]) => each), pairs.map(([mine, other]) => other / mine)].map(median);
	report({
		...{ figure: `beside kube-apiserver: ${what}, CPU`, value: ratio ?? Number.NaN, unit: 'times less', target: times, sense: 'atLeast' },
		...(own !== undefined && peer !== undefined && { own: Number(own.toFixed(1)), peer: Number(peer.toFixed(1)) }),
		note: `rounds ${pairs.map(([mine, other]) => (other / mine).toFixed(1)).join(', ')}`,
	});
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
