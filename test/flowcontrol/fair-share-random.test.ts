/** Random requests and settings of priority levels. */
import { expect, it } from 'vitest';
import type { FlowSettings } from '../../runtime/flowcontrol/settings.ts';
import { runs, seedOfCommit } from '../setup/sample.ts';
import { FlowWorld, level, settings, turn } from './flow-world.ts';

const world = new FlowWorld();

it('never exceeds seats or forgets a request, for any requests in any order', async () => {
	let mostOver = 0;
	const first = seedOfCommit();
	for (let seed = first; seed < first + runs(150); seed++) {
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
		world.begin(random(), { seats: 4 + next(30) });
		// The seats in use may exceed a limit that was lowered.
		const isSteady = seed % 2 === 0;
		let under = 0;
		const ends: (() => void)[] = [];
		const all: Promise<unknown>[] = [];
		for (let i = 0; i < 120; i++) {
			const one = world.ticket(`${['a', 'b', 'exempt'][next(3)]}-${next(5)}`, 1 + next(4), `c${next(9)}`);
			const ms = next(4);
			const isLong = next(2) === 0;
			under++;
			const work = async (): Promise<void> => {
				world.spend(ms);
				if (isSteady)
					for (const { seatsInUse, limit, executing } of world.share.levels) mostOver = Math.max(mostOver, executing === 1 ? 0 : seatsInUse - limit);
				if (isLong) await new Promise<void>((resolve) => ends.push(resolve));
			};
			const asked = (next(3) === 0 ? Promise.resolve(one.take()).then(work) : Promise.resolve().then(() => world.share.enter(one, work)))
				.catch((error: Error) => expect(error.message).toContain('come again'))
				.finally(() => {
					one.release();
					under--;
				});
			all.push(asked);
			if (next(10) === 0) one.abort();
			if (next(30) === 0 && !isSteady) world.share.configure(random());
			if (next(4) === 0) await turn();
			if (next(2) === 0) ends.splice(next(ends.length || 1), 1)[0]?.();
		}
		while (under > 0) {
			for (const end of ends.splice(0)) end();
			await turn();
		}
		await Promise.all(all);
		for (const { waiting, executing, seatsInUse, seatsWaiting, activeQueues } of world.share.levels) {
			expect([waiting, executing, seatsInUse, seatsWaiting, activeQueues]).toEqual([0, 0, 0, 0, 0]);
		}
		for (const { waiting, executing, seats } of world.share.metrics.values()) expect([waiting, executing, seats]).toEqual([0, 0, 0]);
	}
	expect(mostOver).toBe(0);
}, 60_000);
