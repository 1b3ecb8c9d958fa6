/**
 * Objects' bytes as slices of large buffers: no allocation per object for the collector to see, and none to round up.
 * A region is never written twice, so whoever still holds an object reads it unharmed; mostly dead slabs are emptied by
 * copying what lives, and the collector takes them when nobody refers to them any more.
 */
import type { KeptAs } from './kept-as.ts';
import type { LabelsAndFields } from './labels-and-fields.ts';
import { type ObjectKey, Slab, StoredObject } from './object.ts';
import { leftOutBy, spliceBytes, spliceInto } from './splice.ts';

const slabBytes = 1024 * 1024;

/** Behind each object, so that neighbours are part of a list as they are. */
const comma = 0x2c;
const commaBytes = 1;

/** What is larger gets a slab of its own, so that a slab's end is not wasted on it. */
const largeBytes = slabBytes / 8;

/** A slab with less alive is emptied: copies cost at most two bytes for each byte freed, and memory stays under 1.6 times the objects. */
const aliveFraction = 0.65;

/** Neighbours of this size are handed out as they lie; smaller ones are laid side by side with what follows them. */
const runBytes = 32 * 1024;

/** What is moved at once: 2 to 3 ms, which others wait. The rest waits for the next list. */
const gatheredBytes = 4 * 1024 * 1024;

export class Slabs {
	#current = new Slab(slabBytes);
	/** Bytes of all slabs in use; for figures. */
	#reserved = slabBytes;

	get reservedBytes(): number {
		return this.#reserved;
	}

	/** Takes in stored JSON, splices its revision in, leaves out what the form it is kept in does, and counts a first holder. */
	place(key: ObjectKey, labelsAndFields: LabelsAndFields, kept: KeptAs, json: Uint8Array): StoredObject {
		const object = placeIn(this.#slabFor(json.byteLength + spliceBytes + commaBytes), key, labelsAndFields, kept, json);
		object.holders = 1;
		this.#account(object.slab, object);
		return object;
	}

	/** As `place`, in a place of its own, for whom the cache does not hold it. */
	placeAside(key: ObjectKey, labelsAndFields: LabelsAndFields, kept: KeptAs, json: Uint8Array): StoredObject {
		return placeIn(new Slab(json.byteLength + spliceBytes + commaBytes), key, labelsAndFields, kept, json);
	}

	/** Called when nothing of the cache holds the object any more. */
	release(object: StoredObject): void {
		const { slab } = object;
		slab.alive -= object.length + commaBytes;
		if (slab === this.#current) return;
		if (slab.alive < slab.used * aliveFraction) this.#empty(slab);
	}

	/** Lays side by side what is listed one after the other and lies scattered, so that the next list copies nothing. */
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

	/** To the end of the current slab. The place left is still what it was, for those who read it. */
	#move(object: StoredObject): void {
		const { slab } = object;
		const target = this.#slabFor(object.length + commaBytes);
		// A slab that became full just now, and was emptied for it, may have been its own.
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

function placeIn(slab: Slab, key: ObjectKey, labelsAndFields: LabelsAndFields, kept: KeptAs, json: Uint8Array): StoredObject {
	const length = spliceInto(slab.buffer, slab.used, json, key.revision, leftOutBy(kept.form));
	slab.buffer[slab.used + length] = comma;
	return new StoredObject(key, labelsAndFields, kept, slab, slab.used, length);
}

/** Stretches of objects between long runs, each worth being moved. */
function* scattered(objects: Iterable<StoredObject>): Generator<readonly StoredObject[]> {
	let stretch: StoredObject[] = [];
	let stretchBytes = 0;
	for (const run of runs(objects)) {
		const bytes = run.reduce((sum, { length }) => sum + length + commaBytes, 0);
		if (bytes < runBytes) {
			stretch.push(...run);
			stretchBytes += bytes;
		}
		// Long ones are moved by the slab, so that the list in between is not held for long.
		if (bytes < runBytes && stretchBytes < slabBytes) continue;
		if (stretchBytes >= runBytes) yield stretch;
		stretch = [];
		stretchBytes = 0;
	}
	if (stretchBytes >= runBytes) yield stretch;
}

/** Objects that follow each other in memory as well. */
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
