/**
 * Joins: a string in one version that is several fields, in order, in the other. The string is cut at separators from the left, so that the
 * last part has the rest. Joining the parts must give the same string again. Otherwise the whole string becomes the first part, which is
 * always a string. This happens if a part should be an integer and is not, or is a zero that its field cannot distinguish from absence.
 */
import type { ConversionStep, Field, JsonValue } from '../../model/catalog.ts';
import { distinguishesZero } from './declared.ts';

export type Join = Extract<ConversionStep, { kind: 'join' }>;
export type JoinSide = 'here' | 'storage';
/** Returns the field at a path, for each version, if known. */
export type FieldsOf = Readonly<Record<JoinSide, (path: string) => Field | undefined>>;

type Optional = JsonValue | undefined;

export class TextJoin {
	readonly #separator: string;
	readonly #fields: Readonly<Record<JoinSide, readonly (Field | undefined)[]>>;

	constructor({ separator, here, storage }: Join, fields: FieldsOf) {
		this.#separator = separator;
		this.#fields = { here: here.map(fields.here), storage: storage.map(fields.storage) };
	}

	/**
	 * Converts the values at the paths of one side to those of the other side, in order. Values of another type stay unchanged; reading
	 * refuses them later.
	 */
	across(values: readonly Optional[], from: JoinSide): readonly Optional[] {
		const fields = this.#fields[from];
		const said = values.map((value, index) => (isSaid(value, fields[index]) ? value : undefined));
		return fields.length === 1 ? this.#cut(said[0], this.#fields[from === 'here' ? 'storage' : 'here']) : [this.#joined(said, fields)];
	}

	/** Joins the parts up to the last one that is present. A missing part before it counts as an empty string. */
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

/** Returns the value of a part, or undefined when the field cannot hold it. */
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

/** Reports whether the value is set. Zero counts as absent if the field cannot distinguish the two. */
function isSaid(value: Optional, field: Field | undefined): boolean {
	return value !== undefined && value !== null && ((value !== 0 && value !== '') || distinguishesZero(field));
}
