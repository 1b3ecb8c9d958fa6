/**
 * Compiler of descriptors to closures: the operations of a type (`compiled.ts`), made on first use and once per type and catalog. Built-in
 * and custom kinds are treated alike. The code knows nothing of HTTP, storage or single kinds.
 */

import type { Catalog, JsonObject, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import type { CompiledSchemas, CompiledType, Findings, Validation } from './compiled.ts';
import { Defaulters } from './defaults.ts';
import { type DropHeldBack, HeldBackFields } from './gated-fields.ts';
import { reachableTypes, type TypeLookup } from './properties.ts';
import { Protobufs, type TypeProtobuf } from './protobuf/message.ts';
import { Readers, type TypeReader } from './read.ts';
import { type TypeValidator, Validators } from './validate.ts';
import { type DropWriteOnly, WriteOnlyFields } from './write-only.ts';

/**
 * Compiles a catalog. Types of `previous` are reused if neither they nor the types inside them have changed. Throws when an unknown type
 * name is used.
 */
export function compile(catalog: Catalog, previous?: CompiledSchemas): CompiledSchemas {
	const lookup = (name: TypeName) => catalog.type(name);
	const makers: Makers = {
		readers: new Readers(lookup),
		defaulters: new Defaulters(lookup),
		validators: new Validators(lookup),
		heldBack: new HeldBackFields(lookup),
		writeOnly: new WriteOnlyFields(lookup),
		protobufs: new Protobufs(lookup),
		lookup,
	};
	const types = new Map<TypeName, CompiledType>(previous === undefined ? [] : unchangedTypes(catalog, previous));
	return {
		type(name) {
			let type = types.get(name);
			if (type === undefined) {
				type = new LazyType(catalog.type(name).name, makers);
				types.set(name, type);
			}
			return type;
		},
		made: () => types.values(),
	};
}

/** Returns the types to reuse. Only their parts of the previous catalog are retained. */
function unchangedTypes(catalog: Catalog, previous: CompiledSchemas): [TypeName, CompiledType][] {
	const known = new Set(catalog.typeNames);
	// A type comes before the types in it, so that the first difference ends the comparison before a type that is gone.
	const isSame = (descriptor: TypeDescriptor): boolean => catalog.type(descriptor.name) === descriptor;
	return [...previous.made()]
		.filter((type) => (known.has(type.name) || catalog.defined?.has(type.name)) && type.consistsOf().every(isSame))
		.map((type) => [type.name, type]);
}

interface Makers {
	readonly readers: Readers;
	readonly defaulters: Defaulters;
	readonly validators: Validators;
	readonly heldBack: HeldBackFields;
	readonly writeOnly: WriteOnlyFields;
	readonly protobufs: Protobufs;
	readonly lookup: TypeLookup;
}

class LazyType implements CompiledType {
	readonly name: TypeName;
	private readonly makers: Makers;
	private reader: TypeReader | undefined;
	private defaulter: ((object: JsonObject) => void) | undefined;
	private validator: TypeValidator | undefined;
	private dropper: DropHeldBack | null | undefined;
	private writeOnly: DropWriteOnly | null | undefined;
	private protobuf: TypeProtobuf | undefined;
	private parts: readonly TypeDescriptor[] | undefined;

	constructor(name: TypeName, makers: Makers) {
		this.name = name;
		this.makers = makers;
	}

	read(value: unknown, findings: Findings): JsonObject {
		this.reader ??= this.makers.readers.reader(this.name);
		return this.reader(value, findings);
	}

	applyDefaults(object: JsonObject): void {
		this.defaulter ??= this.makers.defaulters.defaulter(this.name);
		this.defaulter(object);
	}

	validate(object: JsonObject, old?: JsonObject, how?: Validation): Cause[] {
		this.validator ??= this.makers.validators.validator(this.name);
		return this.validator(object, old, how);
	}

	dropHeldBack(object: JsonObject, old?: JsonObject): void {
		if (this.dropper === undefined) this.dropper = this.makers.heldBack.dropper(this.name) ?? null;
		this.dropper?.(object, old);
	}

	dropWriteOnly(object: JsonObject): void {
		this.writeOnlyDropper()?.(object);
	}

	get hasWriteOnly(): boolean {
		return this.writeOnlyDropper() !== null;
	}

	private writeOnlyDropper(): DropWriteOnly | null {
		if (this.writeOnly === undefined) this.writeOnly = this.makers.writeOnly.dropper(this.name) ?? null;
		return this.writeOnly;
	}

	encode(object: JsonObject): Uint8Array {
		this.protobuf ??= this.makers.protobufs.protobuf(this.name);
		return this.protobuf.encode(object);
	}

	decode(bytes: Uint8Array): JsonObject {
		this.protobuf ??= this.makers.protobufs.protobuf(this.name);
		return this.read(this.protobuf.decode(bytes), { notices: [] });
	}

	consistsOf(): readonly TypeDescriptor[] {
		this.parts ??= reachableTypes(this.name, this.makers.lookup);
		return this.parts;
	}

	get hasProtobuf(): boolean {
		return this.makers.protobufs.has(this.name);
	}
}
