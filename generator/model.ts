/** The generator's model: plain immutable data made from the specs. Checks and emitters are pure functions of it. */
import type { Catalog, JsonObject, TypeDocs, TypeName } from '../runtime/model/catalog.ts';
import type { Vocabulary } from '../runtime/model/vocabulary.ts';

/** Where something stands in a spec; line and column from 1. */
export interface Position {
	readonly file: string;
	readonly line: number;
	readonly column: number;
}

export interface Example {
	readonly name: string;
	/** With apiVersion and kind, in the storage version. */
	readonly object: JsonObject;
}

export interface KindDocs {
	readonly description: string;
	readonly examples: readonly Example[];
	readonly position: Position;
	/** Of the list of its versions. */
	readonly versions: Position;
}

export interface PackageInfo {
	readonly description: string;
	/** Prefix of its types in OpenAPI documents, for example `{groupDomainReversed}.api.core`; the version follows. */
	readonly openapi: string;
	/** Prefix of its protobuf packages, for example `{groupDomain}.api.core`; the version follows. */
	readonly protobuf: string;
	/** Of what first declares its group. */
	readonly position: Position;
}

export interface Model {
	/** All text names the vocabulary by role (`{groupDomain}`); emitters that need words use `speakAll`. */
	readonly catalog: Catalog;
	readonly docs: TypeDocs;
	/** By type and field, the kind of the objects that a field names. */
	readonly references: Readonly<Record<TypeName, Readonly<Record<string, readonly string[]>>>>;
	/** By storage name. */
	readonly kindDocs: Readonly<Record<string, KindDocs>>;
	/** By package. */
	readonly packages: Readonly<Record<string, PackageInfo>>;
	readonly positions: Readonly<Record<TypeName, Position>>;
	/** The first is the default, which emitted documents use. */
	readonly vocabularies: readonly Vocabulary[];
}

export interface EmittedFile {
	/** Relative to the output folder, with `/`. */
	readonly path: string;
	readonly content: string;
}

/** What emitters leave for the next generation in the same process: after a change of one kind, the others need no work. */
export interface EmittersKept {
	/** Printed types by the schema that they were printed from; of the last generation only. */
	printedTypes: ReadonlyMap<string, string>;
	/** Texts of the reference by what they say; of the last generation only. */
	referencePages?: ReadonlyMap<string, string>;
}

export interface Emitter {
	readonly name: string;
	/** `kept`: of earlier generations, for who generates again and again. */
	emit(model: Model, kept?: EmittersKept): readonly EmittedFile[] | Promise<readonly EmittedFile[]>;
}

/** The description of a field, which may be called like a member that every object inherits. */
export function descriptionOf(docs: TypeDocs, type: TypeName, field: string): string | undefined {
	const of = docs[type];
	return of !== undefined && Object.hasOwn(of, field) ? of[field] : undefined;
}
