/** Tests the course of one watch over a cursor that the test drives. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../runtime/api/errors.ts';
import type { EventWriter } from '../../runtime/api/request.ts';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';
import { everything } from '../../runtime/select/index.ts';
import { CompactedError, type Revision } from '../../runtime/storage/store.ts';
import { EventBatches } from '../../runtime/verbs/context/event-batches.ts';
import { newSizes } from '../../runtime/verbs/context/watch-event-metrics.ts';
import type { EventEncoder } from '../../runtime/verbs/watch/encode.ts';
import { WatchStream } from '../../runtime/verbs/watch/stream.ts';
import type { CacheEvent, Cursor, EventTaker } from '../../runtime/watch/contract.ts';

class DrivenCursor implements Cursor {
	revision = 5;
	closed = false;
	readonly #offers: boolean;
	#waiting: PromiseWithResolvers<readonly CacheEvent[]> | undefined;
	#taker: EventTaker | undefined;
	#isOffering = false;

	/** `offers` lets the cursor deliver events while it waits. */
	constructor(offers: boolean) {
		this.#offers = offers;
	}

	next(_limit: number, signal: AbortSignal, taker: EventTaker): Promise<readonly CacheEvent[]> {
		this.#taker = taker;
		if (signal.aborted) return Promise.reject(signal.reason);
		const waiting = Promise.withResolvers<readonly CacheEvent[]>();
		this.#waiting = waiting;
		signal.addEventListener('abort', () => waiting.reject(signal.reason));
		return waiting.promise;
	}

	give(...names: string[]): void {
		const events = names.map((name) => ({ revision: ++this.revision, object: { name } }) as unknown as CacheEvent);
		if (this.#waiting === undefined) throw new Error('nobody waits');
		this.#isOffering = true;
		const isTaken = this.#offers && this.#isTaken(events);
		this.#isOffering = false;
		if (isTaken) return;
		this.#waiting.resolve(events);
		this.#waiting = undefined;
	}

	#isTaken(events: readonly CacheEvent[]): boolean {
		const [event] = events;
		const bytes = event !== undefined && events.length === 1 ? this.#taker?.alreadyEncoded(event) : null;
		if (bytes === null) return this.#taker?.take(events) ?? false;
		return bytes === undefined || this.#taker?.tell(bytes) === true;
	}

	back(to: Revision): void {
		if (this.#isOffering) throw new Error('a cursor that waits does not go back');
		this.revision = to;
	}

	fail(error: Error): void {
		this.#waiting?.reject(error);
	}

	close(): void {
		this.closed = true;
	}
}

const encoder: EventEncoder = {
	key: 'k',
	takerClass: undefined,
	judgesLong: false,
	alreadyEncoded: () => null,
	event: ({ object }) => (object.name === 'hidden' ? undefined : Buffer.from(`${object.name} `)),
	ahead: () => undefined,
	isElsewhere: () => false,
	initialElsewhere: () => Promise.reject(new Error('nothing is large here')),
	told: () => undefined,
	initial: ({ name }) => Buffer.from(`initial:${name} `),
	bookmark: (revision, end) => Buffer.from(`${end ? 'end' : 'bookmark'}@${revision} `),
	error: ({ message }) => Buffer.from(`error:${message} `),
};

