/**
 * Protobuf messages of types, byte for byte as the ecosystem's generated code writes them: fields ascending, maps sorted
 * by key, zero scalars written unless they are pointers (`Presence`), lists never packed. The envelope is `wire/protobuf/unknown.ts`'s.
 */

import type { Field, JsonObject, JsonValue, ListSchema, MapSchema, Schema, TypeName } from '../../model/catalog.ts';
import { setOwn } from '../../model/equal.ts';
import { MalformedError } from '../../model/malformed.ts';
import { WireReader as Reader, WireError, type WireReader, wireTypes } from '../../wire/protobuf/reader.ts';
import { BackwardWriter } from '../../wire/protobuf/writer.ts';
import { isInherited, staysAbsent, structIn, type TypeLookup } from '../slots.ts';
import { scalarWire } from './scalar.ts';

export interface TypeProtobuf {
	encode(object: JsonObject): Uint8Array;
	/** JSON as it came, not yet canonical. Throws MalformedError on malformed bytes. */
	decode(bytes: Uint8Array): JsonObject;
}

/** Messages may nest this deep, as JSON may. */
const maxDepth = 1_000;

type WriteMessage = (object: JsonObject, writer: BackwardWriter) => void;
type ReadMessage = (reader: WireReader, into: JsonObject, depth: number) => void;

interface Message {
	readonly write: WriteMessage;
	readonly read: ReadMessage;
}

/** A value's form on the wire: its type and how it is written after its tag. */
interface Wire {
	readonly wireType: number;
	readonly zero: JsonValue;
	write(value: JsonValue, writer: BackwardWriter): void;
	/** `before` is what an earlier occurrence of the same field gave, which messages merge with. */
	read(reader: WireReader, depth: number, before: JsonValue | undefined): JsonValue;
}

interface FieldWire {
	readonly number: number;
	write(object: JsonObject, writer: BackwardWriter): void;
	read(reader: WireReader, wireType: number, into: JsonObject, depth: number): void;
}

/** Makes the protobuf forms of types. One per catalog. */
export class Protobufs {
	private readonly lookup: TypeLookup;
	private readonly messages = new Map<TypeName, Message>();
	private readonly having = new Map<TypeName, boolean>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	/** Whether nothing would be lost: every field has a number, here and in all types below, and there are no others. `apiVersion` and `kind` stand in the envelope. */
	has(name: TypeName): boolean {
		const known = this.having.get(name);
		if (known !== undefined) return known;
		// A type inside itself does not change the answer.
		this.having.set(name, true);
		const { fields, preserveUnknown } = this.lookup(name);
		const everyFieldHas = fields.every(({ name: field, number, schema }) => {
			if (number === undefined) return field === 'apiVersion' || field === 'kind' || (schema.kind === 'struct' && schema.type.endsWith('.TypeMeta'));
			const below = structIn(schema);
			return below === undefined || this.has(below);
		});
		const answer = everyFieldHas && preserveUnknown !== true;
		if (!answer) this.having.clear();
		this.having.set(name, answer);
		return answer;
	}

	protobuf(name: TypeName): TypeProtobuf {
		if (!this.has(name)) throw new Error(`type ${name} has no protobuf form`);
		const { write, read } = this.message(name);
		return {
			encode(object) {
				const writer = new BackwardWriter();
				write(object, writer);
				return writer.finish();
			},
			decode(bytes) {
				const object: JsonObject = {};
				const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
				try {
					read(new Reader(buffer), object, 0);
				} catch (error) {
					if (error instanceof WireError) throw new MalformedError(`unable to decode protobuf: ${error.message}`);
					throw error;
				}
				return object;
			},
		};
	}

	private message(name: TypeName): Message {
		const known = this.messages.get(name);
		if (known !== undefined) return known;
		// Made on first use: types refer to themselves.
		let made: Message | undefined;
		const lazy: Message = {
			write: (object, writer) => {
				made ??= this.makeMessage(name);
				made.write(object, writer);
			},
			read: (reader, into, depth) => {
				made ??= this.makeMessage(name);
				made.read(reader, into, depth);
			},
		};
		this.messages.set(name, lazy);
		return lazy;
	}

