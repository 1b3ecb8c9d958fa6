/** A list's JSON in large pieces, made as the socket takes them: a list of any length holds one piece at a time. */
import { Readable } from 'node:stream';
import type { ResponseBody } from '../../api/request.ts';

/** Large enough that the cost per piece vanishes, small enough that many lists at once fit in memory. */
const pieceBytes = 256 * 1024;
const comma = 0x2c;

/** Head, items joined by commas, tail. A short list comes back whole. */
export function listBody(head: string, items: Iterable<Buffer | string>, tail: string): ResponseBody {
	const pieces = piecesOf(head, items, tail);
	const first = pieces.next();
	if (first.done) throw new Error('a list has at least its envelope');
	const second = pieces.next();
	if (second.done) return first.value;
	return streamed([first.value, second.value], pieces);
}

function* piecesOf(head: string, items: Iterable<Buffer | string>, tail: string): Generator<Buffer> {
	let parts: Buffer[] = [Buffer.from(head)];
	// The head is not followed by a comma, nor is the first item preceded by one.
	let size = parts[0]?.length ?? 0;
	let separated = false;
	let leading = false;
	for (const item of items) {
		const bytes = typeof item === 'string' ? Buffer.from(item) : item;
		parts.push(bytes);
		size += bytes.length + (separated ? 1 : 0);
		if (size >= pieceBytes) {
			yield join(parts, size, leading);
			parts = [];
			size = 0;
			leading = true;
		}
		separated = true;
	}
	const last = Buffer.from(tail);
	yield Buffer.concat([join(parts, size, leading), last]);
}

/** In the first piece the head stands before the items; in later ones every item has its comma. */
function join(parts: readonly Buffer[], size: number, leading: boolean): Buffer {
	const piece = Buffer.allocUnsafe(size);
	let at = 0;
	parts.forEach((part, i) => {
		if (leading || i > 1) piece[at++] = comma;
		piece.set(part, at);
		at += part.length;
	});
	return piece;
}

function streamed(ready: Buffer[], rest: Iterator<Buffer>): Readable {
	return new Readable({
		highWaterMark: pieceBytes,
		read() {
			try {
				const next = ready.shift() ?? rest.next().value;
				this.push(next ?? null);
			} catch (error) {
				this.destroy(error instanceof Error ? error : new Error(String(error)));
			}
		},
	});
}
