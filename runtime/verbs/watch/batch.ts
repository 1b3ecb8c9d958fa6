/**
 * A batch of events as few large buffers. Watchers of the same scope are woken with the same array of events: what one
 * of them puts together, the others of equal encoding and selector take as it is.
 */
import type { Histogram } from '../../telemetry/family.ts';
import type { CacheEvent } from '../../watch/contract.ts';
import { newSizes } from './metrics.ts';

/** One write to a socket: a slow reader holds at most this much of a batch beyond the socket's own buffer. */
const pieceBytes = 256 * 1024;

/** What a batch needs to know of an encoder (`encode.ts`). */
export interface BatchEncoder {
	/** Equal for encoders that make the same bytes of the same events; undefined: no other does. */
	readonly key: string | undefined;
	/** Undefined: not for this watcher. */
	event(event: CacheEvent): Buffer | undefined;
}

interface Batch {
	readonly pieces: readonly Buffer[];
	/** Of its events, for whoever is sent them. */
	readonly sizes: Histogram;
}

/** What has been put together, for as long as somebody holds the array of events. */
export class EventBatches {
	readonly #made = new WeakMap<readonly CacheEvent[], Map<string, Batch>>();

	/** `sent` learns the sizes of the events in it. */
	pieces(events: readonly CacheEvent[], encoder: BatchEncoder, sent: Histogram): readonly Buffer[] {
		if (events.length === 1) {
			const only = events[0] && encoder.event(events[0]);
			if (only === undefined) return [];
			sent.observe(only.length);
			return [only];
		}
		const { key } = encoder;
		if (key === undefined) return [...joined(encodedEvents(events, encoder, sent))];
		const made = this.#made.get(events) ?? new Map<string, Batch>();
		let batch = made.get(key);
		if (batch === undefined) {
			batch = newBatch(events, encoder);
			this.#made.set(events, made.set(key, batch));
		}
		sent.add(batch.sizes);
		return batch.pieces;
	}
}

function newBatch(events: readonly CacheEvent[], encoder: BatchEncoder): Batch {
	const sizes = newSizes();
	return { pieces: [...joined(encodedEvents(events, encoder, sizes))], sizes };
}

function* encodedEvents(events: readonly CacheEvent[], encoder: BatchEncoder, sizes: Histogram): Generator<Buffer> {
	for (const event of events) {
		const bytes = encoder.event(event);
		if (bytes === undefined) continue;
		sizes.observe(bytes.length);
		yield bytes;
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
