/**
 * An object of the cache: its location in a slab and the data for selectors. Its content never changes once readers can see it; its
 * location may.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Ownership } from '../../storage/side.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../contract.ts';
import type { ObjectEncoding } from './encoding.ts';
import type { Encoded, Encoding } from './encodings.ts';
import type { SideData } from './side-data.ts';

/** Key of an object and revision of one of its states. */
export interface ObjectKey {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
}

/** Object that the index and the event log hold. */
export interface HeldObject extends CachedObject, Encoded {
	/** Number of holders; at 0 its memory is released. */
	holders: number;
	/** Bytes of memory that it uses. */
	readonly length: number;
}

export class StoredObject implements HeldObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly sideData: SideData;
	readonly kept: ObjectEncoding;
	/** Slab and offset, changed only by the slabs. */
	slab: Slab;
	offset: number;
	readonly length: number;
	holders = 0;
	encodings: Encoding[] | undefined;

	constructor(key: ObjectKey, sideData: SideData, kept: ObjectEncoding, slab: Slab, offset: number, length: number) {
		this.namespace = key.namespace;
		this.name = key.name;
		this.revision = key.revision;
		this.sideData = sideData;
		this.kept = kept;
		this.slab = slab;
		this.offset = offset;
		this.length = length;
	}

	get labels(): Readonly<Record<string, string>> {
		return this.sideData.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.sideData.fields;
	}

	get ownership(): Ownership | undefined {
		return this.sideData.ownership;
	}

	get form(): ItemForm {
		return this.kept.form;
	}

	/** Returns the object itself, to avoid an allocation. A reader's copy of slab and offset stays valid after the object moves. */
	get place(): this {
		return this;
	}

	get buffer(): Buffer {
		return this.slab.buffer;
	}

	/** Creates a view each time: storing one per object would cost a tenth of its bytes. */
	get bytes(): Buffer {
		return this.slab.buffer.subarray(this.offset, this.offset + this.length);
	}
}

/** A large buffer with the objects in it; changed only by the slabs. */
export class Slab {
	readonly buffer: Buffer;
	readonly objects: StoredObject[] = [];
	used = 0;
	alive = 0;

	constructor(bytes: number) {
		this.buffer = Buffer.allocUnsafeSlow(bytes);
	}
}
