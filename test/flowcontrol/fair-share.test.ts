/** Order of dispatch: requests that occupy a thread, on a clock that only they advance. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiRequest } from '../../runtime/api/request.ts';
import { FairShare } from '../../runtime/flowcontrol/fair-share.ts';
import { type FlowSettings, flowSettings, type LevelSettings, levelSettings, mandatorySettings, schemaSettings } from '../../runtime/flowcontrol/settings.ts';
import type { Ticket } from '../../runtime/flowcontrol/ticket.ts';
import { kubernetes } from './vocabulary.ts';

let nowMs = 1_000;
let share: FairShare;
beforeEach(() => {
	nowMs = 1_000;
	vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
	share.close();
	vi.restoreAllMocks();
	vi.useRealTimers();
});

const queuing = { queues: 64, handSize: 4, lengthLimit: 50 };

function level(name: string, shares: number, more: Partial<LevelSettings> = {}): LevelSettings {
	return { ...levelSettings({ metadata: { name, uid: `uid-of-${name}` } }), name, shares, queuing, ...more };
}

/** Returns settings with a flow schema for each level, which matches users whose names begin with the level's name. */
function settings(...levels: LevelSettings[]): FlowSettings {
	const everything = { verbs: ['*'], nonResourceURLs: ['*'] };
	const subjects = (name: string) => Array.from({ length: 600 }, (_, index) => ({ kind: 'User', user: { name: `${name}-${index}` } }));
	const schemas = levels.map(({ name }) =>
		schemaSettings({
			metadata: { name, uid: `uid-of-${name}-schema` },
			spec: {
				...{ priorityLevelConfiguration: { name }, matchingPrecedence: 10, distinguisherMethod: { type: 'ByUser' } },
				rules: [{ subjects: subjects(name), nonResourceRules: [everything] }],
			},
		}),
	);
	return flowSettings(levels, schemas, mandatorySettings('1.25', kubernetes));
}

function begin(given: FlowSettings, { seats = 100, mostWaitMs = 15_000 } = {}): void {
	share = new FairShare({
		...{ release: '1.25', seats, mostWaitMs, settings: given },
		...{ refusal: (seconds) => new Error(`come again in ${seconds} s`), headers: { schema: 'schema', level: 'level' } },
	});
}

let connections = 0;
function ticket(user: string, width = 1, remote = `c${++connections}`): Ticket & { readonly abort: () => void } {
	const who = { name: user, uid: '', groups: [], extra: {} };
	const request = { user: who, info: { isResource: false, verb: 'get' }, path: '/', remote, isOver: false };
	const schema = share.classify(request as object as ApiRequest);
	if (schema === undefined) throw new Error(`nothing is for ${user}`);
	const abort = (): void => {
		request.isOver = true;
	};
	return Object.assign(share.ticket(request as object as ApiRequest, schema, width), { abort });
}

const done: string[] = [];
/** Makes a request that occupies the thread for this long. */
async function ask(user: string, ms: number, name = user, remote?: string): Promise<void> {
	const one = ticket(user, 1, remote);
	try {
		await share.enter(one, () => {
			nowMs += ms;
			done.push(name);
		});
	} finally {
		one.giveBack();
	}
}

