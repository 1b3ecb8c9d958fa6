/** Wire forms of values: the bytes after a tag. `scalar.ts` has those of scalars. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { WireError, type WireReader, wireTypes } from '../../wire/protobuf/reader.ts';
import type { BackwardWriter } from '../../wire/protobuf/writer.ts';

type WriteMessage = (object: JsonObject, writer: BackwardWriter) => void;
type ReadMessage = (reader: WireReader, into: JsonObject, depth: number) => void;

export interface Message {
	readonly write: WriteMessage;
	readonly read: ReadMessage;
}

/** Wire form of a value: its wire type, and how it is written after its tag. */
export interface Wire {
	readonly wireType: number;
	readonly zero: JsonValue;
	write(value: JsonValue, writer: BackwardWriter): void;
	/** Reads a value. `before`: value of an earlier occurrence of the same field, into which a message is merged. */
	read(reader: WireReader, depth: number, before: JsonValue | undefined): JsonValue;
}

export function structWire({ write, read }: Message): Wire {
	return {
		wireType: wireTypes.bytes,
		zero: {},
		write(value, writer) {
			const before = writer.length;
			write(value === null ? {} : (value as JsonObject), writer);
			writer.varint(writer.length - before);
		},
		read(reader, depth, before) {
			const object: JsonObject = before !== null && typeof before === 'object' && !Array.isArray(before) ? before : {};
			read(reader.message(), object, depth + 1);
			return object;
		},
	};
}

/** Returns the form of a list where protobuf allows none (as the value of a map): a message with a repeated field 1. */
export function listMessage(items: Wire): Wire {
	return {
		wireType: wireTypes.bytes,
		zero: [],
		write(value, writer) {
			const before = writer.length;
			const list = Array.isArray(value) ? value : [];
			for (let index = list.length - 1; index >= 0; index--) {
				items.write(list[index] ?? null, writer);
				writer.tag(1, items.wireType);
			}
			writer.varint(writer.length - before);
		},
		read(reader, depth) {
			const nested = reader.message();
			const list: JsonValue[] = [];
			while (!nested.done) {
				const tag = nested.tag();
				if (Math.floor(tag / 8) !== 1) nested.skip(tag & 7);
				else {
					expectWireType(tag & 7, items.wireType, 'items');
					list.push(items.read(nested, depth + 1, undefined));
				}
			}
			return list;
		},
	};
}

/** Throws WireError when the wire types differ. */
export function expectWireType(found: number, expected: number, field: string): void {
	if (found !== expected) throw new WireError(`proto: wrong wireType = ${found} for field ${field}`);
}
