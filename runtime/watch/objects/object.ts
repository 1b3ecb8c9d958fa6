/** An object of the cache, its place in a slab, and what selectors need. It never changed once readers can see it, but moved between slabs. */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../contract.ts';
import type { Encoded, Encoding } from './encodings.ts';
import type { KeptAs } from './kept-as.ts';
import type { LabelsAndFields } from './labels-and-fields.ts';

/** Which object, and which of its states. */
export interface ObjectKey {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
}

/** What the index and the event log hold. */
export interface HeldObject extends CachedObject, Encoded {
	/** How many of them hold it; what it keeps is given up at 0. */
	holders: number;
	/** Bytes that it keeps. */
	readonly length: number;
}

export class StoredObject implements HeldObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly labelsAndFields: LabelsAndFields;
	readonly kept: KeptAs;
	/** Written by the slabs alone, as is the offset. */
	slab: Slab;
	offset: number;
	readonly length: number;
	holders = 0;
	encodings: Encoding[] | undefined;

	constructor(key: ObjectKey, labelsAndFields: LabelsAndFields, kept: KeptAs, slab: Slab, offset: number, length: number) {
		this.namespace = key.namespace;
		this.name = key.name;
		this.revision = key.revision;
		this.labelsAndFields = labelsAndFields;
		this.kept = kept;
		this.slab = slab;
		this.offset = offset;
		this.length = length;
	}

	get labels(): Readonly<Record<string, string>> {
		return this.labelsAndFields.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.labelsAndFields.fields;
	}

	get form(): ItemForm {
		return this.kept.form;
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
