/**
 * An object that cannot be handed out as it was stored: written in another version, and converted when somebody first looks at it, or
 * damaged, and then nobody can. Until then it holds the stored bytes. Afterwards it is as any other.
 */
import { type ItemForm, wholeForm } from '../../codec/item-form.ts';
import { type ObjectKey, type Slab, StoredObject } from './object.ts';
import type { Side } from './side.ts';

interface Shown {
	readonly bytes: Uint8Array;
	readonly side: string;
}

/** What was stored, made into what is shown. Throws as long as it cannot be. */
export type Finish = (stored: Uint8Array) => Shown;

/** Gives the object what is shown. */
export type Settle = (object: StoredObject, shown: Shown) => void;

export class DeferredObject extends StoredObject {
	#finish: Finish | undefined;
	readonly #settle: Settle;

	constructor(key: ObjectKey, side: Side, region: { readonly slab: Slab; readonly offset: number; readonly length: number }, finish: Finish, settle: Settle) {
		super(key, side, wholeForm, region.slab, region.offset, region.length);
		this.#finish = finish;
		this.#settle = settle;
	}

	/** Nobody has looked at it yet: it holds the bytes that it was given. */
	get isPending(): boolean {
		return this.#finish !== undefined;
	}

	override get labels(): Readonly<Record<string, string>> {
		this.#ready();
		return super.labels;
	}

	override get fields(): Readonly<Record<string, string>> {
		this.#ready();
		return super.fields;
	}

	override get form(): ItemForm {
		this.#ready();
		return super.form;
	}

	override get place(): this {
		this.#ready();
		return this;
	}

	override get bytes(): Buffer {
		this.#ready();
		return super.bytes;
	}

	#ready(): void {
		if (this.#finish === undefined) return;
		this.#settle(this, this.#finish(this.slab.buffer.subarray(this.offset, this.offset + this.length)));
		this.#finish = undefined;
	}
}
