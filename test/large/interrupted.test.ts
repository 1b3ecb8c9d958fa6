/** Tests the effect of a request on others that share its thread: a request that caused no fault is answered. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../runtime/api/request.ts';
import { LargeThreadPool } from '../../runtime/large/thread-pool.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';
import { misbehavingThread as file } from '../setup/thread-files.ts';
import { kindParts } from '../verbs/kind-parts.ts';

describe('a large request next to one that ends its thread', () => {
	/** Functions that end the waits in flight. */
	const waits: (() => void)[] = [];
	const context = {
		cache: { consistent: () => new Promise<void>((resolve) => waits.push(resolve)) },
		catalog: { kinds: [], groups: [] },
		admission: { stages: { CREATE: [], UPDATE: [], DELETE: [], CONNECT: [] }, alsoAsked: new Set(), changesObjects: false, plugins: [] },
		parts: { hooks: {} },
		current: () => context,
	} as unknown as VerbContext;
	const large = () => new LargeThreadPool({ file, vocabulary: {} as never, kinds: kindParts(), hooks: {}, onReport: () => undefined });
	let requests: LargeThreadPool;
	afterEach(() => requests.close());

	function ask(path: string, user: string, signal = new AbortController().signal): Promise<number> {
		const request = { method: 'POST', path, query: '', user: { name: user }, header: () => undefined, info: {}, warnings: [], signal } as unknown as ApiRequest;
		return requests.write(request, Buffer.from('{}'), context).then(({ status }) => status);
	}

	async function begun(count: number): Promise<void> {
		await expect.poll(() => waits.length, { timeout: 20_000 }).toBe(count);
	}

	it.each([
		['/exit', { message: 'the thread of large requests has ended' }],
		['/throw', { message: 'a mistake' }],
	])('%s', async (path, failure) => {
		waits.length = 0;
		requests = large();
		const innocent = ask('/wait', 'innocent');
		await begun(1);
		const bombs = Array.from({ length: 3 }, () => expect(ask(path, 'hostile')).rejects.toMatchObject(failure));
		// The request starts again on a thread without others.
		await begun(2);
		waits[1]?.();
		expect(await innocent).toBe(200);
		await Promise.all(bombs);
	});

	it('ends when its client disconnects before the restart', async () => {
		waits.length = 0;
		requests = large();
		const [first, second] = [ask('/wait', 'first'), new AbortController()];
		await begun(1);
		const gone = expect(ask('/wait', 'second', second.signal)).rejects.toThrow('gone');
		await begun(2);
		const bomb = expect(ask('/exit', 'hostile')).rejects.toThrow('has ended');
		// One of the two starts again, and the other waits for it.
		await begun(3);
		second.abort(new Error('gone'));
		await gone;
		waits[2]?.();
		expect(await first).toBe(200);
		await bomb;
	});

	it('fails with a message when the server stops meanwhile', async () => {
		waits.length = 0;
		requests = large();
		const waiting = expect(ask('/wait', 'innocent')).rejects.toThrow();
		await begun(1);
		await requests.close();
		await waiting;
	});
});
