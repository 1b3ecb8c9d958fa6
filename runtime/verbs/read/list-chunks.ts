/** A list's text in large pieces, made as the socket takes them: a list of any length holds one piece at a time. */
import { Readable } from 'node:stream';
import type { ResponseBody } from '../../api/request.ts';
import { SizedReadable } from '../../api/sized-readable.ts';
import type { Slices } from '../../api/slices.ts';
import type { ListText } from '../../codec/list-text.ts';
import { Slice } from '../slice.ts';

/**
 * Large enough that the cost per piece vanishes. A list that nobody reads holds one as it was made and as it was encrypted, and one that
 * is made ahead: with items that are cut into pieces themselves, about as much as a watcher may hold.
 */
export const pieceBytes = 128 * 1024;

/** An item that another thread makes is still to come. */
export type ItemText = Buffer | string | Promise<Buffer>;

/** Yields pieces, and promises for which whoever reads gives back what has come of them. */
type Pieces = Generator<Buffer | Promise<Buffer>, void, Buffer | undefined>;

/** A short list comes back whole, where the turn has time for it. `byteLength`: of all of it, where that is known. */
export function listBody(text: ListText, items: Iterable<ItemText>, slices: Slices, byteLength?: number): ResponseBody {
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
 * At least one, and each within a slice of time: the cells of a table may take long. Of an item that is longer, others may have the same
 * bytes: they are cut and not copied. Only an empty text has a piece without bytes: a stream that gets one may not ask for the next.
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
	/** Comes next. */
	readonly pending: Promise<Buffer> | undefined;
	readonly slices: Slices;
	readonly byteLength: number | undefined;
}

/** First what is ready, then what is to come. */
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
	/** What is said of the length must be so: the client takes what follows for the next answer. */
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
	/** Others make their pieces too. */
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
