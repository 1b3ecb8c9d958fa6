/**
 * One text of a version that is several fields of the other, its parts in order. The text is cut at the first separators from the left,
 * so that the last part takes the rest, and what is cut, joined again, is the same text: one of which that cannot be said (a part is no
 * integer, or a zero that its field does not tell from absence) stays whole in the first part, which is always a string.
 */
import type { ConversionStep, Field, JsonValue } from '../../model/catalog.ts';
import { tellsZero } from './declared.ts';

export type Join = Extract<ConversionStep, { kind: 'join' }>;
export type Side = 'here' | 'storage';
/** The field at a path of each version, as far as it is known. */
export type FieldsOf = Readonly<Record<Side, (path: string) => Field | undefined>>;

type Optional = JsonValue | undefined;

export class Joining {
	readonly #separator: string;
	readonly #fields: Readonly<Record<Side, readonly (Field | undefined)[]>>;

	constructor({ separator, here, storage }: Join, fields: FieldsOf) {
		this.#separator = separator;
		this.#fields = { here: here.map(fields.here), storage: storage.map(fields.storage) };
	}

	/** Values at the paths of the other side, in order, of those at the paths of one. What is of another form goes on as it is: reading refuses it there. */
	across(values: readonly Optional[], from: Side): readonly Optional[] {
		const fields = this.#fields[from];
		const said = values.map((value, index) => (isSaid(value, fields[index]) ? value : undefined));
		return fields.length === 1 ? this.#cut(said[0], this.#fields[from === 'here' ? 'storage' : 'here']) : [this.#joined(said, fields)];
	}

	/** Parts behind the last that is there are left out; one that is missing before it is an empty text. */
	#joined(parts: readonly Optional[], fields: readonly (Field | undefined)[]): Optional {
		const stray = parts.find((part, index) => part !== undefined && !fits(part, fields[index]));
		const last = parts.findLastIndex((part) => part !== undefined);
		if (stray !== undefined || last === -1) return stray;
		return parts
			.slice(0, last + 1)
			.map((part) => (part === undefined ? '' : String(part)))
			.join(this.#separator);
	}

	#cut(text: Optional, fields: readonly (Field | undefined)[]): readonly Optional[] {
		if (typeof text !== 'string') return [text];
		const texts = pieces(text, this.#separator, fields.length);
		const parts = texts.map((piece, index) => partOf(piece, fields[index]));
		return this.#joined(parts, fields) === text ? parts : [text];
	}
}

function pieces(text: string, separator: string, most: number): string[] {
	const found = text.split(separator);
	return found.length <= most ? found : [...found.slice(0, most - 1), found.slice(most - 1).join(separator)];
}

/** Undefined: the field cannot hold what the text says. */
function partOf(text: string, field: Field | undefined): Optional {
	const value = isInteger(field) ? integerOf(text, field) : text;
	return isSaid(value, field) ? value : undefined;
}

const decimal = /^(?:0|-?[1-9][0-9]{0,18})$/;

function integerOf(text: string, field: Field): Optional {
	if (!decimal.test(text)) return undefined;
	const value = BigInt(text);
	if (BigInt.asIntN(field.schema.kind === 'int32' ? 32 : 64, value) !== value) return undefined;
	return Number.isSafeInteger(Number(text)) ? Number(text) : value;
}

function isInteger(field: Field | undefined): field is Field {
	return field?.schema.kind === 'int32' || field?.schema.kind === 'int64';
}

function fits(value: JsonValue, field: Field | undefined): boolean {
	return isInteger(field) ? typeof value === 'bigint' || Number.isInteger(value) : typeof value === 'string';
}

/** Zero is another word for absent where the field cannot tell them apart. */
function isSaid(value: Optional, field: Field | undefined): boolean {
	return value !== undefined && value !== null && ((value !== 0 && value !== '') || tellsZero(field));
}
