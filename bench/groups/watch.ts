/**
 * One writer and many watchers: deliveries per CPU second of the server, and their lag. Limit: a bare server writing prepared events to as
 * many streams.
 */
import { collection, configMap } from '../objects.ts';
import { startChild } from '../process.ts';
import { report } from '../report.ts';
import { cpuOf, endSubject, type LoadResult, load, type Subject, startBare, startSubject, type Target } from '../subject.ts';
import type { WatchersAnswer, WatchersArgument } from '../watchers.ts';

export interface Case {
	readonly watchers: number;
	readonly protocol: WatchersArgument['protocol'];
	readonly events: number;
	/** Deliveries per CPU second (DESIGN section 10). */
	readonly target?: number;
	readonly writesPerSecond?: number;
	/** Set to give each watcher a selector, which matches everything. */
	readonly selectors?: boolean;
}

const cases: readonly Case[] = [
	{ watchers: 1000, protocol: 'http2', events: 1000, target: 200_000 },
	{ watchers: 1000, protocol: 'http2', events: 400, writesPerSecond: 100 },
	{ watchers: 1000, protocol: 'http2', events: 600, writesPerSecond: 60, selectors: true, target: 200_000 },
	{ watchers: 1000, protocol: 'http1', events: 300 },
];

/** First number of the objects that are written without a watcher. */
const unwatchedFrom = 1_000_000;
const warmUpFrom = 2_000_000;
const pacedWarmUpFrom = 3_000_000;
const writesOfWarmUp = 5_000;
/** Events delivered to watchers in the warm-up, so that the delivery code is compiled as well. */
const eventsOfWarmUp = 300;

/** Number of first events whose lag is not measured. */
const unmeasuredEvents = 100;

/** Number of writes: enough to make the system's accounting unit of a hundredth of a second negligible. */
const writesOfOne = 10_000;

export async function watch(built: string): Promise<void> {
	await oneWatcher(built);
	await manyWatchers(built);
	await overWebSocket(built);
}

/** Compares with HTTP/1.1, interleaved, so that both run under the same conditions. */
async function overWebSocket(built: string): Promise<void> {
	const subject = await startSubject(built);
	const protocols = ['http1', 'websocket'] as const;
	const micros: Record<(typeof protocols)[number], number[]> = { http1: [], websocket: [] };
	const watchers = 500;
	for (let round = 0; round < rounds; round++) {
		for (const protocol of protocols) {
			const writes = { method: 'POST', path: collection, body: eventBody(`${protocol}-${round}-{i}`), clients: 4, requests: 300 };
			const seen = await fanOut(subject, subject, { watchers, protocol, events: 300 }, await watchFromNow(subject), writes);
			micros[protocol].push(1e6 / seen.perCpuSecond);
		}
	}
	report({
		figure: `watch, ${watchers} over WebSocket, CPU of a delivery`,
		value: median(micros.websocket),
		unit: 'µs',
		target: Number((1.1 * median(micros.http1)).toPrecision(3)),
		sense: 'atMost',
		limit: median(micros.http1),
		limitIs: 'the same over HTTP/1.1',
	});
	await endSubject(subject);
}

const rounds = 3;

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Measures one watcher. A write then costs much more than its delivery, so the figure shows both from one run. */
async function oneWatcher(built: string): Promise<void> {
	const subject = await startSubject(built);
	const writes = { method: 'POST', path: collection, body: eventBody('one-{i}'), clients: 4, requests: writesOfOne };
	// The first load compiles the code; the next one is the measure.
	await load(subject, { ...writes, start: 10_000_000 });
	const alone = await load(subject, { ...writes, start: 20_000_000 });
	const one: Case = { watchers: 1, protocol: 'http2', events: writesOfOne };
	const watched = await fanOut(subject, subject, one, await watchFromNow(subject), writes);
	report({
		figure: 'watch, 1 over http2, CPU of a write and its delivery',
		value: 1e6 / watched.perCpuSecond,
		unit: 'µs',
		limit: alone.cpuPerRequest * 1e6,
		limitIs: 'an unwatched write',
		sense: 'atMost',
		note: `lag p50 ${watched.answer.lagP50Ms} ms, p99 ${watched.answer.lagP99Ms} ms`,
	});
	report({ figure: 'watch, 1 over http2, deliveries', value: watched.perSecond, unit: '/s', limit: alone.perSecond, limitIs: 'unwatched writes' });
	await endSubject(subject);
}

export async function watchFromNow({ server }: Subject): Promise<string> {
	const { metadata } = (await server.call('GET', `${collection}?limit=1`)).json() as { metadata: { resourceVersion: string } };
	return `${collection}?watch=true&resourceVersion=${metadata.resourceVersion}`;
}

