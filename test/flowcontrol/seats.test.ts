/** Seats of each level, borrowing between levels, and seats per request. */
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../runtime/api/query.ts';
import type { ApiRequest } from '../../runtime/api/request.ts';
import { type Claim, fairMultiple } from '../../runtime/flowcontrol/borrowing.ts';
import { Demand } from '../../runtime/flowcontrol/demand.ts';
import { FairShare } from '../../runtime/flowcontrol/fair-share.ts';
import { RetryAfter } from '../../runtime/flowcontrol/retry-after.ts';
import { startSettings } from '../../runtime/flowcontrol/settings.ts';
import { dealtHand, flowHash } from '../../runtime/flowcontrol/shuffle-sharding.ts';
import { type Counts, workEstimate } from '../../runtime/flowcontrol/work-estimate.ts';
import { kubernetes } from './vocabulary.ts';

function shareOf(release: string): FairShare {
	const share = new FairShare({
		...{ release, seats: 600, mostWaitMs: 15_000, settings: startSettings(release, kubernetes) },
		...{ refusal: () => new Error('away'), headers: { schema: 'schema', level: 'level' } },
	});
	share.close();
	return share;
}

describe('limits of levels of a server at rest, as kube-apiserver tells them in its metrics', () => {
	it('1.36', () => {
		const share = shareOf('1.36');
		const told = share.levels
			.filter(({ settings }) => !settings.isExempt)
			.map(({ name, nominal, lower, upper, limit }) => [name, nominal, lower, upper, limit])
			.sort();
		expect(told).toEqual([
			['catch-all', 13, 13, 613, 30],
			['global-default', 49, 24, 649, 56],
			['leader-election', 25, 25, 625, 58],
			['node-high', 98, 73, 698, 170],
			['system', 74, 50, 674, 117],
			['workload-high', 98, 49, 698, 114],
			['workload-low', 245, 24, 845, 56],
		]);
		expect(share.fairMultiple).toBeCloseTo(2.3333333333333335, 12);
	});

	it('1.25, which has no borrowing', () => {
		const told = shareOf('1.25')
			.levels.filter(({ settings }) => !settings.isExempt)
			.map(({ name, limit }) => [name, limit]);
		expect(Object.fromEntries(told)).toEqual({
			...{ 'catch-all': 13, 'global-default': 49, 'leader-election': 25, 'node-high': 98 },
			...{ system: 74, 'workload-high': 98, 'workload-low': 245 },
		});
	});
});

describe('the multiple of their targets that levels may have', () => {
	const claim = (lower: number, target: number, upper: number): Claim => ({ lower, target, upper });
	it.each<[string, Claim[], number, number]>([
		['no bound matters', [claim(1, 10, 100), claim(1, 20, 100)], 60, 2],
		['one has its most', [claim(1, 10, 12), claim(1, 20, 100)], 52, 2],
		['one keeps its least', [claim(8, 10, 100), claim(1, 20, 100)], 18, 0.5],
		['all have their most', [claim(1, 10, 20), claim(1, 20, 40)], 100, 2],
	])('%s', (_, claims, total, expected) => expect(fairMultiple(claims, total)).toBeCloseTo(expected, 9));

	it('comes to the total wherever the bounds allow it', () => {
		for (let seed = 1; seed < 2_000; seed++) {
			const next = numbers(seed);
			const claims = Array.from({ length: 1 + Math.floor(next() * 8) }, () => {
				const lower = Math.floor(next() * 50);
				const target = Math.max(lower, 0.001, next() * 100);
				return claim(lower, target, lower + next() * 300);
			});
			const lowest = claims.reduce((sum, { lower }) => sum + lower, 0);
			const highest = claims.reduce((sum, { upper }) => sum + upper, 0);
			const total = lowest + next() * (highest - lowest);
			const multiple = fairMultiple(claims, total);
			const given = claims.reduce((sum, { lower, target, upper }) => sum + Math.max(lower, Math.min(upper, target * multiple)), 0);
			expect(given, JSON.stringify({ claims, total })).toBeCloseTo(total, 6);
		}
	});
});

function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
		return state / 0x80000000;
	};
}