function afterMs<T>(ms: number, value: T): T {
	nowMs += ms;
	return value;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the thread', () => {
	beforeEach(() => {
		done.length = 0;
		begin(settings(level('low', 50), level('high', 50)));
	});

	it('is free while the loop iteration has time left', () => {
		const results = Array.from({ length: 4 }, (_, index) => share.enter(ticket(`low-${index}`), () => afterMs(0.5, index)));
		expect(results).toEqual([0, 1, 2, 3]);
	});

	it('goes to who comes seldom before all that others have queued', async () => {
		const loud = Promise.allSettled(Array.from({ length: 300 }, () => ask('low-1', 1, 'loud')));
		await turn();
		await turn();
		const before = done.length;
		expect(before).toBeLessThan(20);
		await Promise.all([ask('low-2', 1, 'quiet'), turn(), turn()]);
		expect(done.indexOf('quiet')).toBeLessThan(before + 7);
		await loud;
	});

	it('is shared equally between flows, whatever their number of requests', async () => {
		const all = [...Array.from({ length: 90 }, () => ask('low-1', 1, 'one')), ...Array.from({ length: 20 }, () => ask('low-2', 1, 'two'))];
		await Promise.allSettled(all);
		const whenTwoIsDone = done.slice(0, done.lastIndexOf('two') + 1);
		expect(whenTwoIsDone.filter((name) => name === 'one').length).toBeLessThan(30);
	});

	it('is shared by its time, not by the number of requests', async () => {
		const all = [...Array.from({ length: 40 }, () => ask('low-1', 5, 'slow')), ...Array.from({ length: 40 }, () => ask('low-2', 1, 'fast'))];
		await Promise.allSettled(all);
		const whenFastIsDone = done.slice(0, done.lastIndexOf('fast') + 1);
		expect(whenFastIsDone.filter((name) => name === 'slow').length).toBeLessThan(14);
	});

	it('is shared by levels as their shares say', async () => {
		share.close();
		begin(settings(level('low', 20), level('high', 80)));
		const all = [...Array.from({ length: 45 }, () => ask('low-1', 1, 'low')), ...Array.from({ length: 45 }, () => ask('high-1', 1, 'high'))];
		await Promise.allSettled(all);
		const whenHighIsDone = done.slice(10, done.lastIndexOf('high') + 1);
		const low = whenHighIsDone.filter((name) => name === 'low').length;
		expect(low).toBeGreaterThan(5);
		expect(low).toBeLessThan(14);
	});

	it('has few wide requests of a level that is exempt at once, and all narrow ones', async () => {
		share.close();
		begin(settings(level('exempt', 0, { isExempt: true, queuing: undefined })));
		const enter = (width: number): { readonly one: Ticket; readonly entered: { now: boolean } } => {
			const one = ticket('exempt-1', width);
			const entered = { now: false };
			void share.enter(one, () => (entered.now = true));
			return { one, entered };
		};
		// Wide requests get twenty-five of a hundred seats.
		const wide = [10, 10, 10].map(enter);
		const narrow = Array.from({ length: 40 }, () => enter(1));
		await turn();
		expect([wide, narrow].map((all) => all.filter(({ entered }) => entered.now).length)).toEqual([2, 40]);
		wide[0]?.one.giveBack();
		await turn();
		expect(wide.map(({ entered }) => entered.now)).toEqual([true, true, true]);
	});

	it('is shared by connections in a level that is exempt', async () => {
		share.close();
		begin(settings(level('exempt', 0, { isExempt: true, queuing: undefined })));
		const all = Array.from({ length: 300 }, (_, index) => ask('exempt-1', 1, `loud ${index % 3}`, `loud ${index % 3}`));
		await turn();
		const before = done.length;
		await Promise.all([ask('exempt-1', 1, 'quiet', 'quiet'), turn(), turn()]);
		expect(done.indexOf('quiet')).toBeLessThan(before + 7);
		await Promise.all(all);
		expect(done).toHaveLength(301);
	});

	it('lets what goes on in microtasks end before the next', async () => {
		share.enter(ticket('low-0'), () => afterMs(100, undefined));
		const running: number[] = [];
		let most = 0;
		const resumed = Array.from({ length: 12 }, async (_, index) => {
			const one = ticket(`low-${index}`);
			await one.take();
			running.push(index);
			most = Math.max(most, running.length);
			await Promise.resolve();
			nowMs += 3;
			await Promise.resolve();
			running.pop();
			one.giveBack();
		});
		await Promise.all(resumed);
		expect(most).toBe(1);
	});
});

