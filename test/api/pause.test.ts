import { afterEach, expect, it, vi } from 'vitest';
import { pause } from '../../runtime/api/pause.ts';

const long = 2 ** 30;

afterEach(() => void vi.useRealTimers());

it('is over at once when it is called off, before or meanwhile', async () => {
	await pause(long, AbortSignal.abort());
	const called = new AbortController();
	const paused = pause(long, called.signal);
	called.abort();
	await paused;
	expect(called.signal.aborted).toBe(true);
});

it('lasts as long as was asked for', async () => {
	vi.useFakeTimers();
	let isOver = false;
	const paused = pause(20, new AbortController().signal).then(() => {
		isOver = true;
	});
	await vi.advanceTimersByTimeAsync(19);
	expect(isOver).toBe(false);
	await vi.advanceTimersByTimeAsync(1);
	await paused;
});
