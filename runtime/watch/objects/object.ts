/** An object of the cache, its place in a slab, and what selectors need. It never changed once readers can see it, but moved between slabs. */
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../contract.ts';
import type { Encoding } from './encodings.ts';
import type { Side } from './side.ts';

export class StoredObject implements CachedObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	side: Side;
	/** Where the bytes are; written by the slabs alone. */
	slab: Slab;
	offset: number;
	length: number;
	/** How many of the index and the event log hold it; the slabs give up its bytes at 0. */
	holders = 0;
	encodings: Encoding[] | undefined;

	constructor(namespace: string, name: string, revision: Revision, side: Side, slab: Slab, offset: number, length: number) {
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
		this.side = side;
		this.slab = slab;
		this.offset = offset;
		this.length = length;
	}

	get labels(): Readonly<Record<string, string>> {
		return this.side.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.side.fields;
	}

	/** Itself, so that nothing is allocated. What is read of it stays true of these bytes when the object moves. */
	get place(): this {
		return this;
	}

	get buffer(): Buffer {
		return this.slab.buffer;
	}

	/** Made anew each time: a view kept with each object would cost a tenth of its bytes. */
	get bytes(): Buffer {
		return this.slab.buffer.subarray(this.offset, this.offset + this.length);
	}
}

/** A large buffer with the objects that lie in it; filled by the slabs alone. */
export class Slab {
	readonly buffer: Buffer;
	readonly objects: StoredObject[] = [];
	used = 0;
	alive = 0;

	constructor(bytes: number) {
		this.buffer = Buffer.allocUnsafeSlow(bytes);
	}
}