describe('seats', () => {
	const few = () => settings(level('low', 10, { queuing: { queues: 8, handSize: 2, lengthLimit: 3 } }), level('high', 90));
	beforeEach(() => begin(few(), { seats: 60 }));
	const limited = () => share.levels.find(({ name }) => name === 'low') as (typeof share.levels)[number];

	it('are never exceeded, and an exempt request needs none', async () => {
		const { limit } = limited();
		expect(limit).toBe(6);
		const ends: (() => void)[] = [];
		const hold = async (name: string): Promise<void> => {
			const one = ticket(name);
			await share.enter(one, () => new Promise<void>((resolve) => ends.push(resolve)));
			one.giveBack();
		};
		const all = Array.from({ length: 12 }, (_, index) => hold(`low-${index}`));
		await turn();
		expect([limited().executing, limited().waiting, ends.length]).toEqual([6, 6, 6]);
		expect(share.enter(ticket('high-1'), () => 'at once')).toBe('at once');
		while (ends.length > 0) {
			ends.shift()?.();
			await turn();
			await turn();
			expect(limited().seatsInUse).toBeLessThanOrEqual(limit);
		}
		await Promise.all(all);
		expect([limited().executing, limited().waiting, limited().seatsInUse, limited().seatsWaiting]).toEqual([0, 0, 0, 0]);
	});

	it('wide requests are not overtaken for ever by narrow ones of their queue', async () => {
		const narrow = ticket('low-1');
		await narrow.take();
		const wide = ticket('low-1', 6);
		const began = share.enter(wide, () => 'wide');
		const behind = ticket('low-1');
		let isBehind = false;
		const later = Promise.resolve(share.enter(behind, () => (isBehind = true)));
		await turn();
		expect(isBehind).toBe(false);
		narrow.giveBack();
		expect(await began).toBe('wide');
		wide.giveBack();
		await later;
	});

	it('send away what finds its queues full, and tell when to come again', async () => {
		const holding = Array.from({ length: 6 }, (_, index) => ticket(`low-${index}`));
		for (const one of holding) await one.take();
		const outcomes = await Promise.all(
			Array.from({ length: 10 }, async () => {
				const one = ticket('low-7');
				const entered = Promise.resolve(share.enter(one, () => 'done')).finally(() => one.giveBack());
				setImmediate(() => void holding.pop()?.giveBack());
				return entered.catch((error: Error) => error.message);
			}),
		);
		expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6);
		expect(outcomes.filter((outcome) => outcome === 'come again in 1 s')).toHaveLength(4);
		expect([...share.figures.values()].find(({ schema }) => schema === 'low')?.rejected).toEqual(new Map([['queue-full', 4]]));
		for (const one of holding) one.giveBack();
	});

	const rejected = () => [...share.figures.values()].find(({ schema }) => schema === 'low')?.rejected;
	const taken = async (): Promise<Ticket[]> => {
		const holding = Array.from({ length: 6 }, (_, index) => ticket(`low-${index}`));
		for (const one of holding) await one.take();
		return holding;
	};

	it('send away what has waited too long', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		share.close();
		begin(few(), { seats: 60, mostWaitMs: 2_000 });
		await taken();
		const late = expect(Promise.resolve(share.enter(ticket('low-7'), () => 'done'))).rejects.toThrow('come again');
		nowMs += 1_500;
		const other = share.enter(ticket('low-8'), () => 'done');
		nowMs += 1_000;
		vi.advanceTimersByTime(1_000);
		await late;
		expect(rejected()).toEqual(new Map([['time-out', 1]]));
		expect(limited().waiting).toBe(1);
		expect(other).toBeInstanceOf(Promise);
	});

	it('never send away who is exempt, however long they wait', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		share.close();
		begin(settings(level('exempt', 0, { isExempt: true, queuing: undefined })), { seats: 40, mostWaitMs: 2_000 });
		// Long lists get ten of forty seats.
		const list = ticket('exempt-1', 10);
		await list.take();
		const waiting = share.enter(ticket('exempt-1', 10), () => 'done');
		expect(waiting).toBeInstanceOf(Promise);
		nowMs += 60_000;
		vi.advanceTimersByTime(60_000);
		list.giveBack();
		expect(await waiting).toBe('done');
	});

	it('send away at once only so many in a second: the others’ clients wait for their answer', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		await taken();
		const queued = Array.from({ length: 6 }, () => share.enter(ticket('low-7'), () => 'done') as Promise<string>);
		let told = 0;
		const refusals = Array.from({ length: 130 }, async () => {
			await expect(Promise.resolve(share.enter(ticket('low-7'), () => 'done'))).rejects.toThrow('come again');
			told++;
		});
		await turn();
		expect(told).toBe(100);
		vi.advanceTimersByTime(1_000);
		await Promise.all(refusals);
		expect(queued).toHaveLength(6);
	});

	it('are not given to cancelled requests', async () => {
		const holding = await taken();
		const gone = ticket('low-8');
		const cancelled = expect(Promise.resolve(share.enter(gone, () => 'done'))).rejects.toThrow('come again');
		gone.abort();
		holding.pop()?.giveBack();
		await cancelled;
		expect(rejected()).toEqual(new Map([['cancelled', 1]]));
		expect([limited().waiting, limited().executing]).toEqual([0, 5]);
	});

	it('are still taken by the watchers of a write when that is over', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		const one = ticket('low-1', 4);
		await one.take();
		one.lingering = { seats: 4, ms: 25 };
		one.giveBack();
		expect(limited().seatsInUse).toBe(4);
		vi.advanceTimersByTime(25);
		expect(limited().seatsInUse).toBe(0);
	});

	it('none are waited for where a level rejects', async () => {
		share.close();
		begin(settings(level('strict', 2, { queuing: undefined }), level('high', 98)));
		const one = ticket('strict-1');
		const other = ticket('strict-1');
		await one.take();
		await other.take();
		await expect(Promise.resolve(ticket('strict-1').take())).rejects.toThrow('come again');
		one.giveBack();
		await ticket('strict-1').take();
	});
});

