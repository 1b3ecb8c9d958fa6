/** Scalars in protobuf: plain wire types, and the small messages of times, quantities and similar types. */

import type { JsonValue, ScalarKind } from '../../model/catalog.ts';
import { formatDuration, parseDuration } from '../../scalars/duration.ts';
import { formatMicroTime, formatTime, isWithinYears, parseTime } from '../../scalars/time.ts';
import { maxJsonDepth, scanJson } from '../../wire/json/scan.ts';
import { parseExactly, stringify } from '../../wire/json/text.ts';
import { WireError, type WireReader, wireTypes } from '../../wire/protobuf/reader.ts';
import type { BackwardWriter } from '../../wire/protobuf/writer.ts';

export interface ScalarWire {
	readonly wireType: number;
	/** Value that is written for an absent field that is always written. */
	readonly zero: JsonValue;
	/** Writes the value without its tag. Includes the length, if the wire type has one. */
	write(value: JsonValue, writer: BackwardWriter): void;
	read(reader: WireReader): JsonValue;
}

const { varint, fixed64, bytes } = wireTypes;

/** Writes a message around the output of `body`. */
function message(writer: BackwardWriter, body: () => void): void {
	const before = writer.length;
	body();
	writer.varint(writer.length - before);
}

/** Calls `field` for every field of a nested message, and skips a field for which it returns false. */
function fields(reader: WireReader, field: (number: number, nested: WireReader) => boolean): void {
	const nested = reader.message();
	while (!nested.done) {
		const tag = nested.tag();
		if (!field(Math.floor(tag / 8), nested)) nested.skip(tag & 7);
	}
}

function integer(writer: BackwardWriter, value: JsonValue): void {
	if (typeof value === 'bigint') writer.varint64(value);
	else writer.varint(Number(value));
}

/** Reads an integer, as a number if it is safe, else as a bigint. */
function readInteger(reader: WireReader): number | bigint {
	const value = reader.varint64();
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : value;
}

function int32(reader: WireReader): number {
	return Number(BigInt.asIntN(32, reader.varint64()));
}

function timeWire(format: typeof formatTime, keepNanos: boolean): ScalarWire {
	return {
		wireType: bytes,
		zero: null,
		write(value, writer) {
			message(writer, () => {
				if (typeof value !== 'string') return;
				const { seconds, nanos } = parseTime(value);
				writer.varint(keepNanos ? nanos : 0);
				writer.tag(2, varint);
				writer.varint(seconds);
				writer.tag(1, varint);
			});
		},
		read(reader) {
			let seconds: number | undefined;
			let nanos: number | undefined;
			fields(reader, (number, nested) => {
				if (number === 1) seconds = Number(nested.varint64());
				else if (number === 2) nanos = int32(nested);
				else return false;
				return true;
			});
			if (seconds === undefined && nanos === undefined) return null;
			if (!isWithinYears(seconds ?? 0) || (nanos ?? 0) < 0 || (nanos ?? 0) > 999_999_999) throw new WireError('proto: time out of range');
			return format({ seconds: seconds ?? 0, nanos: nanos ?? 0 });
		},
	};
}

/** Message with a single field, which is raw JSON. */
const rawJson: ScalarWire = {
	wireType: bytes,
	zero: null,
	write(value, writer) {
		message(writer, () => {
			if (value === null) return;
			writer.text(rawText(value));
			writer.tag(1, bytes);
		});
	},
	read(reader) {
		let value: JsonValue = null;
		fields(reader, (number, nested) => {
			if (number !== 1) return false;
			value = parseRaw(nested.text());
			return true;
		});
		return value;
	},
};

export function rawText(value: JsonValue): string {
	return stringify(value);
}

/** Parses raw JSON. Throws WireError. */
export function parseRaw(text: string): JsonValue {
	if (text === '') return null;
	const { depth, longNumbers } = scanJson(text);
	if (depth > maxJsonDepth) throw new WireError(`a raw value is nested deeper than ${maxJsonDepth}`);
	try {
		return longNumbers ? parseExactly(text) : (JSON.parse(text) as JsonValue);
	} catch {
		throw new WireError('a raw value is not JSON');
	}
}

const wires: Readonly<Record<ScalarKind, ScalarWire>> = {
	string: { wireType: bytes, zero: '', write: (value, writer) => writer.text(String(value)), read: (reader) => reader.text() },
	boolean: { wireType: varint, zero: false, write: (value, writer) => writer.varint(value === true ? 1 : 0), read: (reader) => reader.varint64() !== 0n },
	int32: { wireType: varint, zero: 0, write: (value, writer) => integer(writer, value), read: int32 },
	int64: { wireType: varint, zero: 0, write: (value, writer) => integer(writer, value), read: readInteger },
	double: { wireType: fixed64, zero: 0, write: (value, writer) => writer.double(Number(value)), read: (reader) => reader.double() },
	bytes: { wireType: bytes, zero: null, write: (value, writer) => writer.base64(String(value)), read: (reader) => reader.base64() },
	time: timeWire(formatTime, false),
	microTime: timeWire(formatMicroTime, true),
	duration: {
		wireType: bytes,
		zero: '0s',
		write(value, writer) {
			message(writer, () => {
				writer.varint64(parseDuration(String(value)));
				writer.tag(1, varint);
			});
		},
		read(reader) {
			let nanos = 0n;
			fields(reader, (number, nested) => {
				if (number !== 1) return false;
				nanos = nested.varint64();
				return true;
			});
			return formatDuration(nanos);
		},
	},
	quantity: {
		wireType: bytes,
		zero: '0',
		write(value, writer) {
			message(writer, () => {
				writer.text(String(value));
				writer.tag(1, bytes);
			});
		},
		read(reader) {
			let text = '0';
			fields(reader, (number, nested) => {
				if (number !== 1) return false;
				text = nested.text();
				return true;
			});
			return text;
		},
	},
	intOrString: {
		wireType: bytes,
		zero: 0,
		write(value, writer) {
			message(writer, () => {
				const isText = typeof value === 'string';
				writer.text(isText ? value : '');
				writer.tag(3, bytes);
				writer.varint(isText ? 0 : Number(value));
				writer.tag(2, varint);
				writer.varint(isText ? 1 : 0);
				writer.tag(1, varint);
			});
		},
		read(reader) {
			let isText = false;
			let number = 0;
			let text = '';
			fields(reader, (field, nested) => {
				if (field === 1) isText = nested.varint64() === 1n;
				else if (field === 2) number = int32(nested);
				else if (field === 3) text = nested.text();
				else return false;
				return true;
			});
			return isText ? text : number;
		},
	},
	rawExtension: rawJson,
	fieldsV1: rawJson,
	any: rawJson,
};

export function scalarWire(kind: ScalarKind): ScalarWire {
	return wires[kind];
}
