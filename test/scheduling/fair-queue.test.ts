/** Requests of many connections that arrive at the same time. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FairQueue } from '../../runtime/scheduling/fair-queue.ts';

describe('turns', () => {
	let nowMs = 0;
	let order: string[];
	beforeEach(() => {
		nowMs = 0;
		order = [];
		vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
		return () => vi.restoreAllMocks();
	});
	const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

	function ask(turns: FairQueue, connection: object, name: string, ms: number): void {
		const begin = (): void => {
			order.push(name);
			nowMs += ms;
		};
		if (turns.hasRoom()) begin();
		else turns.wait(connection, begin);
	}

	it('start at once and in order when they are short', () => {
		const turns = new FairQueue();
		const connection = {};
		for (let i = 0; i < 50; i++) ask(turns, connection, `${i}`, 0.1);
		expect(order).toHaveLength(50);
	});

	it('wait for each other when they are long, one per connection', async () => {
		const turns = new FairQueue();
		const [busy, other, probe] = [{}, {}, {}];
		for (let i = 0; i < 5; i++) ask(turns, busy, `busy ${i}`, 30);
		for (let i = 0; i < 2; i++) ask(turns, other, `other ${i}`, 30);
		ask(turns, probe, 'probe', 0);
		expect(order).toEqual(['busy 0']);
		for (let i = 0; i < 4; i++) await turn();
		expect(order).toEqual(['busy 0', 'busy 1', 'other 0', 'probe', 'busy 2', 'other 1']);
		for (let i = 0; i < 4; i++) await turn();
		expect(order.slice(6)).toEqual(['busy 3', 'busy 4']);
	});

	it('of a closing connection start at once', async () => {
		const turns = new FairQueue();
		const connection = {};
		for (let i = 0; i < 3; i++) ask(turns, connection, `${i}`, 30);
		turns.beginAll(connection);
		expect(order).toEqual(['0', '1', '2']);
		await turn();
		expect(order).toHaveLength(3);
	});
});
