/** A list's text in large pieces, made as the socket takes them: a list of any length holds one piece at a time. */
import { Readable } from 'node:stream';
import type { ResponseBody } from '../../api/request.ts';
import type { ListText } from '../../codec/list-text.ts';

/** Large enough that the cost per piece vanishes, small enough that many lists at once fit in memory. */
const pieceBytes = 256 * 1024;

/** An item that another thread makes is still to come. */
export type ItemText = Buffer | string | Promise<Buffer>;

/** Yields pieces, and promises for which whoever reads gives back what has come of them. */
type Pieces = Generator<Buffer | Promise<Buffer>, void, Buffer | undefined>;

/** A short list comes back whole. */
export function listBody(text: ListText, items: Iterable<ItemText>): ResponseBody {
	const pieces = piecesOf(text, items);
	const ready: Buffer[] = [];
	while (ready.length < 2) {
		const { value, done } = pieces.next();
		if (done === true) return ready[0] as Buffer;
		if (value instanceof Promise) return streamed(ready, pieces, value);
		ready.push(value);
	}
	return streamed(ready, pieces, undefined);
}

/** At least one. */
function* piecesOf({ head, lead, none, separator, tail }: ListText, items: Iterable<ItemText>): Pieces {
	let parts: Buffer[] = [Buffer.from(head)];
	let size = 0;
	let isFirst = true;
	const between = Buffer.from(separator);
	for (const item of items) {
		const text = item instanceof Promise ? ((yield item) as Buffer) : item;
		const bytes = typeof text === 'string' ? Buffer.from(text) : text;
		if (isFirst) parts.push(Buffer.from(lead));
		else if (between.length > 0) parts.push(between);
		isFirst = false;
		parts.push(bytes);
		size += bytes.length;
		if (size >= pieceBytes) {
			yield Buffer.concat(parts);
			parts = [];
			size = 0;
		}
	}
	if (isFirst) parts.push(Buffer.from(none));
	parts.push(Buffer.from(tail));
	yield Buffer.concat(parts);
}

/** First what is ready, then the rest, in which `pending` comes next. */
function streamed(ready: Buffer[], rest: Pieces, pending: Promise<Buffer> | undefined): Readable {
	let awaited = pending;
	const stream = new Readable({
		highWaterMark: pieceBytes,
		read() {
			const next = ready.shift();
			if (next !== undefined) this.push(next);
			else if (awaited === undefined) advance(undefined);
			else wait(awaited);
		},
	});
	const fail = (error: unknown): void => void stream.destroy(error instanceof Error ? error : new Error(String(error)));
	const wait = (item: Promise<Buffer>): void => {
		awaited = undefined;
		item.then(advance, fail);
	};
	const advance = (item: Buffer | undefined): void => {
		try {
			const { value } = rest.next(item);
			if (value instanceof Promise) wait(value);
			else stream.push(value ?? null);
		} catch (error) {
			fail(error);
		}
	};
	return stream;
}
