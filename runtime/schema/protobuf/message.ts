/**
 * Protobuf messages of types, byte for byte as the generated code of Kubernetes writes them. Fields are in ascending order, maps are sorted
 * by key, and lists are never packed. Zero scalars are written unless they are pointers (`Presence`). The envelope is in
 * `wire/protobuf/unknown.ts`.
 */

import type { Field, JsonObject, Schema, TypeName } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { WireReader as Reader, WireError } from '../../wire/protobuf/reader.ts';
import { BackwardWriter } from '../../wire/protobuf/writer.ts';
import { type TypeLookup, typeIn } from '../properties.ts';
import { type FieldWire, inlineField, listField, mapField, mapMessage, singleField } from './field.ts';
import { scalarWire } from './scalar.ts';
import { variantWire } from './variant.ts';
import { listMessage, type Message, structWire, type Wire } from './wire.ts';

export interface TypeProtobuf {
	encode(object: JsonObject): Uint8Array;
	/** Decodes to JSON that is not canonical yet. Throws MalformedError. */
	decode(bytes: Uint8Array): JsonObject;
}

/** Maximum nesting of messages, as in JSON. */
const maxDepth = 1_000;

/** Makes the protobuf forms of types, one instance per catalog. */
export class Protobufs {
	private readonly lookup: TypeLookup;
	private readonly messages = new Map<TypeName, Message>();
	private readonly having = new Map<TypeName, boolean>();

	constructor(lookup: TypeLookup) {
		this.lookup = lookup;
	}

	/**
	 * Reports whether the protobuf form is lossless: every field has a number, in all inner types as well, and unknown fields are not
	 * preserved. The envelope has `apiVersion` and `kind`.
	 */
	has(name: TypeName): boolean {
		const known = this.having.get(name);
		if (known !== undefined) return known;
		// A recursive occurrence does not change the answer.
		this.having.set(name, true);
		const { fields, preserveUnknown } = this.lookup(name);
		const everyFieldHas = fields.every(({ name: field, number, schema }) => {
			if (number === undefined) return field === 'apiVersion' || field === 'kind' || (schema.kind === 'struct' && schema.type.endsWith('.TypeMeta'));
			if (holdsNull(schema)) return false;
			const below = typeIn(schema);
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
		// Made on first use, because types may be recursive.
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
		if (field.inline && schema.kind === 'struct') return inlineField(number, schema.type, this.message(schema.type));
		if (schema.kind === 'list') return listField(field, number, this.wire(schema.items));
		if (schema.kind === 'map') return mapField(field, number, this.wire(schema.values));
		return singleField(field, number, this.wire(schema));
	}

	private wire(schema: Schema): Wire {
		switch (schema.kind) {
			case 'struct':
				return structWire(this.message(schema.type));
			case 'variant': {
				const type = this.lookup(schema.type);
				return variantWire(type, (member) => (member.schema.kind === 'list' ? this.wire(member.schema.items) : this.wire(member.schema)));
			}
			case 'list':
				return listMessage(this.wire(schema.items));
			case 'map':
				return mapMessage(this.wire(schema.values));
			default:
				return scalarWire(schema.kind);
		}
	}
}

/** Reports whether items or values may be null, which messages cannot express. */
function holdsNull(schema: Schema): boolean {
	if (schema.kind !== 'list' && schema.kind !== 'map') return false;
	const part = schema.kind === 'list' ? schema.items : schema.values;
	return part.nullable === true || holdsNull(part);
}
