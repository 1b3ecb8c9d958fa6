/** Readers of scalars. They check the type of a value and make its text canonical. */

import type { JsonObject, JsonValue, ScalarKind, ScalarSchema } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';
import { formatDuration, parseDuration } from '../scalars/duration.ts';
import { canonicalQuantity, roundedToMilli } from '../scalars/quantity.ts';
import { canonicalMicroTime, canonicalTime } from '../scalars/time.ts';

/** Reads a scalar other than null and undefined. A result of null means absent. */
export type ScalarReader = (value: unknown) => JsonValue;

/** Error for a value of the wrong type. It is no MalformedError, because only the reader of the whole object knows the path. */
export class Mismatch extends Error {
	override readonly name = 'Mismatch';
	/** Description of the value in the terms of a decoder: `string`, `number 1.5`. */
	readonly found: string;
	readonly goType: string;
	/** Complete message, for errors that are not about the type. */
	readonly complete: string | undefined;

	constructor(value: unknown, goType: string, complete?: string) {
		super(complete ?? `cannot read a value as ${goType}`);
		this.found = nameOf(value, goType);
		this.goType = goType;
		this.complete = complete;
	}
}

function nameOf(value: unknown, goType: string): string {
	switch (typeof value) {
		case 'string':
			return 'string';
		case 'boolean':
			return 'bool';
		case 'number':
		case 'bigint':
			return goType.startsWith('int') && goType !== 'intstr.IntOrString' ? `number ${value}` : 'number';
		default:
			return Array.isArray(value) ? 'array' : value === null ? 'null' : 'object';
	}
}

const readers: Readonly<Record<ScalarKind, ScalarReader>> = {
	string: readString,
	boolean(value) {
		if (typeof value !== 'boolean') throw new Mismatch(value, 'bool');
		return value;
	},
	int32(value) {
		if (typeof value !== 'number' || (value | 0) !== value) throw new Mismatch(value, 'int32');
		return value | 0;
	},
	int64: readInt64,
	double(value) {
		const number = typeof value === 'bigint' ? Number(value) : value;
		if (typeof number !== 'number' || !Number.isFinite(number)) throw new Mismatch(value, 'float64');
		return number;
	},
	bytes: readBytes,
	time: (value) => readTime(value, canonicalTime, 'v1.Time'),
	microTime: (value) => readTime(value, canonicalMicroTime, 'v1.MicroTime'),
	duration(value) {
		if (typeof value !== 'string') throw new Mismatch(value, 'string');
		return formatDuration(parseDuration(value));
	},
	quantity(value) {
		if (typeof value === 'string') return canonicalQuantity(value.trim());
		if (typeof value === 'number' || typeof value === 'bigint') return canonicalQuantity(String(value));
		throw new Mismatch(value, 'resource.Quantity');
	},
	intOrString(value) {
		if (typeof value === 'string') return readString(value);
		if (typeof value !== 'number' || (value | 0) !== value) throw new Mismatch(value, 'int32');
		return value | 0;
	},
	rawExtension: readAny,
	// Not copied, because it is never changed in place and may be as long as the object.
	fieldsV1: (value) => value as JsonValue,
	any: readAny,
};

export function readScalar({ kind, precision }: Pick<ScalarSchema, 'kind' | 'precision'>): ScalarReader {
	if (precision === undefined) return readers[kind];
	return (value) => roundedToMilli(String(readers[kind](value)));
}

function readString(value: unknown): string {
	if (typeof value !== 'string') throw new Mismatch(value, 'string');
	// A lone surrogate has no UTF-8 form.
	return value.isWellFormed() ? value : value.toWellFormed();
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

function readInt64(value: unknown): number | bigint {
	if (typeof value === 'number') {
		if (!Number.isSafeInteger(value)) throw new Mismatch(value, 'int64');
		return value === 0 ? 0 : value;
	}
	if (typeof value !== 'bigint' || value < int64.min || value > int64.max) throw new Mismatch(value, 'int64');
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : value;
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const notBase64 = /[^A-Za-z0-9+/]/;

/** Reads standard base64 with padding. Ignores line breaks, as other decoders do. */
function readBytes(value: unknown): string {
	if (typeof value !== 'string') throw new Mismatch(value, '[]uint8');
	const text = /[\r\n]/.test(value) ? value.replace(/[\r\n]/g, '') : value;
	if (text.length % 4 !== 0 || !base64.test(text)) {
		const at = notBase64.exec(text)?.index ?? text.length - (text.length % 4);
		throw new Mismatch(value, '[]uint8', `illegal base64 data at input byte ${at}`);
	}
	if (!text.endsWith('=')) return text;
	// The spare bits before the padding may have any value; in canonical text they are zero.
	return text.slice(0, -4) + Buffer.from(text.slice(-4), 'base64').toString('base64');
}

/** Go's zero time, which means absent. */
const zeroYear = '0001-01-01T00:00:00';

function readTime(value: unknown, canonical: (text: string) => string, goType: string): string | null {
	if (typeof value !== 'string') throw new Mismatch(value, goType === 'v1.Time' ? 'string' : goType);
	const text = canonical(value);
	return text.startsWith(zeroYear) && /^[^.]*(\.0*)?Z$/.test(text) ? null : text;
}

/** Copies a value. Keys are data, whatever their names. */
function readAny(value: unknown): JsonValue {
	if (value === null || value === undefined) return null;
	if (Array.isArray(value)) return value.map(readAny);
	switch (typeof value) {
		case 'string':
			return readString(value);
		case 'boolean':
		case 'bigint':
			return value;
		case 'number':
			// JSON such as 1e400 gives Infinity, which would be written as null.
			if (!Number.isFinite(value)) throw new Mismatch(value, 'float64');
			return value;
		case 'object': {
			const output: JsonObject = {};
			for (const [key, item] of Object.entries(value)) setOwn(output, key, readAny(item));
			return output;
		}
		default:
			throw new Mismatch(value, 'interface {}');
	}
}
