/** Tests that a batch costs no more at a time than one of its calls. Calls are interleaved, and a client that does not read pauses both. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import type { ApiRequest, ApiResponse } from '../../runtime/api/request.ts';
import { batchLimits } from '../../runtime/model/batch-limits.ts';
import { callHandler } from '../../runtime/trpc/call.ts';

const pieceBytes = 64 * 1024;

/** List whose chunks are made while it is read. */
class LargeList extends Readable {
	made = 0;
	readonly #pieces: number;

	constructor(pieces: number) {
		super();
		this.#pieces = pieces;
	}

	override _read(): void {
		this.made++;
		if (this.made > this.#pieces) this.push(null);
		else this.push(Buffer.from(`${this.made === 1 ? '{"a":"' : ''}${'x'.repeat(pieceBytes)}${this.made === this.#pieces ? '"}' : ''}`));
	}
}

function batchOf(count: number, { streamed = false, pieces = 40 } = {}) {
	const lists: LargeList[] = [];
	const metrics = { refused: { calls: 0, bytes: 0 } };
	const handle = callHandler({
		catalog: () => catalog,
		handler: () => {
			const list = new LargeList(pieces);
			lists.push(list);
			return { status: 200, headers: {}, body: list };
		},
		whoAsks: () => Promise.reject(new Error('unexpected')),
		onUnexpected: (error) => {
			throw error;
		},
		metrics,
	});
	const names = Array.from({ length: count }, () => 'core.v1.configmaps.list').join(',');
	const request = {
		method: 'GET',
		path: `/trpc/${names}`,
		query: 'batch=1&input=%7B%7D',
		remote: '',
		signal: new AbortController().signal,
		header: (name: string) => (streamed && name === 'trpc-accept' ? 'application/jsonl' : undefined),
		headersBeginning: () => [],
	} as unknown as ApiRequest;
	return { lists, metrics, answer: handle(request) as Promise<ApiResponse> };
}

/** Waits until everything that does not need the reader has happened. */
async function settled(): Promise<void> {
	for (let i = 0; i < 50; i++) await turn();
}

describe.each([false, true])('a batch of lists (lines: %s)', (streamed) => {
	it('starts a list when the previous one is read', async () => {
		const { lists, answer } = batchOf(3, { streamed });
		const body = (await answer).body as Readable;
		await settled();
		expect(lists.length).toBe(1);
		expect(lists[0]?.made).toBeLessThan(5);
		let open = 0;
		for await (const _ of body) open = Math.max(open, lists.filter(({ closed }) => !closed).length);
		expect([lists.length, open]).toEqual([3, 1]);
		expect(lists.every(({ made }) => made === 41)).toBe(true);
	});

	it('pauses the list with its reader, so that seats are given back, and ends it with its reader', async () => {
		const { lists, answer } = batchOf(3, { streamed });
		const body = (await answer).body as Readable;
		body.on('data', () => body.pause());
		await settled();
		expect(lists[0]?.isPaused()).toBe(true);
		body.destroy();
		await settled();
		expect(lists.map(({ destroyed }) => destroyed)).toEqual([true]);
	});

	it('breaks off when a list does', async () => {
		const { lists, answer } = batchOf(2, { streamed });
		const body = (await answer).body as Readable;
		body.on('data', () => lists[0]?.destroy());
		await expect(new Promise((_, reject) => body.on('error', reject))).rejects.toThrow('a list was closed before its end');
	});

	it('begins no call beyond the bound of its answers', async () => {
		const pieces = batchLimits.answerBytes / pieceBytes / 2;
		const { lists, metrics, answer } = batchOf(5, { streamed, pieces });
		const text = Buffer.concat(await ((await answer).body as Readable).toArray()).toString();
		expect([lists.length, metrics.refused.bytes]).toEqual([2, 3]);
		expect(text.match(/"retryAfterSeconds":1\b/g)?.length).toBe(3);
		if (!streamed) expect(JSON.parse(text).map(({ result }: { result?: object }) => result !== undefined)).toEqual([true, true, false, false, false]);
	});

	it('is refused whole with too many calls', async () => {
		const { metrics, answer } = batchOf(batchLimits.calls + 1, { streamed });
		expect((await answer).status).toBe(413);
		expect(metrics.refused.calls).toBe(1);
	});
});
