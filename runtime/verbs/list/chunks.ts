/**
 * Writes the text of a list in large pieces, each made when the socket can take it. A list of any length holds only one piece in memory.
 */
import { Readable } from 'node:stream';
import type { ResponseBody } from '../../api/request.ts';
import { SizedReadable } from '../../api/sized-readable.ts';
import type { ListText } from '../../codec/list-text.ts';
import { Slice } from '../../scheduling/slice.ts';
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';

/**
 * Size of a piece. It is so large that the cost per piece does not matter. For a client that does not read, a list holds one piece as plain
 * text, one encrypted, and one made in advance. With items that are larger than a piece, that is about as much as a watcher may hold.
 */
export const pieceBytes = 128 * 1024;

/** Text of an item, or a promise of it while another thread encodes it. */
export type ItemText = Buffer | string | Promise<Buffer>;

/** Yields pieces. It also yields promises, whose results the consumer passes to `next`. */
type Pieces = Generator<Buffer | Promise<Buffer>, void, Buffer | undefined>;

/**
 * Returns the body. A short list is returned whole if the event loop iteration has time for it, otherwise as a stream. `byteLength`: total
 * length, if known.
 */
export function listBody(text: ListText, items: Iterable<ItemText>, slices: TimeSlicer, byteLength?: number): ResponseBody {
	const pieces = piecesOf(text, items);
	const ready: Buffer[] = [];
	while (ready.length < 2 && slices.hasRoom()) {
		const { value, done } = pieces.next();
		if (done === true) return ready[0] as Buffer;
		if (value instanceof Promise) return streamed(ready, { rest: pieces, pending: value, slices, byteLength });
		ready.push(value);
	}
	return streamed(ready, { rest: pieces, pending: undefined, slices, byteLength });
}

/**
 * Yields at least one piece. Each is made within a time slice, because the cells of a table may take long. Items longer than a piece are
 * sliced without a copy, because their bytes may be shared. Only an empty text has an empty piece: a stream that gets one may not ask for
 * the next.
 */
function* piecesOf({ head, lead, none, separator, tail }: ListText, items: Iterable<ItemText>): Pieces {
	const slice = new Slice();
	let parts: Buffer[] = [Buffer.from(head)];
	let size = 0;
	let isFirst = true;
	let hasGiven = false;
	const between = Buffer.from(separator);
	for (const item of items) {
		const text = item instanceof Promise ? ((yield item) as Buffer) : item;
		if (item instanceof Promise) slice.begin();
		const bytes = typeof text === 'string' ? Buffer.from(text) : text;
		if (isFirst) parts.push(Buffer.from(lead));
		else if (between.length > 0) parts.push(between);
		isFirst = false;
		const isLong = bytes.length >= pieceBytes;
		if (!isLong) {
			parts.push(bytes);
			size += bytes.length;
		}
		const isOver = slice.isOverAfterObject();
		if (isLong ? parts.length > 0 : size >= pieceBytes || isOver) {
			const piece = Buffer.concat(parts);
			if (piece.length > 0) yield piece;
			hasGiven ||= piece.length > 0;
			parts = [];
			size = 0;
			slice.begin();
		}
		if (isLong) for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
		hasGiven ||= isLong;
	}
	if (isFirst) parts.push(Buffer.from(none));
	parts.push(Buffer.from(tail));
	const last = Buffer.concat(parts);
	if (last.length > 0 || !hasGiven) yield last;
}

interface ToCome {
	readonly rest: Pieces;
	/** Item to await before the rest is made. */
	readonly pending: Promise<Buffer> | undefined;
	readonly slices: TimeSlicer;
	readonly byteLength: number | undefined;
}

/** Returns a stream of the finished pieces, followed by the rest. */
function streamed(ready: Buffer[], { rest, pending, slices, byteLength }: ToCome): Readable {
	let awaited = pending;
	let given = 0;
	const options = {
		highWaterMark: 1,
		read() {
			const next = ready.shift();
			if (next !== undefined) give(next);
			else if (awaited !== undefined) wait(awaited);
			else advanceInTurn(undefined);
		},
	};
	const stream = byteLength === undefined ? new Readable(options) : new SizedReadable(byteLength, options);
	const fail = (error: unknown): void => void stream.destroy(error instanceof Error ? error : new Error(String(error)));
	/**
	 * Pushes a piece. If the declared length is exceeded, the stream fails, because the client would read the surplus as the next answer.
	 */
	const give = (piece: Buffer | undefined): void => {
		given += piece?.length ?? 0;
		const isWrong = byteLength !== undefined && (piece === undefined ? given < byteLength : given > byteLength);
		if (isWrong) fail(new Error(`a list of ${byteLength} bytes has ${given}`));
		else stream.push(piece ?? null);
	};
	const wait = (item: Promise<Buffer>): void => {
		awaited = undefined;
		item.then(advanceInTurn, fail);
	};
	/** Waits for a free time slice, because other lists make pieces, too. */
	const advanceInTurn = (item: Buffer | undefined): void => {
		if (slices.hasRoom()) advance(item);
		else void slices.later(() => advance(item));
	};
	const advance = (item: Buffer | undefined): void => {
		if (stream.destroyed) return;
		try {
			const { value } = rest.next(item);
			if (value instanceof Promise) wait(value);
			else give(value ?? undefined);
		} catch (error) {
			fail(error);
		}
	};
	return stream;
}
