/**
 * An object stored in another representation than the shown one: another version, or another form of lists. It is converted on first use,
 * and each use throws as long as the conversion fails. The source is kept, because a later snapshot may show it unchanged or convert it
 * differently without loss.
 */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Ownership } from '../../storage/side.ts';
import type { Revision } from '../../storage/store.ts';
import type { Encoding } from './encodings.ts';
import { type HeldObject, StoredObject } from './object.ts';

/** Converts stored objects to the shown representation. */
export interface Target {
	/** `isHeld` is true when the cache holds the result. */
	convert(source: StoredObject, isHeld: boolean): StoredObject;
}

export class DeferredObject implements HeldObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	/** Object as stored. While this object has holders, it counts as one holder of the source. */
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

	/** Converted object; undefined before its first use. */
	get converted(): StoredObject | undefined {
		return this.#shown;
	}

	get length(): number {
		return this.source.length + (this.#shown?.length ?? 0);
	}

	/** Labels, which are the same in all versions. */
	get labels(): Readonly<Record<string, string>> {
		return this.source.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.#ready().fields;
	}

	get ownership(): Ownership | undefined {
		return this.#ready().ownership;
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

/** Returns the `Row.version` of an object's row, independent of the shown version. Returns undefined when the row is damaged. */
export function rowVersionOf(object: HeldObject): string | undefined {
	const source = object instanceof DeferredObject ? object.source : object;
	return source instanceof StoredObject ? source.kept.version : undefined;
}