describe('other settings', () => {
	it('take over waiting requests, whatever happens to their queues', async () => {
		begin(settings(level('low', 10), level('high', 90)), { seats: 10 });
		const holding = ticket('low-1');
		await holding.take();
		const waiting = Array.from({ length: 8 }, (_, index) => {
			const one = ticket(`low-${index}`);
			return Promise.resolve(share.enter(one, () => index)).finally(() => one.giveBack());
		});
		share.configure(settings(level('low', 10, { queuing: { queues: 1, handSize: 1, lengthLimit: 1 } }), level('high', 90)));
		share.configure(settings(level('high', 90)));
		expect(share.levels.find(({ name }) => name === 'low')).toMatchObject({ isQuiescing: true, waiting: 8 });
		holding.giveBack();
		expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	});

	it('appear in the headers of answers once their objects are known', () => {
		begin(settings(level('low', 10)));
		expect(ticket('low-1').schema.headers).toEqual(['schema', 'uid-of-low-schema', 'level', 'uid-of-low']);
	});
});

it('any order of events: seats are never exceeded, and no request is forgotten', async () => {
	let mostOver = 0;
	for (let seed = 1; seed <= 150; seed++) {
		let state = seed;
		const next = (below: number): number => {
			state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
			return Math.floor((state / 0x80000000) * below);
		};
		const random = (): FlowSettings =>
			settings(
				level('a', 1 + next(50), { queuing: { queues: 1 + next(6), handSize: 1, lengthLimit: 1 + next(6) } }),
				level('b', 1 + next(50), next(2) === 0 ? { queuing: undefined } : {}),
				level('exempt', 0, { isExempt: true, queuing: undefined }),
			);
		begin(random(), { seats: 4 + next(30) });
		// The seats in use may exceed a limit that was lowered.
		const isSteady = seed % 2 === 0;
		let under = 0;
		const ends: (() => void)[] = [];
		const all: Promise<unknown>[] = [];
		for (let i = 0; i < 120; i++) {
			const one = ticket(`${['a', 'b', 'exempt'][next(3)]}-${next(5)}`, 1 + next(4), `c${next(9)}`);
			const ms = next(4);
			const isLong = next(2) === 0;
			under++;
			const work = async (): Promise<void> => {
				nowMs += ms;
				if (isSteady) for (const { seatsInUse, limit, executing } of share.levels) mostOver = Math.max(mostOver, executing === 1 ? 0 : seatsInUse - limit);
				if (isLong) await new Promise<void>((resolve) => ends.push(resolve));
			};
			const asked = (next(3) === 0 ? Promise.resolve(one.take()).then(work) : Promise.resolve().then(() => share.enter(one, work)))
				.catch((error: Error) => expect(error.message).toContain('come again'))
				.finally(() => {
					one.giveBack();
					under--;
				});
			all.push(asked);
			if (next(10) === 0) one.abort();
			if (next(30) === 0 && !isSteady) share.configure(random());
			if (next(4) === 0) await turn();
			if (next(2) === 0) ends.splice(next(ends.length || 1), 1)[0]?.();
		}
		while (under > 0) {
			for (const end of ends.splice(0)) end();
			await turn();
		}
		await Promise.all(all);
		for (const { waiting, executing, seatsInUse, seatsWaiting, activeQueues } of share.levels) {
			expect([waiting, executing, seatsInUse, seatsWaiting, activeQueues]).toEqual([0, 0, 0, 0, 0]);
		}
		for (const { waiting, executing, seats } of share.figures.values()) expect([waiting, executing, seats]).toEqual([0, 0, 0]);
		share.close();
	}
	expect(mostOver).toBe(0);
}, 60_000);
