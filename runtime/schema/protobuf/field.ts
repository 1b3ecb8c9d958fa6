/** Fields of messages: how a value is found in an object, its field number, and when it is written. */
import type { Field, JsonObject, JsonValue, TypeName } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import { type WireReader, wireTypes } from '../../wire/protobuf/reader.ts';
import type { BackwardWriter } from '../../wire/protobuf/writer.ts';
import { isInherited, staysAbsent } from '../properties.ts';
import { expectWireType, type Message, type Wire } from './wire.ts';

export interface FieldWire {
	readonly number: number;
	write(object: JsonObject, writer: BackwardWriter): void;
	read(reader: WireReader, wireType: number, into: JsonObject, depth: number): void;
}

/** Returns the field of a single value. */
export function singleField(field: Field, number: number, wire: Wire): FieldWire {
	const { name, schema } = field;
	const written = (field.presence === 'always' && !staysAbsent(field)) || (field.presence === 'omitZero' && schema.kind !== 'bytes');
	// Bytes and free JSON can be nil, which is not written.
	const zero = written && !(wire.zero === null && schema.kind !== 'time' && schema.kind !== 'microTime' && schema.kind !== 'struct') ? wire.zero : undefined;
	return {
		number,
		write(object, writer) {
			const value = own(object, name) ?? zero;
			if (value === undefined || (value === null && zero === undefined)) return;
			wire.write(value, writer);
			writer.tag(number, wire.wireType);
		},
		read(reader, wireType, into, depth) {
			expectWireType(wireType, wire.wireType, name);
			into[name] = wire.read(reader, depth, own(into, name));
		},
	};
}

/** Returns the field of an inline struct. In JSON its fields are among the parent's; here they form a separate message. */
export function inlineField(number: number, type: TypeName, message: Message): FieldWire {
	return {
		number,
		write(object, writer) {
			const before = writer.length;
			message.write(object, writer);
			writer.varint(writer.length - before);
			writer.tag(number, wireTypes.bytes);
		},
		read(reader, wireType, into, depth) {
			expectWireType(wireType, wireTypes.bytes, type);
			message.read(reader.message(), into, depth + 1);
		},
	};
}

/** Returns the field of a list. `wire`: form of its entries. */
export function listField({ name }: Field, number: number, wire: Wire): FieldWire {
	return {
		number,
		write(object, writer) {
			const list = own(object, name);
			if (!Array.isArray(list)) return;
			for (let index = list.length - 1; index >= 0; index--) {
				wire.write(list[index] ?? null, writer);
				writer.tag(number, wire.wireType);
			}
		},
		read(reader, wireType, into, depth) {
			const known = own(into, name);
			const list: JsonValue[] = Array.isArray(known) ? known : [];
			into[name] = list;
			if (wireType === wireTypes.bytes && wire.wireType !== wireTypes.bytes) {
				const packed = reader.message();
				while (!packed.done) list.push(wire.read(packed, depth, undefined));
				return;
			}
			expectWireType(wireType, wire.wireType, name);
			list.push(wire.read(reader, depth, undefined));
		},
	};
}

/** Returns the field of a map. `wire`: form of its values. */
export function mapField({ name }: Pick<Field, 'name'>, number: number, wire: Wire): FieldWire {
	return {
		number,
		write(object, writer) {
			const map = own(object, name);
			if (map === null || typeof map !== 'object' || Array.isArray(map)) return;
			for (const key of sortedKeys(map).reverse()) {
				const before = writer.length;
				wire.write(map[key] ?? wire.zero, writer);
				writer.tag(2, wire.wireType);
				writer.text(key);
				writer.tag(1, wireTypes.bytes);
				writer.varint(writer.length - before);
				writer.tag(number, wireTypes.bytes);
			}
		},
		read(reader, wireType, into, depth) {
			expectWireType(wireType, wireTypes.bytes, name);
			const known = own(into, name);
			const map: JsonObject = known !== null && typeof known === 'object' && !Array.isArray(known) ? known : {};
			into[name] = map;
			readEntry(reader.message(), wire, map, depth);
		},
	};
}

/** Returns the form of a map where protobuf allows none: in a list, or as the value of a map. It is a message whose field 1 is the map. */
export function mapMessage(values: Wire): Wire {
	const items = mapField({ name: 'items' }, 1, values);
	return {
		wireType: wireTypes.bytes,
		zero: {},
		write(value, writer) {
			const before = writer.length;
			items.write({ items: value }, writer);
			writer.varint(writer.length - before);
		},
		read(reader, depth) {
			const nested = reader.message();
			const read: JsonObject = {};
			while (!nested.done) {
				const tag = nested.tag();
				if (Math.floor(tag / 8) === 1) items.read(nested, tag & 7, read, depth + 1);
				else nested.skip(tag & 7);
			}
			return own(read, 'items') ?? {};
		},
	};
}

function readEntry(entry: WireReader, wire: Wire, map: JsonObject, depth: number): void {
	let key = '';
	let value: JsonValue | undefined;
	while (!entry.done) {
		const tag = entry.tag();
		const number = Math.floor(tag / 8);
		if (number === 1) {
			expectWireType(tag & 7, wireTypes.bytes, 'key');
			key = entry.text();
		} else if (number === 2) {
			expectWireType(tag & 7, wire.wireType, 'value');
			value = wire.read(entry, depth + 1, undefined);
		} else entry.skip(tag & 7);
	}
	// Null becomes the zero, as in JSON.
	setOwn(map, key, value ?? structuredClone(wire.zero));
}

function own(object: JsonObject, name: string): JsonValue | undefined {
	return isInherited(name) && !Object.hasOwn(object, name) ? undefined : object[name];
}

/** Sorts keys by their bytes in UTF-8. JavaScript's order differs only for surrogates. */
function sortedKeys(map: JsonObject): string[] {
	const keys = Object.keys(map);
	if (!keys.some((key) => /[\ud800-\udfff]/.test(key))) return keys.sort();
	return keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
