/** Seats of priority levels: their limits, queues, refusals and release. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ticket } from '../../runtime/flowcontrol/ticket.ts';
import { FlowWorld, level, settings, turn } from './flow-world.ts';

const world = new FlowWorld();

describe('seats', () => {
	const few = () => settings(level('low', 10, { queuing: { queues: 8, handSize: 2, lengthLimit: 3 } }), level('high', 90));
	beforeEach(() => world.begin(few(), { seats: 60 }));
	const limited = () => world.share.levels.find(({ name }) => name === 'low') as (typeof world.share.levels)[number];

	it('are used up to the limit of their level, independently of other levels', async () => {
		const { limit } = limited();
		expect(limit).toBe(6);
		const ends: (() => void)[] = [];
		const hold = async (name: string): Promise<void> => {
			const one = world.ticket(name);
			await world.share.enter(one, () => new Promise<void>((resolve) => ends.push(resolve)));
			one.release();
		};
		const all = Array.from({ length: 12 }, (_, index) => hold(`low-${index}`));
		await turn();
		expect([limited().executing, limited().waiting, ends.length]).toEqual([6, 6, 6]);
		expect(world.share.enter(world.ticket('high-1'), () => 'at once')).toBe('at once');
		while (ends.length > 0) {
			ends.shift()?.();
			await turn();
			await turn();
			expect(limited().seatsInUse).toBeLessThanOrEqual(limit);
		}
		await Promise.all(all);
		expect([limited().executing, limited().waiting, limited().seatsInUse, limited().seatsWaiting]).toEqual([0, 0, 0, 0]);
	});

	it('go to a wide request before later narrow ones of its queue', async () => {
		const narrow = world.ticket('low-1');
		await narrow.take();
		const wide = world.ticket('low-1', 6);
		const began = world.share.enter(wide, () => 'wide');
		const behind = world.ticket('low-1');
		let isBehind = false;
		const later = Promise.resolve(world.share.enter(behind, () => (isBehind = true)));
		await turn();
		expect(isBehind).toBe(false);
		narrow.release();
		expect(await began).toBe('wide');
		wide.release();
		await later;
	});

	it('refuse a request with full queues, with Retry-After', async () => {
		const holding = Array.from({ length: 6 }, (_, index) => world.ticket(`low-${index}`));
		for (const one of holding) await one.take();
		const outcomes = await Promise.all(
			Array.from({ length: 10 }, async () => {
				const one = world.ticket('low-7');
				const entered = Promise.resolve(world.share.enter(one, () => 'done')).finally(() => one.release());
				setImmediate(() => void holding.pop()?.release());
				return entered.catch((error: Error) => error.message);
			}),
		);
		expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(6);
		expect(outcomes.filter((outcome) => outcome === 'come again in 1 s')).toHaveLength(4);
		expect([...world.share.metrics.values()].find(({ schema }) => schema === 'low')?.rejected).toEqual(new Map([['queue-full', 4]]));
		for (const one of holding) one.release();
	});

	const rejected = () => [...world.share.metrics.values()].find(({ schema }) => schema === 'low')?.rejected;
	const taken = async (): Promise<Ticket[]> => {
		const holding = Array.from({ length: 6 }, (_, index) => world.ticket(`low-${index}`));
		for (const one of holding) await one.take();
		return holding;
	};

	it('refuse a request that has waited too long', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		world.begin(few(), { seats: 60, mostWaitMs: 2_000 });
		await taken();
		const late = expect(Promise.resolve(world.share.enter(world.ticket('low-7'), () => 'done'))).rejects.toThrow('come again');
		world.spend(1_500);
		const other = world.share.enter(world.ticket('low-8'), () => 'done');
		world.spend(1_000);
		vi.advanceTimersByTime(1_000);
		await late;
		expect(rejected()).toEqual(new Map([['time-out', 1]]));
		expect(limited().waiting).toBe(1);
		expect(other).toBeInstanceOf(Promise);
	});

	it('never refuse an exempt request, however long it waits', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		world.begin(settings(level('exempt', 0, { isExempt: true, queuing: undefined })), { seats: 40, mostWaitMs: 2_000 });
		// Long lists get ten of forty seats.
		const list = world.ticket('exempt-1', 10);
		await list.take();
		const waiting = world.share.enter(world.ticket('exempt-1', 10), () => 'done');
		expect(waiting).toBeInstanceOf(Promise);
		world.spend(60_000);
		vi.advanceTimersByTime(60_000);
		list.release();
		expect(await waiting).toBe('done');
	});

	it('refuse a hundred requests a second at once, and delay the other refusals', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		await taken();
		const queued = Array.from({ length: 6 }, () => world.share.enter(world.ticket('low-7'), () => 'done') as Promise<string>);
		let told = 0;
		const refusals = Array.from({ length: 130 }, async () => {
			await expect(Promise.resolve(world.share.enter(world.ticket('low-7'), () => 'done'))).rejects.toThrow('come again');
			told++;
		});
		await turn();
		expect(told).toBe(100);
		vi.advanceTimersByTime(1_000);
		await Promise.all(refusals);
		expect(queued).toHaveLength(6);
	});

	it('are not given to a request whose client is gone', async () => {
		const holding = await taken();
		const gone = world.ticket('low-8');
		const cancelled = expect(Promise.resolve(world.share.enter(gone, () => 'done'))).rejects.toThrow('come again');
		gone.abort();
		holding.pop()?.release();
		await cancelled;
		expect(rejected()).toEqual(new Map([['cancelled', 1]]));
		expect([limited().waiting, limited().executing]).toEqual([0, 5]);
	});

	it('stay in use for the watchers of a write after its end', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		const one = world.ticket('low-1', 4);
		await one.take();
		one.lingering = { seats: 4, ms: 25 };
		one.release();
		expect(limited().seatsInUse).toBe(4);
		vi.advanceTimersByTime(25);
		expect(limited().seatsInUse).toBe(0);
	});

	it('are refused at once in a level that rejects', async () => {
		world.begin(settings(level('strict', 2, { queuing: undefined }), level('high', 98)));
		const one = world.ticket('strict-1');
		const other = world.ticket('strict-1');
		await one.take();
		await other.take();
		await expect(Promise.resolve(world.ticket('strict-1').take())).rejects.toThrow('come again');
		one.release();
		await world.ticket('strict-1').take();
	});
});
