/**
 * An object that is not kept as it is to be shown: written in another version, or kept for another form of lists. It is converted when
 * somebody first looks at it, and throws as long as it cannot be. What it was made of stays beside it: a later snapshot may show that,
 * or convert it otherwise, and nothing is lost on the way.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Revision } from '../../storage/store.ts';
import type { Encoding } from './encodings.ts';
import type { HeldObject, StoredObject } from './object.ts';

/** What makes of an object as it is kept the one to be shown. */
export interface Target {
	/** `isHeld`: the cache holds what is made. */
	convert(source: StoredObject, isHeld: boolean): StoredObject;
}

export class DeferredObject implements HeldObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	/** As it is kept; has this one as a holder where this one has any. */
	readonly source: StoredObject;
	holders = 0;
	encodings: Encoding[] | undefined;
	#shown: StoredObject | undefined;
	readonly target: Target;

	constructor(source: StoredObject, target: Target) {
		this.namespace = source.namespace;
		this.name = source.name;
		this.revision = source.revision;
		this.source = source;
		this.target = target;
	}

	/** Undefined: nobody has looked at it yet. */
	get shown(): StoredObject | undefined {
		return this.#shown;
	}

	get length(): number {
		return this.source.length + (this.#shown?.length ?? 0);
	}

	/** The same in all versions. */
	get labels(): Readonly<Record<string, string>> {
		return this.source.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.#ready().fields;
	}

	get form(): ItemForm {
		return this.#ready().form;
	}

	get place(): StoredObject {
		return this.#ready();
	}

	get bytes(): Buffer {
		return this.#ready().bytes;
	}

	#ready(): StoredObject {
		this.#shown ??= this.target.convert(this.source, this.holders > 0);
		return this.#shown;
	}
}
