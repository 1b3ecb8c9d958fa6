/** Tests that the chunks of a list are made in time slices, however long its items take. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListText } from '../../runtime/codec/list-text.ts';
import { TimeSlicer } from '../../runtime/scheduling/time-slicer.ts';
import { listBody, pieceBytes } from '../../runtime/verbs/list/chunks.ts';

const text: ListText = { head: '[', lead: '', none: '', separator: ',', tail: ']' };

let nowMs = 1_000;
let madeInTurn = 0;
let mostInTurn = 0;
afterEach(() => void vi.restoreAllMocks());

/** Yields items that take two milliseconds each, like table rows with expensive cells. */
function* slowItems(count: number): Generator<string> {
	for (let index = 0; index < count; index++) {
		nowMs += 2;
		mostInTurn = Math.max(mostInTurn, ++madeInTurn);
		yield String(index);
	}
}

it('yields within a piece of slow items, with any number of lists', async () => {
	vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
	let isOver = false;
	const countTurns = (): void => {
		madeInTurn = 0;
		if (!isOver) setImmediate(countTurns);
	};
	countTurns();
	const slices = new TimeSlicer();
	const bodies = Array.from({ length: 16 }, () => listBody(text, slowItems(100), slices));
	const all = await Promise.all(bodies.map((body) => (body instanceof Uint8Array ? body : buffer(body as NodeJS.ReadableStream))));
	isOver = true;
	const expected = `[${Array.from({ length: 100 }, (_, index) => index).join(',')}]`;
	expect(new Set(all.map(String))).toEqual(new Set([expected]));
	expect(mostInTurn).toBeLessThan(20);
});

it('has no piece without bytes, of which a stream would wait for ever, where nothing stands around long items', () => {
	vi.spyOn(performance, 'now').mockReturnValue(nowMs);
	const pushed: number[] = [];
	vi.spyOn(Readable.prototype, 'push').mockImplementation((piece: Buffer | null) => {
		if (piece !== null) pushed.push(piece.length);
		return true;
	});
	const bare: ListText = { head: '', lead: '', none: '', separator: '', tail: '' };
	const item = Buffer.alloc(2 * pieceBytes);
	const body = listBody(bare, [item, item], new TimeSlicer()) as Readable;
	for (let at = 0; at < 8; at++) body._read(1);
	expect(pushed).toEqual([pieceBytes, pieceBytes, pieceBytes, pieceBytes]);
});
