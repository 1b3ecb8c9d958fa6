/**
 * Variants as messages with a field for each member. Always-written members are written with their defaults in addition to the member of
 * the value. When a message has several members, the last declared one counts.
 */
import type { Field, JsonValue, TypeDescriptor } from '../../model/catalog.ts';
import type { WireReader } from '../../wire/protobuf/reader.ts';
import { wireTypes } from '../../wire/protobuf/reader.ts';
import type { BackwardWriter } from '../../wire/protobuf/writer.ts';
import { memberChooser } from '../variant.ts';
import { parseRaw, rawText } from './scalar.ts';
import { expectWireType, type Wire } from './wire.ts';

interface Member {
	readonly field: Field;
	readonly number: number;
	readonly wire: Wire;
	readonly repeated: boolean;
}

/** Returns the form of a variant. `wireOf`: returns the form of a member's value, or of the entries of its list. */
export function variantWire(type: TypeDescriptor, wireOf: (member: Field) => Wire): Wire {
	const choose = memberChooser(type);
	let made: readonly Member[] | undefined;
	// Made on first use, because types may be recursive.
	const members = (): readonly Member[] => {
		made ??= type.fields.map((field) => ({
			field,
			number: field.number ?? 0,
			wire: field.schema.kind === 'any' ? rawWire : wireOf(field),
			repeated: field.schema.kind === 'list',
		}));
		return made;
	};
	return {
		wireType: wireTypes.bytes,
		zero: null,
		write(value, writer) {
			const before = writer.length;
			const chosen = choose(value);
			for (const member of members().toSorted((a, b) => b.number - a.number)) {
				if (member.field === chosen) writeMember(member, value, writer);
				else if (member.field.presence === 'always') writeMember(member, (member.field.default as JsonValue | undefined) ?? member.wire.zero, writer);
			}
			writer.varint(writer.length - before);
		},
		read(reader, depth) {
			const found = new Map<Member, JsonValue>();
			const nested = reader.message();
			while (!nested.done) readMember(nested, members(), found, depth);
			const last = members().findLast((member) => found.has(member));
			if (last !== undefined) return found.get(last) ?? null;
			return members().find(({ field }) => field.presence === 'always')?.wire.zero ?? null;
		},
	};
}

function writeMember({ number, wire, repeated }: Member, value: JsonValue, writer: BackwardWriter): void {
	for (const item of repeated && Array.isArray(value) ? value.toReversed() : [value]) {
		wire.write(item, writer);
		writer.tag(number, wire.wireType);
	}
}

function readMember(reader: WireReader, members: readonly Member[], found: Map<Member, JsonValue>, depth: number): void {
	const tag = reader.tag();
	const member = members.find(({ number }) => number === Math.floor(tag / 8));
	if (member === undefined) {
		reader.skip(tag & 7);
		return;
	}
	expectWireType(tag & 7, member.wire.wireType, member.field.name);
	const before = found.get(member);
	const value = member.wire.read(reader, depth + 1, member.repeated ? undefined : before);
	found.set(member, member.repeated ? [...(Array.isArray(before) ? before : []), value] : value);
}

/** Form of a value of any type: its JSON as bytes. */
const rawWire: Wire = {
	wireType: wireTypes.bytes,
	zero: null,
	write: (value, writer) => writer.text(rawText(value)),
	read: (reader) => parseRaw(reader.text()),
};