describe.each([
	['handed over', false, false],
	['taken at once', true, false],
	['made for all and taken at once', true, true],
])('a watch whose events are %s', (_, offers, isMade) => {
	let cursor: DrivenCursor;
	let written: string;
	let full: boolean;
	let gone: AbortController;
	let drain: () => void;
	beforeEach(() => {
		vi.useFakeTimers();
		cursor = new DrivenCursor(offers);
		written = '';
		full = false;
		gone = new AbortController();
	});
	afterEach(() => {
		vi.useRealTimers();
	});
	const writer = (): EventWriter => ({
		signal: gone.signal,
		write(bytes) {
			written += bytes.toString();
			return !full;
		},
		drained: () =>
			new Promise((resolve) => {
				drain = resolve;
			}),
	});
	const run = ({ encoder: given = encoder, ...more }: { readonly encoder?: EventEncoder; readonly [part: string]: unknown } = {}): Promise<void> =>
		new WatchStream({
			cursor,
			encoder: isMade ? { ...given, alreadyEncoded: given.event } : given,
			initial: undefined,
			timeoutMs: 150_000,
			bookmarks: true,
			batches: new EventBatches(),
			sent: newSizes(),
			endOfInitial: false,
			slices: new TimeSlicer(),
			whenChanged: () => () => undefined,
			...(more as object),
		}).run(writer());
	const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

	it('says every minute how far it is, and so at its end', async () => {
		const ended = run();
		await settle();
		cursor.give('a');
		await vi.advanceTimersByTimeAsync(60_000);
		expect(written).toBe('a bookmark@6 ');
		cursor.revision = 9;
		await vi.advanceTimersByTimeAsync(90_000);
		await ended;
		expect(written).toBe('a bookmark@6 bookmark@9 bookmark@9 ');
		expect(cursor.closed).toBe(true);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('lets no bookmark overtake an event that a slow reader has not taken', async () => {
		full = true;
		const ended = run();
		await settle();
		cursor.give('a', 'b');
		await vi.advanceTimersByTimeAsync(120_000);
		expect(written).toBe('a b ');
		full = false;
		drain();
		await vi.advanceTimersByTimeAsync(0);
		gone.abort();
		await ended;
		expect(written).toBe('a b ');
	});

	it('keeps nothing that the reader does not take, and repeats it from the stopping point', async () => {
		full = true;
		const ended = run({ encoder: { ...encoder, event: ({ object }: CacheEvent) => Buffer.from(`${object.name}${'.'.repeat(40_000)} `) } });
		await settle();
		cursor.give('a', 'b', 'c');
		await settle();
		const shown = (): string => written.replaceAll(/\.+/g, '');
		expect([shown(), cursor.revision]).toEqual(['a ', 8]);
		await vi.advanceTimersByTimeAsync(300);
		// The revision follows the event that is being written.
		expect(cursor.revision).toBe(6);
		full = false;
		drain();
		await settle();
		cursor.give('b', 'c');
		await settle();
		expect([shown(), cursor.revision]).toEqual(['a b c ', 8]);
		gone.abort();
		await ended;
	});

	it('goes on within a large event where it stopped', async () => {
		const large = `${'0123456789'.repeat(20_000)} `;
		full = true;
		const ended = run({ encoder: { ...encoder, event: ({ object }: CacheEvent) => Buffer.from(object.name === 'large' ? large : `${object.name} `) } });
		await settle();
		cursor.give('a', 'large', 'z');
		await settle();
		drain();
		await settle();
		const begun = written.length;
		expect(begun).toBeGreaterThan(60_000);
		expect(begun).toBeLessThan(70_000);
		await vi.advanceTimersByTimeAsync(300);
		expect(cursor.revision).toBe(6);
		drain();
		await settle();
		cursor.give('large', 'z');
		full = false;
		await settle();
		drain();
		await settle();
		expect(written === `a ${large}z `).toBe(true);
		gone.abort();
		await ended;
	});

	it('drops a reader that takes nothing of the initial state', async () => {
		full = true;
		const ended = run({ initial: { objects: [{ name: 'x' }, { name: 'y' }], matches: everything } });
		const given = expect(ended).rejects.toThrow('the client read no data for 30000 ms');
		await vi.advanceTimersByTimeAsync(30_000);
		await given;
		expect(cursor.closed).toBe(true);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('ends at its time even when the reader takes nothing', async () => {
		full = true;
		const ended = run();
		await settle();
		cursor.give('a');
		await vi.advanceTimersByTimeAsync(150_000);
		await ended;
		expect(written).toBe('a ');
	});

	it('begins with the state, and closes it when asked', async () => {
		const ended = run({ initial: { objects: [{ name: 'x' }, { name: 'y' }], matches: everything }, endOfInitial: true });
		await settle();
		cursor.give('hidden', 'z');
		await settle();
		gone.abort();
		await ended;
		expect(written).toBe('initial:x initial:y end@5 z ');
	});

	it('tells each event once, whether the reader takes more or not', async () => {
		const ended = run();
		await settle();
		for (const name of ['a', 'b', 'c']) {
			cursor.give(name);
			await settle();
		}
		full = true;
		cursor.give('d');
		await settle();
		expect(written).toBe('a b c d ');
		full = false;
		drain();
		await settle();
		cursor.give('e', 'f');
		await settle();
		cursor.give('g');
		await settle();
		expect(written).toBe('a b c d e f g ');
		gone.abort();
		await ended;
	});

	it('goes back to what comes with an event that is its alone', async () => {
		let told = '';
		const first: EventEncoder & { key: string | undefined } = {
			...encoder,
			key: undefined,
			told() {
				first.key = 'k';
				told += 'told ';
			},
		};
		const ended = run({ encoder: first });
		await settle();
		cursor.give('hidden');
		await settle();
		cursor.give('a', 'b');
		await settle();
		expect([written, told, cursor.revision]).toEqual(['a ', 'told ', 7]);
		cursor.give('b');
		await settle();
		expect(written).toBe('a b ');
		gone.abort();
		await ended;
	});

	it('tells what an encoder cannot make once, behind what it could', async () => {
		const failing = ({ object }: CacheEvent): Buffer => {
			if (object.name === 'bad') throw new ApiError('NotAcceptable', 'it has no such form');
			return Buffer.from(`${object.name} `);
		};
		const ended = run({ encoder: { ...encoder, event: failing } });
		await settle();
		cursor.give('a');
		await settle();
		cursor.give('bad');
		await ended;
		expect(written).toBe('a error:it has no such form ');
		expect(cursor.closed).toBe(true);
	});

	it('tells a loss of history inside the stream', async () => {
		const ended = run();
		await settle();
		cursor.fail(new CompactedError(40));
		await ended;
		expect(written).toBe('error:too old resource version: 5 (40) ');
	});

	it('tells an unforeseen failure without its text, and reports it', async () => {
		const ended = run();
		const reported = expect(ended).rejects.toMatchObject({ name: 'ReportedError', cause: { message: 'secret' } });
		await settle();
		cursor.fail(new Error('secret'));
		await reported;
		expect(written).not.toContain('secret');
	});
});

describe('watches of one scope', () => {
	it.each([
		['handed over', false, undefined],
		['taken at once', true, undefined],
		['made for all and taken at once', true, 'k'],
	])('with slow selectors yield to other work and miss nothing: %s', async (_, offers, key) => {
		const watchers = 60;
		const gone = new AbortController();
		let judged = 0;
		let longest = 0;
		let isOver = false;
		const turn = (): void => {
			longest = Math.max(longest, judged);
			judged = 0;
			if (!isOver) setImmediate(turn);
		};
		const judge = (): void => {
			judged++;
			const end = performance.now() + 2;
			while (performance.now() < end);
		};
		const slow: EventEncoder = {
			...encoder,
			key,
			judgesLong: true,
			ahead() {
				judge();
				return undefined;
			},
			alreadyEncoded(event) {
				judge();
				return encoder.event(event);
			},
		};
		const slices = new TimeSlicer();
		let written = 0;
		const allWritten = Promise.withResolvers<void>();
		const writer: EventWriter = {
			signal: gone.signal,
			write() {
				if (++written === watchers) allWritten.resolve();
				return true;
			},
			drained: () => Promise.resolve(),
		};
		const cursors = Array.from({ length: watchers }, () => new DrivenCursor(offers));
		const running = cursors.map((cursor) =>
			new WatchStream({
				cursor,
				encoder: slow,
				batches: new EventBatches(),
				initial: undefined,
				timeoutMs: 60_000,
				bookmarks: false,
				sent: newSizes(),
				slices,
				endOfInitial: false,
				whenChanged: () => () => undefined,
			}).run(writer),
		);
		await new Promise((resolve) => setImmediate(resolve));
		setImmediate(turn);
		for (const cursor of cursors) cursor.give('a');
		await allWritten.promise;
		isOver = true;
		// A slice has room for five, plus the work in progress when the iteration began.
		expect(Math.max(longest, judged)).toBeLessThan(20);
		gone.abort();
		await Promise.all(running);
		expect(written).toBe(watchers);
	});
});