	private makeMessage(name: TypeName): Message {
		const fields = this.lookup(name).fields.flatMap((field) => (field.number === undefined ? [] : [this.field(field, field.number)]));
		const backward = fields.toSorted((a, b) => b.number - a.number);
		const byNumber = new Map(fields.map((field) => [field.number, field]));
		return {
			write(object, writer) {
				for (const field of backward) field.write(object, writer);
			},
			read(reader, into, depth) {
				if (depth > maxDepth) throw new WireError(`messages are nested deeper than ${maxDepth}`);
				while (!reader.done) {
					const tag = reader.tag();
					const field = byNumber.get(Math.floor(tag / 8));
					if (field === undefined) reader.skip(tag & 7);
					else field.read(reader, tag & 7, into, depth);
				}
			},
		};
	}

	private field(field: Field, number: number): FieldWire {
		const { schema } = field;
		if (field.inline && schema.kind === 'struct') return this.inlineField(number, schema.type);
		if (schema.kind === 'list') return this.listField(field, number, schema);
		if (schema.kind === 'map') return this.mapField(field, number, schema);
		const wire = this.wire(schema);
		const { name } = field;
		const written = (field.presence === 'always' && !staysAbsent(field)) || (field.presence === 'omitZero' && schema.kind !== 'bytes');
		// Bytes and free JSON have a nil, which is not written.
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
				expect(wireType, wire.wireType, name);
				into[name] = wire.read(reader, depth, own(into, name));
			},
		};
	}

	/** The fields stand among the parent's in JSON, in a message of their own here. */
	private inlineField(number: number, type: TypeName): FieldWire {
		const message = this.message(type);
		return {
			number,
			write(object, writer) {
				const before = writer.length;
				message.write(object, writer);
				writer.varint(writer.length - before);
				writer.tag(number, wireTypes.bytes);
			},
			read(reader, wireType, into, depth) {
				expect(wireType, wireTypes.bytes, type);
				message.read(reader.message(), into, depth + 1);
			},
		};
	}

	private listField({ name }: Field, number: number, { items }: ListSchema): FieldWire {
		const wire = this.wire(items);
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
				expect(wireType, wire.wireType, name);
				list.push(wire.read(reader, depth, undefined));
			},
		};
	}

	private mapField({ name }: Field, number: number, { values }: MapSchema): FieldWire {
		const wire = this.wire(values);
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
				expect(wireType, wireTypes.bytes, name);
				const known = own(into, name);
				const map: JsonObject = known !== null && typeof known === 'object' && !Array.isArray(known) ? known : {};
				into[name] = map;
				readEntry(reader.message(), wire, map, depth);
			},
		};
	}

	private wire(schema: Schema): Wire {
		switch (schema.kind) {
			case 'struct':
				return structWire(this.message(schema.type));
			case 'list':
				return listMessage(this.wire(schema.items));
			case 'map':
				throw new Error('a map inside a list or a map has no protobuf form');
			default:
				return scalarWire(schema.kind);
		}
	}
}

function structWire({ write, read }: Message): Wire {
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

/** A list where protobuf allows none (a map's value): a message whose field 1 repeats. */
function listMessage(items: Wire): Wire {
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
					expect(tag & 7, items.wireType, 'items');
					list.push(items.read(nested, depth + 1, undefined));
				}
			}
			return list;
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
			expect(tag & 7, wireTypes.bytes, 'key');
			key = entry.text();
		} else if (number === 2) {
			expect(tag & 7, wire.wireType, 'value');
			value = wire.read(entry, depth + 1, undefined);
		} else entry.skip(tag & 7);
	}
	setOwn(map, key, value ?? (wire.zero === null ? '' : structuredClone(wire.zero)));
}

function expect(found: number, expected: number, field: string): void {
	if (found !== expected) throw new WireError(`proto: wrong wireType = ${found} for field ${field}`);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
	return isInherited(name) && !Object.hasOwn(object, name) ? undefined : object[name];
}

/** By bytes of UTF-8, which differs from the order of JavaScript only where there are surrogates. */
function sortedKeys(map: JsonObject): string[] {
	const keys = Object.keys(map);
	if (!keys.some((key) => /[\ud800-\udfff]/.test(key))) return keys.sort();
	return keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
