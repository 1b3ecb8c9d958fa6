/** Model of the generator: plain immutable data derived from the specs. Checks and emitters are pure functions of it. */
import type { Catalog, JsonObject, TypeDocs, TypeName } from '../runtime/model/catalog.ts';
import type { Vocabulary } from '../runtime/model/vocabulary.ts';

/** Position in a spec; line and column start at 1. */
export interface Position {
	readonly file: string;
	readonly line: number;
	readonly column: number;
}

export interface Example {
	readonly name: string;
	/** Object with apiVersion and kind, in the storage version. */
	readonly object: JsonObject;
}

export interface KindDocs {
	readonly description: string;
	readonly examples: readonly Example[];
	readonly position: Position;
	/** Position of the list of its versions. */
	readonly versions: Position;
}

export interface PackageInfo {
	readonly description: string;
	/** Prefix of the package's types in OpenAPI documents, for example `{groupDomainReversed}.api.core`; the version follows. */
	readonly openapi: string;
	/** Prefix of the package's protobuf packages, for example `{groupDomain}.api.core`; the version follows. */
	readonly protobuf: string;
	/** Position of the first declaration of its group. */
	readonly position: Position;
}

export interface Model {
	/** Catalog in which text names the vocabulary by role (`{groupDomain}`); emitters that need words use `speakAll`. */
	readonly catalog: Catalog;
	readonly docs: TypeDocs;
	/** Kinds of the objects that a field names, by type and field. */
	readonly references: Readonly<Record<TypeName, Readonly<Record<string, readonly string[]>>>>;
	/** Documentation of kinds, by storage name. */
	readonly kindDocs: Readonly<Record<string, KindDocs>>;
	/** Packages by name. */
	readonly packages: Readonly<Record<string, PackageInfo>>;
	readonly positions: Readonly<Record<TypeName, Position>>;
	/** Vocabularies; the first is the default for emitted documents. */
	readonly vocabularies: readonly Vocabulary[];
}

export interface EmittedFile {
	/** Path relative to the output folder, with `/` as separator. */
	readonly path: string;
	readonly content: string;
}

/** Cache that emitters leave for the next generation in the same process. After a change of one kind, the others need no work. */
export interface EmittersKept {
	/** Printed types by their schema, of the last generation only. */
	printedTypes: ReadonlyMap<string, string>;
	/** Texts of reference pages by their values, of the last generation only. */
	referencePages?: ReadonlyMap<string, string>;
}

export interface Emitter {
	readonly name: string;
	/** Emits files. Callers that generate repeatedly pass the cache `kept`. */
	emit(model: Model, kept?: EmittersKept): readonly EmittedFile[] | Promise<readonly EmittedFile[]>;
}

/** Returns the description of a field, whose name may be that of a member that every object inherits. */
export function descriptionOf(docs: TypeDocs, type: TypeName, field: string): string | undefined {
	const of = docs[type];
	return of !== undefined && Object.hasOwn(of, field) ? of[field] : undefined;
}
