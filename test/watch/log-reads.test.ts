/** Tests cursors at many old positions of the log: their total memory is bounded, and all of them progress. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import type { Change, Store } from '../../runtime/storage/store.ts';
import { type HeldRead, LogReads } from '../../runtime/watch/events/log-reads.ts';

const rowBytes = 1024 * 1024;
/** Bound in MiB: 16, plus reads in flight when it is reached. */
const mostAtOnce = 16 + 8;
const readers = 100;

describe('reads of the log at different places', () => {
	let asked: number;
	let reads: LogReads;
	let held: HeldRead[];
	beforeEach(() => {
		vi.useFakeTimers();
		asked = 0;
		held = [];
		const changes = async (after: number): Promise<readonly Change[]> => {
			asked++;
			return [{ resource: 'things', namespace: '', name: `n-${after}`, revision: after + 1, timeMs: 0, bytes: Buffer.alloc(rowBytes), version: '', side: '' }];
		};
		reads = new LogReads({ changes } as unknown as Store);
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	function read(after: number, signal = new AbortController().signal): Promise<void> {
		const place = { resource: 'things', namespace: '', after, upTo: 1000, limit: 1 };
		return reads.read(place, wholeForm, signal).then((one) => void held.push(one));
	}

	const begin = () => Array.from({ length: readers }, (_, i) => read(i));
	const settle = () => vi.advanceTimersByTimeAsync(0);

	it('wait while others hold as much as all may', async () => {
		void begin();
		await settle();
		expect(held.length).toBeGreaterThanOrEqual(16);
		expect(held.length).toBeLessThanOrEqual(mostAtOnce);
		expect(asked).toBe(held.length);
	});

	it('go on as others let go, each in turn, and none is forgotten', async () => {
		const all = Promise.all(begin());
		for (let over = 0; over < readers; over++) {
			await settle();
			expect(held.length - over).toBeLessThanOrEqual(mostAtOnce);
			held[over]?.letGo();
		}
		await all;
		expect(held.map(({ position }) => position)).toEqual(Array.from({ length: readers }, (_, i) => i + 1));
	});

	it('do not wait for ever for one that does not let go', async () => {
		const all = Promise.all(begin());
		await vi.advanceTimersByTimeAsync(10_000);
		await all;
		expect(held).toHaveLength(readers);
	});

	it('are given up when their watch is over', async () => {
		const gone = new AbortController();
		void begin();
		const late = expect(read(500, gone.signal)).rejects.toThrow('over');
		await settle();
		gone.abort(new Error('over'));
		await late;
	});

	it('at one place are shared and do not wait for a place', async () => {
		await Promise.all(Array.from({ length: readers }, () => read(7)));
		expect([asked, held.length]).toEqual([1, readers]);
	});

	it('that are released make room at once', async () => {
		for (let i = 0; i < readers; i++) {
			await read(i);
			held[i]?.letGo();
		}
		expect(held).toHaveLength(readers);
	});
});
