/**
 * One client with five hundred connections, and a quiet one. Measures the quiet client's latency alone and under load, and the latency of
 * health probes. Also measures the goodput when ten times as many clients send requests as suffice to keep the server busy.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { LoadAnswer, LoadArgument } from '../load.ts';
import { collection, configMap } from '../objects.ts';
import { type Figure, report } from '../report.ts';
import { drive, endSubject, type LoadResult, load, type Subject, startBare, startSubject, type Target } from '../subject.ts';

const objects = 2000;
const objectBytes = 900;
const loudClients = 500;
/** Number of quiet clients: enough for a percentile, while each sends requests rarely. */
const quietClients = 8;
/** Number of clients that keep the server busy. */
const busyClients = 50;
/** Largest latency of a quiet client beyond its latency alone, and of a health probe, in milliseconds: the issue's own bounds. */
const mostBeyondMs = 30;
const mostHealthMs = 50;
const leastGoodput = 0.8;

type Kind = Pick<LoadArgument, 'method' | 'path' | 'body' | 'wrap'>;

const get: Kind = { method: 'GET', path: `${collection}/bench-{i}`, wrap: objects };
const loads: readonly (readonly [name: string, kind: Kind])[] = [
	['GETs', get],
	['LISTs of 2,000', { method: 'GET', path: collection }],
	['CREATEs', { method: 'POST', path: collection, body: configMap('new-{t}-{n}-{i}', objectBytes) }],
];

export async function fairness(built: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	const tokens = join(folder, 'tokens.csv');
	writeFileSync(tokens, 'loud-token,loud,1\nquiet-token,quiet,2\n', { mode: 0o600 });
	try {
		for (const [name, kind] of loads) {
			const subject = await startSubject(built, undefined, ['--token-auth-file', tokens, '--authorization-mode', 'AlwaysAllow']);
			await load(subject, { method: 'POST', path: collection, body: configMap('bench-{i}', objectBytes), clients: 64, requests: objects });
			await beside(subject, name, kind, { token: 'loud-token', mayBeSentAway: true }, 'another user');
			if (name === 'GETs' || name.startsWith('LIST')) await beside(subject, name, kind, {}, `the same member of ${vocabulary.product}'s masters`);
			const bare = await startBare(subject, (await subject.server.call('GET', `${collection}/bench-1`)).text, 1);
			await goodput(subject, bare, name, kind);
			await bare.child.end();
			await endSubject(subject);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Runs a quiet load. It has priority because it is measured, and must not wait for the load generator to be scheduled. */
function quietly(subject: Subject, argument: Parameters<typeof drive>[1]): Promise<LoadAnswer> {
	return drive(subject, { ...argument, clients: quietClients, ratePerSecond: 10 * quietClients, priority: -15 });
}

async function beside(subject: Subject, name: string, kind: Kind, loud: Partial<LoadArgument>, whose: string): Promise<void> {
	const quiet = { ...get, warmUpMs: 500, durationMs: 6000, clients: quietClients, ...(loud.token !== undefined && { token: 'quiet-token' }) };
	const alone = await quietly(subject, quiet);
	// The flood has a low priority. Otherwise it would take CPU from the server, but the figure is about waiting for the server.
	const flood = load(subject, { ...kind, ...loud, priority: 10, clients: loudClients, warmUpMs: 500, durationMs: 8500 });
	const probe = quietly(subject, { method: 'GET', path: '/livez', clients: quietClients, warmUpMs: 1500, durationMs: 6000 });
	const heard = await quietly(subject, { ...quiet, warmUpMs: 1500 });
	const health = await probe;
	const { perSecond, sentAway, seconds } = await flood;
	const note = `${Math.round(perSecond)} answers and ${Math.round(sentAway / seconds)} refusals a second for the loud one`;
	report({
		...{ figure: `GET p99 beside 500 connections with ${name} of ${whose}, beyond that alone`, value: heard.p99Ms - alone.p99Ms, unit: 'ms' },
		...{ sense: 'atMost', target: mostBeyondMs, note },
	});
	report({ figure: `/livez p99 beside 500 connections with ${name} of ${whose}`, value: health.p99Ms, unit: 'ms', sense: 'atMost', target: mostHealthMs });
}

/**
 * Measures goodput. The generator holds the connections as well, and both sides' memory for ten times as many connections is cold. A bare
 * responder loses as much from that, with the same generator. So its loss is shown with the server's, and the target is about CPU seconds.
 */
async function goodput(subject: Subject, bare: Target, name: string, kind: Kind): Promise<void> {
	const kept = async (target: Target, what: Kind): Promise<{ few: LoadResult; many: LoadResult }> => {
		const measured = { ...what, warmUpMs: 1000, durationMs: 4000, token: 'loud-token', mayBeSentAway: true };
		return { few: await load(target, { ...measured, clients: busyClients }), many: await load(target, { ...measured, clients: 10 * busyClients }) };
	};
	// Five hundred concurrent responses of megabytes each would measure the bare responder's memory.
	const limit = kind.path === collection && kind.method === 'GET' ? undefined : await kept(bare, { method: 'GET', path: '/' });
	const own = await kept(subject, kind);
	const figure = `goodput of ${name} with ten times the clients that keep it busy`;
	const ratio = (of: (result: LoadResult) => number, unit: string): Omit<Figure, 'figure'> => {
		const told = ({ few, many }: typeof own): string => `${of(few).toFixed(1)} and ${of(many).toFixed(1)} ${unit}`;
		return {
			...{ value: of(own.many) / of(own.few), unit: '', sense: 'atLeast', note: `${told(own)}${limit === undefined ? '' : `; bare ${told(limit)}`}` },
			...(limit !== undefined && { limit: of(limit.many) / of(limit.few), limitIs: 'bare GETs' }),
		};
	};
	report({ figure: `${figure}, by CPU`, target: leastGoodput, ...ratio(({ cpuPerRequest }) => 1e-3 / cpuPerRequest, 'for each ms of CPU') });
	report({ figure, ...ratio(({ perSecond }) => perSecond, 'a second') });
}
