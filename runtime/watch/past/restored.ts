/** Objects as they were, made of rows of the store: those that are wanted, side by side as in the cache's memory, for themselves alone. */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Revision, Row } from '../../storage/store.ts';
import type { CachedObject, Selectable } from '../contract.ts';
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
export function restored(
	rows: readonly Row[],
	form: ItemForm,
	sides: SharedLabelsAndFields,
	matches: (object: Selectable) => boolean,
): (CachedObject | undefined)[] {
	const found = rows.map((row) => {
		const labelsAndFields = sides.of(row.side);
		const { namespace, name } = row;
		const { labels, fields } = labelsAndFields;
		return matches({ namespace, name, labels, fields }) ? { row, labelsAndFields } : undefined;
	});
	const buffer = Buffer.allocUnsafeSlow(found.reduce((sum, one) => sum + (one === undefined ? 0 : one.row.bytes.byteLength + spliceBytes + 1), 0));
	let offset = 0;
	return found.map((one) => {
		if (one === undefined) return undefined;
		const object = new RestoredObject(one.row, one.labelsAndFields, form, buffer, offset);
		offset += object.length + 1;
		return object;
	});
}
