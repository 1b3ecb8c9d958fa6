/**
 * Query parameters as an object of an options type (`meta/v1.ListOptions` and others), decoded by the type's descriptor. This is the only
 * decoder of options. Unknown parameters are ignored, since clients and proxies add their own. Seed 1, "Query parameters".
 */
import { ApiError } from '../api/errors.ts';
import type { QueryParameters } from '../api/query.ts';
import type { JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../model/catalog.ts';
import { formatTime, parseTime, TimeError } from '../scalars/time.ts';

/** Throws ApiError BadRequest for a value that its field cannot hold. */
export type OptionsReader = (parameters: QueryParameters) => JsonObject;

/** Readers by type, each built on first use. */
export class OptionsReaders {
	readonly #lookup: (name: TypeName) => TypeDescriptor;
	readonly #made = new Map<TypeName, OptionsReader>();

	/** `lookup`: types of all releases, because options are accepted before the release that documents them. Throws on an unknown type. */
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
	/** True when all values of a repeated parameter count; otherwise the first does. */
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

/** Returns the canonical text of a time, as in objects. */
function time(_name: string, text: string): string {
	try {
		return formatTime(parseTime(text));
	} catch (error) {
		if (error instanceof TimeError) throw new ApiError('BadRequest', error.message);
		throw error;
	}
}

/** Parses an integer. 64-bit values beyond the safe integers become the largest safe one, which exceeds every list and every watch. */
function integer(name: string, text: string): number {
	if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
	const value = /^[+-]?0*\d{1,19}$/.test(text) ? BigInt(text) : undefined;
	if (value === undefined || BigInt.asIntN(64, value) !== value) {
		throw new ApiError('BadRequest', `${name}: Invalid value: ${JSON.stringify(text)}: must be an integer`);
	}
	return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
}

/** Parses a boolean: a present parameter is true, with or without a value, except for two words. */
function flag(_name: string, text: string): boolean {
	return text !== '0' && text.toLowerCase() !== 'false';
}
