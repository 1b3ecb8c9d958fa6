/**
 * A batch of events as few large buffers. Watchers of the same scope are woken with the same array of events: what one
 * of them puts together, the others of equal encoding and selector take as it is.
 */
import type { CacheEvent } from '../watch/contract.ts';
import type { EventEncoder } from './watch-encode.ts';

/** One write to a socket: a slow reader holds at most this much of a batch beyond the socket's own buffer. */
const pieceBytes = 256 * 1024;

const shared = new WeakMap<readonly CacheEvent[], Map<string, readonly Buffer[]>>();

export function batchPieces(events: readonly CacheEvent[], encoder: EventEncoder): readonly Buffer[] {
	if (events.length === 1) {
		const only = events[0] && encoder.event(events[0]);
		return only === undefined ? [] : [only];
	}
	const { key } = encoder;
	if (key === undefined) return [...joined(encodedEvents(events, encoder))];
	const made = shared.get(events) ?? new Map<string, readonly Buffer[]>();
	const existing = made.get(key);
	if (existing !== undefined) return existing;
	const pieces = [...joined(encodedEvents(events, encoder))];
	shared.set(events, made.set(key, pieces));
	return pieces;
}

function* encodedEvents(events: readonly CacheEvent[], encoder: EventEncoder): Generator<Buffer> {
	for (const event of events) {
		const bytes = encoder.event(event);
		if (bytes !== undefined) yield bytes;
	}
}

/** Joins until a piece is full; a larger part stands alone. */
export function* joined(parts: Iterable<Buffer>): Generator<Buffer> {
	let gathered: Buffer[] = [];
	let size = 0;
	for (const part of parts) {
		if (size > 0 && size + part.length > pieceBytes) {
			yield Buffer.concat(gathered, size);
			gathered = [];
			size = 0;
		}
		gathered.push(part);
		size += part.length;
	}
	if (size > 0) yield gathered.length === 1 && gathered[0] ? gathered[0] : Buffer.concat(gathered, size);
}
