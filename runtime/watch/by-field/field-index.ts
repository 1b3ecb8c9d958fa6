/**
 * Index of the objects of one resource by the value of one field. It is built in slices on first use and then updated with every change. It
 * has a reference per object and a text per value. An object whose value is unknown without conversion is returned for every value; the
 * caller filters the result.
 */

import type { PassTarget } from '../../scheduling/background-pass.ts';
import { merged } from '../objects/merged.ts';
import type { HeldObject } from '../objects/object.ts';
import { compare, OrderedObjects, type Place } from '../objects/ordered.ts';
import { fieldOf } from './field-value.ts';

/** Objects with one value. A single object, the usual case for many fields, is stored directly. */
type Those = HeldObject | OrderedObjects<HeldObject>;

export class FieldIndex implements PassTarget<Place> {
	readonly #field: string;
	readonly #objects: OrderedObjects<HeldObject>;
	readonly #byValue = new Map<string, Those>();
	readonly #unknown = new OrderedObjects<HeldObject>();
	/** Last object in the index while it is built. Later objects are still missing. */
	#upTo: Place | undefined;
	#isWhole = false;

	/** Indexes the current and later objects of `objects`. */
	constructor(field: string, objects: OrderedObjects<HeldObject>) {
		this.#field = field;
		this.#objects = objects;
	}

	/**
	 * Returns a snapshot in key order of the objects with the value, and possibly others. Returns undefined while the index is incomplete.
	 */
	list(value: string, namespace: string, after: Place | undefined): Iterable<HeldObject> | undefined {
		if (!this.#isWhole) return undefined;
		const those = this.#byValue.get(value);
		const known = those instanceof OrderedObjects ? those.list(namespace, after) : isBehind(those, namespace, after) ? [those] : [];
		return this.#unknown.size === 0 ? known : merged(known, this.#unknown.list(namespace, after));
	}

	process(count: number, after: Place | undefined): Place | undefined {
		let left = count;
		for (const object of this.#objects.list('', after)) {
			this.#add(object, fieldOf(object, this.#field));
			this.#upTo = object;
			if (--left === 0) return object;
		}
		this.#isWhole = true;
		return undefined;
	}

	/** Adds `object` in place of `old`, which has the same key. */
	set(object: HeldObject, old: HeldObject | undefined): void {
		if (!this.#covers(object)) return;
		const value = fieldOf(object, this.#field);
		if (old !== undefined && (value === undefined || fieldOf(old, this.#field) !== value)) this.#remove(old);
		this.#add(object, value);
	}

	delete(old: HeldObject): void {
		if (this.#covers(old)) this.#remove(old);
	}

	#covers(place: Place): boolean {
		return this.#isWhole || (this.#upTo !== undefined && compare(place, this.#upTo) <= 0);
	}

	#add(object: HeldObject, value: string | undefined): void {
		if (value === undefined) {
			this.#unknown.set(object);
			return;
		}
		const those = this.#byValue.get(value);
		if (those === undefined || isSame(those, object)) this.#byValue.set(value, object);
		else if (those instanceof OrderedObjects) those.set(object);
		else {
			const both = new OrderedObjects<HeldObject>();
			both.set(those);
			both.set(object);
			this.#byValue.set(value, both);
		}
	}

	#remove(object: HeldObject): void {
		const value = fieldOf(object, this.#field);
		if (value === undefined) {
			this.#unknown.delete(object);
			return;
		}
		const those = this.#byValue.get(value);
		if (those instanceof OrderedObjects) {
			those.delete(object);
			if (those.size === 0) this.#byValue.delete(value);
		} else if (those === object) this.#byValue.delete(value);
	}
}

function isSame(those: Those, object: HeldObject): boolean {
	return !(those instanceof OrderedObjects) && compare(those, object) === 0;
}

function isBehind(object: HeldObject | undefined, namespace: string, after: Place | undefined): object is HeldObject {
	if (object === undefined || (namespace !== '' && object.namespace !== namespace)) return false;
	return after === undefined || compare(object, after) > 0;
}
