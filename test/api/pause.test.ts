import { expect, it } from 'vitest';
import { pause } from '../../runtime/api/pause.ts';

const long = 2 ** 30;

it('is over at once when it is called off, before or meanwhile', async () => {
	await pause(long, AbortSignal.abort());
	const called = new AbortController();
	const paused = pause(long, called.signal);
	called.abort();
	await paused;
	expect(called.signal.aborted).toBe(true);
});

it('lasts as long as was asked for', async () => {
	const startMs = performance.now();
	await pause(20, new AbortController().signal);
	expect(performance.now() - startMs).toBeGreaterThanOrEqual(19);
});
