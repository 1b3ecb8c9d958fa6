/** Order of dispatch: requests that occupy the thread share its time. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ticket } from '../../runtime/flowcontrol/ticket.ts';
import { FlowWorld, level, settings, turn } from './flow-world.ts';

const world = new FlowWorld();

function afterMs<T>(ms: number, value: T): T {
	world.spend(ms);
	return value;
}

describe('the thread', () => {
	beforeEach(() => {
		world.begin(settings(level('low', 50), level('high', 50)));
	});

	it('runs requests at once while there is time in a turn', () => {
		const results = Array.from({ length: 4 }, (_, index) => world.share.enter(world.ticket(`low-${index}`), () => afterMs(0.5, index)));
		expect(results).toEqual([0, 1, 2, 3]);
	});

	it('runs a rare flow before the queue of a busy one', async () => {
		const loud = Promise.allSettled(Array.from({ length: 300 }, () => world.ask('low-1', 1, 'loud')));
		await turn();
		await turn();
		const before = world.done.length;
		expect(before).toBeLessThan(20);
		await Promise.all([world.ask('low-2', 1, 'quiet'), turn(), turn()]);
		expect(world.done.indexOf('quiet')).toBeLessThan(before + 7);
		await loud;
	});

	it('is shared equally by flows, whatever the number of their requests', async () => {
		const all = [...Array.from({ length: 90 }, () => world.ask('low-1', 1, 'one')), ...Array.from({ length: 20 }, () => world.ask('low-2', 1, 'two'))];
		await Promise.allSettled(all);
		const whenTwoIsDone = world.done.slice(0, world.done.lastIndexOf('two') + 1);
		expect(whenTwoIsDone.filter((name) => name === 'one').length).toBeLessThan(30);
	});

	it('is shared by its time, not by the number of requests', async () => {
		const all = [...Array.from({ length: 40 }, () => world.ask('low-1', 5, 'slow')), ...Array.from({ length: 40 }, () => world.ask('low-2', 1, 'fast'))];
		await Promise.allSettled(all);
		const whenFastIsDone = world.done.slice(0, world.done.lastIndexOf('fast') + 1);
		expect(whenFastIsDone.filter((name) => name === 'slow').length).toBeLessThan(14);
	});

	it('is shared by levels in proportion to their shares', async () => {
		world.begin(settings(level('low', 20), level('high', 80)));
		const all = [...Array.from({ length: 45 }, () => world.ask('low-1', 1, 'low')), ...Array.from({ length: 45 }, () => world.ask('high-1', 1, 'high'))];
		await Promise.allSettled(all);
		const whenHighIsDone = world.done.slice(10, world.done.lastIndexOf('high') + 1);
		const low = whenHighIsDone.filter((name) => name === 'low').length;
		expect(low).toBeGreaterThan(5);
		expect(low).toBeLessThan(14);
	});

	it('runs few wide requests of an exempt level at once, and all narrow ones', async () => {
		world.begin(settings(level('exempt', 0, { isExempt: true, queuing: undefined })));
		const enter = (width: number): { readonly one: Ticket; readonly entered: { now: boolean } } => {
			const one = world.ticket('exempt-1', width);
			const entered = { now: false };
			void world.share.enter(one, () => (entered.now = true));
			return { one, entered };
		};
		// Wide requests get twenty-five of a hundred seats.
		const wide = [10, 10, 10].map(enter);
		const narrow = Array.from({ length: 40 }, () => enter(1));
		await turn();
		expect([wide, narrow].map((all) => all.filter(({ entered }) => entered.now).length)).toEqual([2, 40]);
		wide[0]?.one.release();
		await turn();
		expect(wide.map(({ entered }) => entered.now)).toEqual([true, true, true]);
	});

	it('is shared by connections in an exempt level', async () => {
		world.begin(settings(level('exempt', 0, { isExempt: true, queuing: undefined })));
		const all = Array.from({ length: 300 }, (_, index) => world.ask('exempt-1', 1, `loud ${index % 3}`, `loud ${index % 3}`));
		await turn();
		const before = world.done.length;
		await Promise.all([world.ask('exempt-1', 1, 'quiet', 'quiet'), turn(), turn()]);
		expect(world.done.indexOf('quiet')).toBeLessThan(before + 7);
		await Promise.all(all);
		expect(world.done).toHaveLength(301);
	});

	it('lets the microtasks of a request end before the next', async () => {
		world.share.enter(world.ticket('low-0'), () => afterMs(100, undefined));
		const running: number[] = [];
		let most = 0;
		const resumed = Array.from({ length: 12 }, async (_, index) => {
			const one = world.ticket(`low-${index}`);
			await one.take();
			running.push(index);
			most = Math.max(most, running.length);
			await Promise.resolve();
			world.spend(3);
			await Promise.resolve();
			running.pop();
			one.release();
		});
		await Promise.all(resumed);
		expect(most).toBe(1);
	});
});

describe('other settings', () => {
	it('keep waiting requests when their queues change or go', async () => {
		world.begin(settings(level('low', 10), level('high', 90)), { seats: 10 });
		const holding = world.ticket('low-1');
		await holding.take();
		const waiting = Array.from({ length: 8 }, (_, index) => {
			const one = world.ticket(`low-${index}`);
			return Promise.resolve(world.share.enter(one, () => index)).finally(() => one.release());
		});
		world.share.configure(settings(level('low', 10, { queuing: { queues: 1, handSize: 1, lengthLimit: 1 } }), level('high', 90)));
		world.share.configure(settings(level('high', 90)));
		expect(world.share.levels.find(({ name }) => name === 'low')).toMatchObject({ isQuiescing: true, waiting: 8 });
		holding.release();
		expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	});

	it('appear in the headers of responses once their objects are known', () => {
		world.begin(settings(level('low', 10)));
		expect(world.ticket('low-1').schema.headers).toEqual(['schema', 'uid-of-low-schema', 'level', 'uid-of-low']);
	});
});
