/** Tests a misbehaving thread of large requests: only the requests that wait for it fail. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiRequest } from '../../runtime/api/request.ts';
import type { GivenRequest, WriteAnswer } from '../../runtime/large/protocol.ts';
import { type Job, LargeThread } from '../../runtime/large/thread.ts';
import type { Outcome } from '../../runtime/storage/store.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';
import { misbehavingThread as file } from '../setup/thread-files.ts';
import { kindParts } from '../verbs/kind-parts.ts';

/** Functions that end the waits in flight; `commits` does so for commits. */
const waits: (() => void)[] = [];
const commits: ((outcomes: readonly Outcome[]) => void)[] = [];
/** Context with the only parts that are used. */
const context = {
	cache: { consistent: () => new Promise<void>((resolve) => waits.push(resolve)) },
	store: { commit: () => new Promise<readonly Outcome[]>((resolve) => commits.push(resolve)) },
	current: () => context,
} as unknown as VerbContext;
const parts = {
	vocabulary: {},
	kinds: kindParts(),
	snapshotOf: () => ({
		catalog: {},
		admission: { stages: { CREATE: [], UPDATE: [], DELETE: [], CONNECT: [] }, alsoAsked: new Set(), changesObjects: false, plugins: [] },
	}),
} as never;

describe('a thread of large requests', () => {
	let thread: LargeThread;
	const reports: string[] = [];
	const interrupted: Job[] = [];

	const usualSilenceMs = 25_000;

	/** Starts the thread; silence during its start counts as well. */
	function start(silenceMs = usualSilenceMs): void {
		reports.length = 0;
		for (const list of [interrupted, waits, commits]) list.length = 0;
		thread = new LargeThread(
			file,
			parts,
			{ heap: 32, silenceMs },
			{
				onChange: () => undefined,
				onInterrupted: (jobs) => interrupted.push(...jobs),
				onReport: (sentence, about) => reports.push(`${sentence} ${JSON.stringify(about)}`),
			},
		);
	}
	afterEach(() => {
		vi.useRealTimers();
		thread.end();
	});

	/** Starts the thread on a fake clock. */
	function startOnClock(): void {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		start();
	}

	function ask(path: string): Promise<WriteAnswer> {
		const { promise, resolve, reject } = Promise.withResolvers<WriteAnswer>();
		const request = { method: 'POST', path } as ApiRequest;
		const task = { write: { path } as GivenRequest };
		thread.begin({
			isWrite: true,
			context,
			request,
			task: () => ({ task, transfer: [] }),
			signal: new AbortController().signal,
			user: 'u',
			done: (result) => resolve(result as WriteAnswer),
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
		['/loop', { reason: 'RequestEntityTooLarge', message: 'Request entity too large: its content takes longer than 0.4 s' }],
		['/allocate', { reason: 'RequestEntityTooLarge', message: 'Request entity too large: its content needs more than 32 MiB of memory' }],
		['/throw', { message: 'a mistake' }],
		['/exit', { message: 'the thread of large requests has ended' }],
	])('%s', async (path, failure) => {
		start(path === '/loop' ? 400 : undefined);
		await expect(ask(path)).rejects.toMatchObject(failure);
		expect(thread.isEnded).toBe(true);
		expect(reports).toEqual('reason' in failure ? [expect.stringContaining(`POST ${path}`)] : []);
	});

	describe('with several requests', () => {
		it('returns all requests without writes when it ends', async () => {
			startOnClock();
			void ask('/wait');
			await expect.poll(() => thread.isFree).toBe(true);
			void ask('/loop');
			vi.advanceTimersByTime(usualSilenceMs);
			expect(interrupted.map(({ request }) => request?.path)).toEqual(['/wait', '/loop']);
		});

		it('reports an unknown outcome of a writing request when it ends', async () => {
			startOnClock();
			const writing = expect(ask('/commit')).rejects.toMatchObject({ reason: 'Timeout', message: expect.stringContaining('may have taken effect') });
			await expect.poll(() => commits.length).toBe(1);
			expect(thread.isFree).toBe(false);
			void ask('/loop');
			vi.advanceTimersByTime(usualSilenceMs);
			await writing;
			expect(interrupted.map(({ request }) => request?.path)).toEqual(['/loop']);
		});

		it('answers the others after the writing request has reported its writes', async () => {
			start();
			const waiting = ask('/wait');
			await expect.poll(() => waits.length).toBe(1);
			const writing = ask('/commit');
			await expect.poll(() => commits.length).toBe(1);
			waits[0]?.();
			const order: string[] = [];
			const both = [waiting.then(() => order.push('/wait')), writing.then(() => order.push('/commit'))];
			// The wait is over, but its answer is held until the commit.
			await new Promise((resolve) => setImmediate(resolve));
			commits[0]?.([{ ok: true, revision: 1 }]);
			await Promise.all(both);
			expect(order).toEqual(['/commit', '/wait']);
		});

		it('is free again when nothing was written', async () => {
			start();
			const writing = ask('/commit');
			await expect.poll(() => commits.length).toBe(1);
			commits[0]?.([{ ok: false, current: 2 }]);
			await writing;
			expect(thread.isFree).toBe(true);
		});
	});
});