it('demand is weighed by time', () => {
	const demand = new Demand();
	demand.change(0, 1_000);
	demand.change(4, 2_000);
	demand.change(-2, 3_000);
	demand.endPeriod(5_000);
	expect(demand).toMatchObject({ highWatermark: 4, average: 2 });
	expect(demand.deviation).toBeCloseTo(Math.sqrt(2), 9);
	demand.endPeriod(6_000);
	expect(demand).toMatchObject({ highWatermark: 2, average: 2, deviation: 0 });
	expect(demand.smoothed).toBeCloseTo(0.977 * (2 + Math.sqrt(2)) + 0.023 * 2, 9);
});

describe('Retry-After', () => {
	it('grows with the number of refusals and shrinks again', () => {
		const retry = new RetryAfter();
		const seconds: number[] = [];
		for (let second = 1; second <= 70; second++) {
			for (let i = 0; i < 100; i++) retry.sentAway(second * 1_000 + i);
			seconds.push(retry.seconds);
		}
		expect(seconds.slice(0, 8)).toEqual([1, 2, 2, 4, 4, 4, 4, 8]);
		expect(seconds.at(-1)).toBe(32);
		retry.sentAway(200_000);
		retry.sentAway(201_000);
		expect(retry.seconds).toBe(30);
	});
});

describe('hands', () => {
	it('are of different cards, and always the same', () => {
		for (let flow = 0; flow < 2_000; flow++) {
			const hand = dealtHand(flowHash(`flow-${flow}`), 128, 6);
			expect(new Set(hand).size).toBe(6);
			expect(hand.every((card) => Number.isInteger(card) && card >= 0 && card < 128)).toBe(true);
			expect(dealtHand(flowHash(`flow-${flow}`), 128, 6)).toEqual(hand);
		}
	});

	it('give every card as often', () => {
		const counts = new Array<number>(64).fill(0);
		for (let flow = 0; flow < 20_000; flow++) for (const card of dealtHand(flowHash(`user-${flow}`), 64, 8)) counts[card] = (counts[card] ?? 0) + 1;
		// Expects 2,500 each; five standard deviations are 235.
		for (const count of counts) expect(Math.abs(count - 2_500)).toBeLessThan(235);
	});

	it('of the size of the deck are the deck', () => {
		expect([...dealtHand(flowHash('x'), 8, 8)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	});
});

describe('how many seats a request takes', () => {
	const share = shareOf('1.36');
	const level = share.levels.find(({ name }) => name === 'global-default');
	if (level === undefined) throw new Error('no such level');
	const counts = (objects: number | undefined, watchers = 0): Counts => ({ objects: () => objects, watchers: () => watchers });
	const request = (verb: string, query = '', name = '', subresource = ''): ApiRequest =>
		({
			info: { isResource: true, verb, group: '', version: 'v1', resource: 'pods', subresource, namespace: '', name },
			query,
			parameters: () => parseQuery(query),
		}) as object as ApiRequest;
	it.each<[string, ApiRequest, Counts, object]>([
		['of one object', request('get', '', 'a'), counts(5_000), { seats: 1 }],
		['of a few', request('list'), counts(100), { seats: 1 }],
		['of more', request('list'), counts(101), { seats: 2 }],
		['of far too many', request('list'), counts(100_000), { seats: 8 }],
		['of a page', request('list', 'limit=150'), counts(100_000), { seats: 2 }],
		['of a page among which it selects', request('list', 'limit=150&labelSelector=a%3Db'), counts(350), { seats: 4 }],
		['of what is not here', request('list'), counts(undefined), { seats: 1 }],
		['a watch that begins with all', request('watch', 'watch=1'), counts(350), { seats: 4 }],
		['a watch from somewhere on', request('watch', 'watch=1&resourceVersion=12'), counts(350), { seats: 1 }],
		['a write that hardly anybody watches', request('create'), counts(0, 9), { seats: 1 }],
		['a write that some watch', request('update', '', 'a'), counts(0, 35), { seats: 4, after: { seats: 4, ms: 5 } }],
		['a write that all watch', request('update', '', 'a'), counts(0, 1_000), { seats: 8, after: { seats: 8, ms: 62.5 } }],
		['a token', request('create', '', 'a', 'token'), counts(0, 1_000), { seats: 1 }],
	])('%s', (_, asked, known, expected) => expect(workEstimate(asked, level, known)).toEqual(expected));
});
