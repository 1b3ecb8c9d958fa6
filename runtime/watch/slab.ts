/**
 * Objects' bytes as slices of large buffers: no allocation per object for the collector to see, and none to round up.
 * A region is never written twice, so whoever still holds an object reads it unharmed; mostly dead slabs are emptied by
 * copying what lives, and the collector takes them when nobody refers to them any more.
 */
import type { Revision } from '../storage/store.ts';
import { StoredObject } from './object.ts';
import type { Side } from './side.ts';
import { spliceBytes, spliceInto } from './splice.ts';

const slabBytes = 1024 * 1024;

/** Behind each object, so that neighbours are part of a list as they are. */
const comma = 0x2c;
const commaBytes = 1;

/** What is larger gets a slab of its own, so that a slab's end is not wasted on it. */
const largeBytes = slabBytes / 8;

/** A slab with less alive is emptied: copies cost at most two bytes for each byte freed, and memory stays under 1.6 times the objects. */
const aliveFraction = 0.65;

export class Slab {
	readonly buffer: Buffer;
	readonly objects: StoredObject[] = [];
	used = 0;
	alive = 0;

	constructor(bytes: number) {
		this.buffer = Buffer.allocUnsafeSlow(bytes);
	}
}

export class Slabs {
	#current = new Slab(slabBytes);
	/** Bytes of all slabs in use; for figures. */
	#reserved = slabBytes;

	get reservedBytes(): number {
		return this.#reserved;
	}

	/** Takes in stored JSON, splices its revision in, and counts a first holder. */
	place(namespace: string, name: string, revision: Revision, side: Side, json: Uint8Array): StoredObject {
		const slab = this.#slabFor(json.byteLength + spliceBytes + commaBytes);
		const length = spliceInto(slab.buffer, slab.used, json, revision);
		slab.buffer[slab.used + length] = comma;
		const object = new StoredObject(namespace, name, revision, side, slab, slab.used, length);
		object.holders = 1;
		this.#account(slab, object);
		return object;
	}

	/** Called when nothing of the cache holds the object any more. */
	release(object: StoredObject): void {
		const { slab } = object;
		slab.alive -= object.length + commaBytes;
		if (slab === this.#current) return;
		if (slab.alive < slab.used * aliveFraction) this.#empty(slab);
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
			const target = this.#slabFor(object.length + commaBytes);
			slab.buffer.copy(target.buffer, target.used, object.offset, object.offset + object.length + commaBytes);
			object.slab = target;
			object.offset = target.used;
			this.#account(target, object);
		}
		slab.objects.length = 0;
		slab.alive = 0;
		slab.used = 0;
		this.#reserved -= slab.buffer.byteLength;
	}
}
