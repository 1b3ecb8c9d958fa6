/** Historical objects built from states of the store: the matching ones, next to each other as in the cache's memory, for one list only. */
import type { ItemForm } from '../../codec/item-form.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { PackedStates } from '../../storage/states.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject } from '../contract.ts';
import type { LabelsAndFields, SharedLabelsAndFields } from '../objects/labels-and-fields.ts';
import type { Place } from '../objects/ordered.ts';
import { fittingForm, leftOutBy, spliceBytes, spliceInto, spliceWithin } from '../objects/splice.ts';

/** Byte after each object, so that a list can include neighbours without copying. */
const comma = 0x2c;

/** Free bytes that the store leaves per state, so that all objects can be built in place. */
export const roomEach = spliceBytes + 1;

class RestoredObject implements CachedObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly form: ItemForm;
	readonly buffer: Buffer;
	readonly offset: number;
	readonly length: number;
	readonly #labelsAndFields: LabelsAndFields;

	constructor(
		{ namespace, name }: Place,
		revision: Revision,
		labelsAndFields: LabelsAndFields,
		form: ItemForm,
		buffer: Buffer,
		offset: number,
		length: number,
	) {
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
		this.#labelsAndFields = labelsAndFields;
		this.form = form;
		this.buffer = buffer;
		this.offset = offset;
		this.length = length;
	}

	get labels(): Readonly<Record<string, string>> {
		return this.#labelsAndFields.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.#labelsAndFields.fields;
	}

	get place(): this {
		return this;
	}

	get bytes(): Buffer {
		return this.buffer.subarray(this.offset, this.offset + this.length);
	}
}

/**
 * Returns one object for each state; undefined when it does not match. Only labels and fields of unmatched states are read. The states'
 * buffer is overwritten.
 */
export function restored(
	states: PackedStates,
	places: readonly Place[],
	typeForm: ItemForm,
	shared: SharedLabelsAndFields,
	matches: Predicate,
): (CachedObject | undefined)[] {
	const sides = states.sides.map((side) => shared.of(side));
	const sideOf = (i: number) => sides[states.side[i] ?? 0] as LabelsAndFields;
	const isWanted =
		matches === everything
			? () => true
			: (i: number): boolean => {
					const [{ namespace, name }, { labels, fields }] = [places[i] as Place, sideOf(i)];
					return matches({ namespace, name, labels, fields });
				};
	const objects: (CachedObject | undefined)[] = new Array(states.count);
	const source = Buffer.from(states.buffer);
	const wanted: number[] = [];
	let wantedBytes = 0;
	for (let i = 0; i < states.count; i++) {
		if (!isWanted(i)) continue;
		wanted.push(i);
		wantedBytes += (states.lengths[i] ?? 0) + roomEach;
	}
	// Copying the matching objects avoids that a few of them retain the memory of all.
	const target = 2 * wantedBytes < source.byteLength ? Buffer.allocUnsafeSlow(wantedBytes) : source;
	let at = 0;
	let from = states.start;
	let next = 0;
	for (const i of wanted) {
		for (; next < i; next++) from += states.lengths[next] ?? 0;
		const [revision = 0, length = 0] = [states.revisions[i], states.lengths[i]];
		const form = fittingForm(typeForm, source, from);
		const leftOut = leftOutBy(form);
		const made =
			target === source
				? spliceWithin(target, at, from, length, revision, leftOut)
				: spliceInto(target, at, source.subarray(from, from + length), revision, leftOut);
		objects[i] = new RestoredObject(places[i] as Place, revision, sideOf(i), form, target, at, made);
		target[at + made] = comma;
		at += made + 1;
	}
	return objects;
}