async function manyWatchers(built: string): Promise<void> {
	for (const [index, test] of cases.entries()) {
		const subject = await startSubject(built);
		const writes = {
			method: 'POST',
			path: collection,
			body: eventBody(`w${index}-{i}`),
			clients: 4,
			requests: test.events,
			...(test.writesPerSecond !== undefined && { ratePerSecond: test.writesPerSecond }),
		};
		const { ratePerSecond: _, ...unpaced } = writes;
		const warmUpWrites = { ...unpaced, requests: writesOfWarmUp, start: warmUpFrom };
		// A paced figure is about a server that has been running: a new server spends much of its CPU on compiling its code.
		const selector = test.selectors ? '&fieldSelector=metadata.name!=not-{w}' : '';
		const watchNow = async (): Promise<string> => `${await watchFromNow(subject)}${selector}`;
		const warmUp: Case = { ...test, events: eventsOfWarmUp };
		const warmUpPaced = { ...writes, requests: eventsOfWarmUp, start: pacedWarmUpFrom };
		if (test.selectors) {
			await load(subject, warmUpWrites);
			await fanOut(subject, subject, warmUp, await watchNow(), warmUpPaced);
		}
		const own = await fanOut(subject, subject, test, await watchNow(), writes);
		const sample = (await subject.server.call('GET', `${collection}/w${index}-1`)).text;
		const unwatched = test.selectors ? await load(subject, { ...writes, start: unwatchedFrom }) : undefined;
		const bare = await startBare(subject, sample, 1);
		if (test.selectors) {
			await load(bare, { ...warmUpWrites, path: '/emit' });
			await fanOut(bare, subject, warmUp, '/watch', { ...warmUpPaced, path: '/emit' });
		}
		const limit = await fanOut(bare, subject, test, '/watch', { ...writes, path: '/emit' });
		const unwatchedBare = test.selectors ? await load(bare, { ...writes, path: '/emit' }) : undefined;
		await bare.child.end();
		const pace = test.writesPerSecond === undefined ? '' : ` at ${test.writesPerSecond * test.watchers} deliveries/s`;
		const name = `watch, ${test.watchers} over ${test.protocol}${test.selectors ? ', a selector each' : ''}${pace}`;
		const target = test.protocol === 'http1' && test.watchers > 1 ? 0.6 * limit.perCpuSecond : test.target;
		if (target !== undefined || test.writesPerSecond === undefined)
			report({
				figure: `${name}, deliveries per CPU second`,
				value: own.perCpuSecond,
				unit: '/s',
				...(target !== undefined && { target: Math.round(target), sense: 'atLeast' as const }),
				limit: limit.perCpuSecond,
				limitIs: 'bare writes',
			});
		if (unwatched !== undefined && unwatchedBare !== undefined) {
			const ofDelivery = (seen: Watched, write: LoadResult): number => 1e6 / seen.perCpuSecond - (1e6 * write.cpuPerRequest) / test.watchers;
			report({
				figure: `${name}, CPU of a delivery without that of the write`,
				value: ofDelivery(own, unwatched),
				unit: 'µs',
				limit: ofDelivery(limit, unwatchedBare),
				limitIs: 'bare writes',
				sense: 'atMost',
				note: `an unwatched write: ${Math.round(1e6 * unwatched.cpuPerRequest)} µs, to the bare server ${Math.round(1e6 * unwatchedBare.cpuPerRequest)} µs`,
			});
		}
		if (test.writesPerSecond === undefined) {
			report({ figure: `${name}, deliveries`, value: own.perSecond, unit: '/s', limit: limit.perSecond, limitIs: 'bare writes' });
		} else {
			report({ figure: `${name}, lag p50`, value: own.answer.lagP50Ms, unit: 'ms' });
			report({
				figure: `${name}, lag p99`,
				value: own.answer.lagP99Ms,
				unit: 'ms',
				target: 20,
				sense: 'atMost',
				limit: limit.answer.lagP99Ms,
				limitIs: 'bare writes',
			});
		}
		await endSubject(subject);
	}
}

/** Returns an object with `{i}` and the time of writing; `load.ts` fills in `{t}` when it sends. */
function eventBody(name: string): string {
	return configMap(name, 900, { t: '{t}' });
}

interface Watched {
	readonly perCpuSecond: number;
	readonly perSecond: number;
	readonly answer: WatchersAnswer;
}

export async function fanOut(target: Target, subject: Subject, test: Case, path: string, writes: Parameters<typeof load>[1]): Promise<Watched> {
	const argument: WatchersArgument = {
		port: target.port,
		...subject.tls,
		watchers: test.watchers,
		protocol: test.protocol,
		streamsPerConnection: 50,
		path,
		expected: test.events,
		warmUp: unmeasuredEvents,
	};
	const watchers = startChild('watchers.ts', argument);
	await watchers.next();
	const before = cpuOf(target);
	const [answer] = await Promise.all([watchers.next<WatchersAnswer>(), load(target, writes)]);
	const cpu = cpuOf(target) - before;
	await watchers.end();
	return { perCpuSecond: answer.events / cpu, perSecond: answer.events / answer.seconds, answer };
}
