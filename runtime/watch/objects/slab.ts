/**
 * Bytes of objects as slices of large buffers, which avoids one allocation per object. A region is never written twice, so a reader of a
 * released object still sees its bytes. Mostly dead slabs are emptied by copying live objects, and garbage collection frees them after the
 * last reference.
 */
import type { ObjectEncoding } from './encoding.ts';
import { type ObjectKey, Slab, StoredObject } from './object.ts';
import type { SideData } from './side-data.ts';
import { leftOutBy, spliceBytes, spliceInto } from './splice.ts';

const slabBytes = 1024 * 1024;

/** Byte after each object, so that a list can include neighbours without copying. */
const comma = 0x2c;
const commaBytes = 1;

/** Size from which an object gets a separate slab, to avoid wasting the end of a shared one. */
const largeBytes = slabBytes / 8;

/**
 * Live fraction below which a slab is emptied. Each freed byte costs at most two copied bytes, and memory stays under 1.6 times the
 * objects.
 */
const aliveFraction = 0.65;

/** Size from which adjacent objects are sent without copying; smaller runs are moved next to their successors. */
const runBytes = 32 * 1024;

/** Bytes moved at once: 2 to 3 ms, which other work waits. Later lists move the rest. */
const gatheredBytes = 4 * 1024 * 1024;

export class Slabs {
	#current = new Slab(slabBytes);
	/** Bytes of all slabs in use, for metrics. */
	#reserved = slabBytes;

	get reservedBytes(): number {
		return this.#reserved;
	}

	/** Stores JSON: splices in the revision, omits the prefix that the storage form implies, and counts a first holder. */
	place(key: ObjectKey, sideData: SideData, kept: ObjectEncoding, json: Uint8Array): StoredObject {
		const object = placeIn(this.#slabFor(json.byteLength + spliceBytes + commaBytes), key, sideData, kept, json);
		object.holders = 1;
		this.#account(object.slab, object);
		return object;
	}

	/** Stores an object in a separate buffer, for callers outside of the cache. */
	placeAside(key: ObjectKey, sideData: SideData, kept: ObjectEncoding, json: Uint8Array): StoredObject {
		return placeIn(new Slab(json.byteLength + spliceBytes + commaBytes), key, sideData, kept, json);
	}

	/** Releases the memory of an object without holders. */
	release(object: StoredObject): void {
		const { slab } = object;
		slab.alive -= object.length + commaBytes;
		if (slab === this.#current) return;
		if (slab.alive < slab.used * aliveFraction) this.#empty(slab);
	}

	/** Moves scattered objects of a list next to each other, so that the next list copies none. */
	gather(objects: Iterable<StoredObject>): void {
		const left = new Set<Slab>();
		let moved = 0;
		for (const stretch of scattered(objects)) {
			for (const object of stretch) {
				left.add(object.slab);
				object.slab.alive -= object.length + commaBytes;
				moved += object.length + commaBytes;
				this.#move(object);
			}
			if (moved >= gatheredBytes) break;
		}
		for (const slab of left) if (slab !== this.#current && slab.used > 0 && slab.alive < slab.used * aliveFraction) this.#empty(slab);
	}

	/** Moves the object to the end of the current slab. Its former region stays intact for readers. */
	#move(object: StoredObject): void {
		const { slab } = object;
		const target = this.#slabFor(object.length + commaBytes);
		// `#slabFor` may have emptied a full slab that contained this object, and so moved it already.
		if (object.slab !== slab) return;
		slab.buffer.copy(target.buffer, target.used, object.offset, object.offset + object.length + commaBytes);
		object.slab = target;
		object.offset = target.used;
		this.#account(target, object);
	}

	#account(slab: Slab, object: StoredObject): void {
		slab.used += object.length + commaBytes;
		slab.alive += object.length + commaBytes;
		slab.objects.push(object);
	}

	#slabFor(bytes: number): Slab {
		if (bytes > largeBytes) {
			this.#reserved += bytes;
			return new Slab(bytes);
		}
		if (this.#current.used + bytes > this.#current.buffer.byteLength) {
			const full = this.#current;
			this.#current = new Slab(slabBytes);
			this.#reserved += slabBytes;
			if (full.alive < full.used * aliveFraction) this.#empty(full);
		}
		return this.#current;
	}

	#empty(slab: Slab): void {
		for (const object of slab.objects) {
			if (object.holders === 0 || object.slab !== slab) continue;
			this.#move(object);
		}
		slab.objects.length = 0;
		slab.alive = 0;
		slab.used = 0;
		this.#reserved -= slab.buffer.byteLength;
	}
}

function placeIn(slab: Slab, key: ObjectKey, sideData: SideData, kept: ObjectEncoding, json: Uint8Array): StoredObject {
	const length = spliceInto(slab.buffer, slab.used, json, key.revision, leftOutBy(kept.form));
	slab.buffer[slab.used + length] = comma;
	return new StoredObject(key, sideData, kept, slab, slab.used, length);
}

/** Yields sequences of objects between long runs that are long enough to be moved. */
function* scattered(objects: Iterable<StoredObject>): Generator<readonly StoredObject[]> {
	let stretch: StoredObject[] = [];
	let stretchBytes = 0;
	for (const run of runs(objects)) {
		const bytes = run.reduce((sum, { length }) => sum + length + commaBytes, 0);
		if (bytes < runBytes) {
			stretch.push(...run);
			stretchBytes += bytes;
		}
		// Long sequences are yielded in parts of a slab, so that the list is not held for long.
		if (bytes < runBytes && stretchBytes < slabBytes) continue;
		if (stretchBytes >= runBytes) yield stretch;
		stretch = [];
		stretchBytes = 0;
	}
	if (stretchBytes >= runBytes) yield stretch;
}

/** Yields runs of objects that are adjacent in memory. */
function* runs(objects: Iterable<StoredObject>): Generator<StoredObject[]> {
	let run: StoredObject[] = [];
	let last: StoredObject | undefined;
	for (const object of objects) {
		if (last !== undefined && (last.slab !== object.slab || last.offset + last.length + commaBytes !== object.offset)) {
			yield run;
			run = [];
		}
		run.push(object);
		last = object;
	}
	if (run.length > 0) yield run;
}
