/** Model of the generator: immutable plain data that is derived from the specs. Checks and emitters are pure functions of it. */
import type { Catalog, JsonObject, TypeDocs, TypeName } from '../runtime/model/catalog.ts';
import type { Vocabulary } from '../runtime/model/vocabulary.ts';

/** Position in a spec. Line and column start at 1. */
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
	/** Position of its list of versions. */
	readonly versions: Position;
}

export interface PackageInfo {
	readonly description: string;
	/** Prefix of the package's types in OpenAPI documents, for example `{groupDomainReversed}.api.core`. The version follows. */
	readonly openapi: string;
	/** Prefix of the package's protobuf packages, for example `{groupDomain}.api.core`. The version follows. */
	readonly protobuf: string;
	/** Position of the first declaration of the group. */
	readonly position: Position;
}

export interface Model {
	/** Catalog with placeholders for the words of the vocabulary (`{groupDomain}`). Emitters that need words call `speakAll`. */
	readonly catalog: Catalog;
	readonly docs: TypeDocs;
	/** Kinds whose objects a field refers to, by type and field. */
	readonly references: Readonly<Record<TypeName, Readonly<Record<string, readonly string[]>>>>;
	/** Documentation of kinds, by storage name. */
	readonly kindDocs: Readonly<Record<string, KindDocs>>;
	/** Packages by name. */
	readonly packages: Readonly<Record<string, PackageInfo>>;
	readonly positions: Readonly<Record<TypeName, Position>>;
	/** Vocabularies. The first is the default of emitted documents. */
	readonly vocabularies: readonly Vocabulary[];
}

export interface EmittedFile {
	/** Path in the output folder, with `/` as separator. */
	readonly path: string;
	readonly content: string;
}

/** Results of emitters that the next generation in the same process can reuse. After a change of one kind, the others need no work. */
export interface EmittersKept {
	/** Printed types of the last generation, by schema. */
	printedTypes: ReadonlyMap<string, string>;
	/** Texts of reference pages of the last generation, by their inputs. */
	referencePages?: ReadonlyMap<string, string>;
}

export interface Emitter {
	readonly name: string;
	/** Emits files. `kept`: cache of callers that generate repeatedly. */
	emit(model: Model, kept?: EmittersKept): readonly EmittedFile[] | Promise<readonly EmittedFile[]>;
}

/** Returns the description of a field. The field may have the name of a member that every JavaScript object inherits. */
export function descriptionOf(docs: TypeDocs, type: TypeName, field: string): string | undefined {
	const of = docs[type];
	return of !== undefined && Object.hasOwn(of, field) ? of[field] : undefined;
}
