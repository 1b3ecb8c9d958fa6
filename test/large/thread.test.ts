/** The thread of large requests misbehaves: whoever waits for it hears so, and nobody else. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../runtime/api/request.ts';
import type { GivenRequest, Written } from '../../runtime/large/protocol.ts';
import { LargeThread } from '../../runtime/large/thread.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';

const file = new URL('./misbehaving-thread.ts', import.meta.url);
/** Nothing of it is looked at but a wait that does not end. */
const context = { cache: { consistent: () => new Promise(() => undefined) }, current: () => context } as unknown as VerbContext;
const parts = {
	vocabulary: {},
	gates: new Map(),
	snapshotOf: () => ({ catalog: {}, admission: { operations: [], changesObjects: false, plugins: [] } }),
} as never;

describe('a thread of large requests', () => {
	let thread: LargeThread;
	const reports: string[] = [];

	/** Its start counts as well. */
	function start(silenceMs = 25_000): void {
		reports.length = 0;
		thread = new LargeThread(
			file,
			parts,
			{ heap: 32, silenceMs },
			{ onChange: () => undefined, onReport: (sentence, about) => reports.push(`${sentence} ${JSON.stringify(about)}`) },
		);
	}
	afterEach(() => thread.end());

	function ask(path: string): Promise<Written> {
		const { promise, resolve, reject } = Promise.withResolvers<Written>();
		const request = { method: 'POST', path } as ApiRequest;
		const task = { write: { path } as GivenRequest };
		thread.begin({
			context,
			request,
			task,
			transfer: [],
			signal: new AbortController().signal,
			user: 'u',
			done: (result) => resolve(result as Written),
			failed: reject,
		});
		return promise;
	}

	it('answers', async () => {
		start();
		expect((await ask('/answer')).warnings).toEqual(['w']);
		expect([thread.isIdle, thread.isEnded]).toEqual([true, false]);
	});

	it.each([
		['/loop', { reason: 'RequestEntityTooLarge', message: 'Request entity too large: what it holds takes longer than 0.4 s' }],
		['/allocate', { reason: 'RequestEntityTooLarge', message: 'Request entity too large: what it holds takes more than 32 MiB of memory' }],
		['/throw', { message: 'a mistake' }],
		['/exit', { message: 'the thread of large requests has ended' }],
	])('%s', async (path, failure) => {
		start(path === '/loop' ? 400 : undefined);
		await expect(ask(path)).rejects.toMatchObject(failure);
		expect(thread.isEnded).toBe(true);
		expect(reports).toEqual('reason' in failure ? [expect.stringContaining(`POST ${path}`)] : []);
	});

	it('a request that waits for something outside is told that nobody knows what became of it, and has the others begin', async () => {
		start(3_000);
		const waiting = ask('/wait');
		await expect.poll(() => thread.isFree).toBe(true);
		const failed = expect(waiting).rejects.toMatchObject({ reason: 'Timeout', message: expect.stringContaining('may have been carried out') });
		await expect(ask('/loop')).rejects.toMatchObject({ reason: 'RequestEntityTooLarge' });
		await failed;
	});
});
