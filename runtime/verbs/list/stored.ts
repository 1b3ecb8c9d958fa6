/**
 * A list of objects in their stored form. Objects that are neighbours in the cache's memory, commas included, are sent together without a
 * copy. After a start, all objects lie in key order, and objects that are created in order stay so. Scattered objects are gathered. A page
 * of 500 small objects is sent at once; longer lists are streams.
 */
import { Readable } from 'node:stream';
import type { ResponseBody } from '../../api/request.ts';
import { SizedReadable } from '../../api/sized-readable.ts';
import { Slice } from '../../scheduling/slice.ts';
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';
import type { CachedObject } from '../../watch/contract.ts';

/** Size of a piece: so large that the cost per piece does not matter, and so small that many concurrent lists fit in memory. */
const pieceBytes = 256 * 1024;

/** Size up to which all pieces are written at once. A stream of two or three pieces would cost a third more. */
const atOnceBytes = 2 * pieceBytes;

/** Minimum size of a run that is written by itself. Copying a smaller run costs less than writing it separately. */
const runBytes = 32 * 1024;

/**
 * Number of objects to find before the first byte is sent, so that the size is known. It takes a millisecond or two. Longer lists are sent
 * while objects are found.
 */
const objectsFoundFirst = 20_000;

/**
 * Maximum time for finding them: objects of an earlier version are converted when found, which takes a hundred times as
 * long. Lists that begin in the same event loop iteration each take this much; they find the rest in later slices.
 */
const foundFirstMs = 5;

const comma = Buffer.from(',');

/** Objects that are adjacent in memory, each followed by a comma. */
interface Run {
	readonly buffer: Buffer;
	readonly start: number;
	end: number;
}

/** Head and tail of a list, without its objects. */
interface Envelope {
	readonly head: string;
	readonly tail: string;
}

/** Returns the body of the list. `onScattered` is called when a large part had to be copied although it lies in the cache. */
export function storedListBody({ head, tail }: Envelope, objects: Iterable<CachedObject>, slices: TimeSlicer, onScattered?: () => void): ResponseBody {
	const finder = new RunFinder(objects[Symbol.iterator]());
	const runs = finder.find(objectsFoundFirst, new Slice(foundFirstMs));
	if (isScattered(runs)) onScattered?.();
	const first = Buffer.from(head);
	const last = Buffer.from(tail);
	if (!finder.over) return streamedInTurns(first, chained(runs, finder), last, slices);
	const size = runs.reduce((sum, run) => sum + run.end - run.start, Math.max(-1, -runs.length)) + first.length + last.length;
	const parts = pieces(first, runs, last);
	return size <= atOnceBytes ? [...parts] : streamed(parts, size);
}

/** Size up to which copying is as fast as writing separately. */
const littleBytes = 2 * runBytes;

/**
 * Reports whether a quarter of the bytes had to be copied because the objects are scattered. The threshold is high, because gathering
 * visits all objects. An object outside the cache's memory is a run that fills its buffer.
 */
function isScattered(runs: readonly Run[]): boolean {
	let all = 0;
	let copied = 0;
	for (const { buffer, start, end } of runs) {
		const bytes = end - start;
		all += bytes;
		if (bytes < runBytes && bytes < buffer.length) copied += bytes;
	}
	return copied > littleBytes && copied > all / 4;
}

class RunFinder {
	readonly #objects: Iterator<CachedObject>;
	over = false;

	constructor(objects: Iterator<CachedObject>) {
		this.#objects = objects;
	}

	/** Returns the runs of the next `objects` objects, or of those found before the slice is over. */
	find(objects: number, slice: Slice): Run[] {
		const runs: Run[] = [];
		let run: Run | undefined;
		for (let left = objects; left > 0; left--) {
			const { value, done } = this.#objects.next();
			if (done) {
				this.over = true;
				break;
			}
			const place = (value as CachedObject).place ?? aside(value as CachedObject);
			if (run !== undefined && run.buffer === place.buffer && run.end === place.offset && run.end - run.start < pieceBytes) {
				run.end += place.length + 1;
			} else {
				run = { buffer: place.buffer, start: place.offset, end: place.offset + place.length + 1 };
				runs.push(run);
			}
			if (slice.isOverAfterObject()) break;
		}
		return runs;
	}
}

/** Copies an object that does not lie in the cache's memory, with its comma. */
function aside({ bytes }: CachedObject): NonNullable<CachedObject['place']> {
	return { buffer: Buffer.concat([bytes, comma]), offset: 0, length: bytes.length };
}

/** Yields the runs that are already found, then those that each slice finds. */
function chained(found: readonly Run[], finder: RunFinder): (slice: Slice) => Iterable<Run> {
	return function* (slice) {
		yield* found;
		while (!finder.over) yield* finder.find(pieceBytes / runBytes, slice);
	};
}

const neverOver = { isOver: () => false };

/** Yields the head, the runs without the last comma, and the tail. Yields what has been gathered when the slice is over. */
function* pieces(head: Buffer, runs: Iterable<Run>, tail: Buffer, slice: Pick<Slice, 'isOver'> = neverOver): Generator<Buffer> {
	const gathered = new ItemBatch();
	gathered.add(head, 0, head.length);
	let previous: Run | undefined;
	for (const run of runs) {
		if (previous !== undefined) yield* gathered.take(previous, 0);
		previous = run;
		if (slice.isOver() && !gathered.isEmpty) yield gathered.join();
	}
	if (previous !== undefined) yield* gathered.take(previous, 1);
	gathered.add(tail, 0, tail.length);
	yield gathered.join();
}

class ItemBatch {
	#runs: Run[] = [];
	#size = 0;

	get isEmpty(): boolean {
		return this.#size === 0;
	}

	add(buffer: Buffer, start: number, end: number): void {
		this.#runs.push({ buffer, start, end });
		this.#size += end - start;
	}

	/** Adds the run, without its last `without` bytes, and yields the pieces that are now full. */
	*take({ buffer, start, end }: Run, without: number): Generator<Buffer> {
		if (end - start >= runBytes) {
			if (this.#size > 0) yield this.join();
			yield buffer.subarray(start, end - without);
			return;
		}
		this.add(buffer, start, end - without);
		if (this.#size >= pieceBytes) yield this.join();
	}

	join(): Buffer {
		const piece = Buffer.allocUnsafeSlow(this.#size);
		let at = 0;
		for (const { buffer, start, end } of this.#runs) at += buffer.copy(piece, at, start, end);
		this.#runs = [];
		this.#size = 0;
		return piece;
	}
}

/** Streams the pieces as fast as the socket takes them. */
function streamed(parts: Iterator<Buffer>, size: number): Readable {
	return new SizedReadable(size, {
		highWaterMark: 1,
		read() {
			giveNext(this, parts);
		},
	});
}

/** Streams each piece in a separate slice, postponed to a later event loop iteration when this one is used up. */
function streamedInTurns(head: Buffer, runs: (slice: Slice) => Iterable<Run>, tail: Buffer, slices: TimeSlicer): Readable {
	const slice = new Slice();
	const parts = pieces(head, runs(slice), tail, slice);
	return new Readable({
		highWaterMark: 1,
		read() {
			const give = (): void => {
				if (this.destroyed) return;
				slice.begin();
				giveNext(this, parts);
			};
			if (slices.hasRoom()) give();
			else void slices.later(give);
		},
	});
}

function giveNext(stream: Readable, parts: Iterator<Buffer>): void {
	try {
		const { value, done } = parts.next();
		stream.push(done ? null : value);
	} catch (error) {
		stream.destroy(error instanceof Error ? error : new Error(String(error)));
	}
}
