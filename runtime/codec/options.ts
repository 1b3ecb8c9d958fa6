/**
 * Decodes query parameters into an options type (`meta/v1.ListOptions` and others), by the type's descriptor. There is no other decoder of
 * options. Unknown parameters are ignored, because clients and proxies add their own (seed 1, "Query parameters").
 */
import { ApiError } from '../api/errors.ts';
import type { QueryParameters } from '../api/query.ts';
import type { JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';
import { formatTime, parseTime, TimeError } from '../scalars/time.ts';

/** Throws ApiError BadRequest for an invalid value. */
export type OptionsReader = (parameters: QueryParameters) => JsonObject;

/** Readers by type, each built on first use. */
export class OptionsReaders {
	readonly #lookup: (name: TypeName) => TypeDescriptor;
	readonly #made = new Map<TypeName, OptionsReader>();

	/**
	 * `lookup`: finds types of all releases, because options are accepted before the release that documents them. Throws on an unknown
	 * type.
	 */
	constructor(lookup: (name: TypeName) => TypeDescriptor) {
		this.#lookup = lookup;
	}

	of(type: TypeName): OptionsReader {
		let reader = this.#made.get(type);
		if (reader === undefined) {
			reader = optionsReader(this.#lookup(type));
			this.#made.set(type, reader);
		}
		return reader;
	}
}

interface OptionReader {
	readonly read: (name: string, text: string) => JsonValue;
	/** True when a repeated parameter has several values; otherwise the first counts. */
	readonly many: boolean;
}

function optionsReader({ fields }: TypeDescriptor): OptionsReader {
	const readings = new Map<string, OptionReader>();
	for (const { name, schema } of fields) {
		const many = schema.kind === 'list';
		const read = readerOf(many ? schema.items : schema);
		if (read !== undefined && name !== 'kind' && name !== 'apiVersion') readings.set(name, { read, many });
	}
	return (parameters) => {
		const options: JsonObject = {};
		for (const [name, text] of parameters) {
			const reading = readings.get(name);
			if (reading === undefined) continue;
			const before = options[name];
			if (reading.many) {
				if (text !== '') options[name] = [...((before as JsonValue[] | undefined) ?? []), reading.read(name, text)];
			} else if (before === undefined && (text !== '' || reading.read === flag)) options[name] = reading.read(name, text);
		}
		return options;
	};
}

/** Returns undefined for schemas that a query cannot express, such as objects. */
function readerOf(schema: Schema): OptionReader['read'] | undefined {
	switch (schema.kind) {
		case 'string':
			return (_name, text) => text;
		case 'time':
			return time;
		case 'int32':
		case 'int64':
			return integer;
		case 'boolean':
			return flag;
		default:
			return undefined;
	}
}

/** Returns a time in the canonical form of objects. */
function time(_name: string, text: string): string {
	try {
		return formatTime(parseTime(text));
	} catch (error) {
		if (error instanceof TimeError) throw new ApiError('BadRequest', error.message);
		throw error;
	}
}

/** Parses an integer. Integers beyond the safe range become the largest safe integer, more than any list or watch needs. */
function integer(name: string, text: string): number {
	if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
	const value = /^[+-]?0*\d{1,19}$/.test(text) ? BigInt(text) : undefined;
	if (value === undefined || BigInt.asIntN(64, value) !== value) {
		throw new ApiError('BadRequest', `${name}: Invalid value: ${JSON.stringify(text)}: must be an integer`);
	}
	return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
}

/** Parses a boolean: a parameter without value, or with any value except `0` and `false`, is true. */
function flag(_name: string, text: string): boolean {
	return text !== '0' && text.toLowerCase() !== 'false';
}
