import { afterEach, expect, it, vi } from 'vitest';
import { sleep } from '../../runtime/scheduling/sleep.ts';

const long = 2 ** 30;

afterEach(() => void vi.useRealTimers());

it('is over at once when it is called off, before or meanwhile', async () => {
	await sleep(long, AbortSignal.abort());
	const called = new AbortController();
	const paused = sleep(long, called.signal);
	called.abort();
	await paused;
	expect(called.signal.aborted).toBe(true);
});

it('lasts as long as was asked for', async () => {
	vi.useFakeTimers();
	let isOver = false;
	const paused = sleep(20, new AbortController().signal).then(() => {
		isOver = true;
	});
	await vi.advanceTimersByTimeAsync(19);
	expect(isOver).toBe(false);
	await vi.advanceTimersByTimeAsync(1);
	await paused;
});
