/** A kind as served in one version, for the codecs; the verbs' ServedResource implements it. */

import type { ServedHooks } from '../api/hooks.ts';
import type { Catalog, JsonObject, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { CompiledSchemas, CompiledType } from '../schema/compiled.ts';
import type { TableColumn } from './columns.ts';
import type { ItemForm } from './item-form.ts';

export interface EncodedKind {
	readonly kind: KindDescriptor;
	readonly apiVersion: string;
	readonly schema: CompiledType;
	readonly storage: VersionDescriptor;
	/** Form of list items in the storage version. Items of other versions omit the same members. */
	readonly form: ItemForm;
	/** True when the JSON of stored objects can be served unchanged. */
	readonly servesStoredBytes: boolean;
	fromStorage(object: JsonObject): JsonObject;
	readonly hooks: ServedHooks;
	/** Columns of its Tables. */
	columns(): readonly TableColumn[];
}

/** Dependencies of the codecs. */
export interface CodecParts {
	readonly catalog: Catalog;
	readonly schemas: CompiledSchemas;
	readonly vocabulary: Vocabulary;
}

/** `includeObject` of Tables: the part of the object in each row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';
