/** Objects as they were, made of rows of the store: those that are wanted, side by side as in the cache's memory, for themselves alone. */
import type { ItemForm } from '../../codec/item-form.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { Revision, Row } from '../../storage/store.ts';
import type { CachedObject } from '../contract.ts';
import type { LabelsAndFields, SharedLabelsAndFields } from '../objects/labels-and-fields.ts';
import { fittingForm, leftOutBy, spliceBytes, spliceInto } from '../objects/splice.ts';

/** Behind each object, so that neighbours are part of a list as they are. */
const comma = 0x2c;

class RestoredObject implements CachedObject {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly form: ItemForm;
	readonly buffer: Buffer;
	readonly offset: number;
	readonly length: number;
	readonly #labelsAndFields: LabelsAndFields;

	constructor({ namespace, name, revision, bytes }: Row, labelsAndFields: LabelsAndFields, typeForm: ItemForm, buffer: Buffer, offset: number) {
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
		this.#labelsAndFields = labelsAndFields;
		this.form = fittingForm(typeForm, bytes);
		this.buffer = buffer;
		this.offset = offset;
		this.length = spliceInto(buffer, offset, bytes, revision, leftOutBy(this.form));
		buffer[offset + this.length] = comma;
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

/** One for each row; undefined: it does not match. Nothing but the labels and fields is looked at of those. */
export function restored(rows: readonly Row[], form: ItemForm, sides: SharedLabelsAndFields, matches: Predicate): (CachedObject | undefined)[] {
	const isWanted = ({ namespace, name, side }: Row): boolean => {
		const { labels, fields } = sides.of(side);
		return matches({ namespace, name, labels, fields });
	};
	const wanted = matches === everything ? rows : rows.map((row) => (isWanted(row) ? row : undefined));
	let bytes = 0;
	for (const row of wanted) if (row !== undefined) bytes += row.bytes.byteLength + spliceBytes + 1;
	const buffer = Buffer.allocUnsafeSlow(bytes);
	let offset = 0;
	return wanted.map((row) => {
		if (row === undefined) return undefined;
		const object = new RestoredObject(row, sides.of(row.side), form, buffer, offset);
		offset += object.length + 1;
		return object;
	});
}
