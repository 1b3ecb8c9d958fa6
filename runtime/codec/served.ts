/** A kind as served in one version, as far as the codecs need it. ServedResource of the verbs implements it. */

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
	/** Form of list items in the storage version; items of other versions omit the same members. */
	readonly form: ItemForm;
	/** True when stored JSON can be returned unchanged. */
	readonly servesStoredBytes: boolean;
	fromStorage(object: JsonObject): JsonObject;
	readonly hooks: ServedHooks;
	/** Columns of its Tables. */
	columns(): readonly TableColumn[];
}

/** Dependencies of the codecs on the server. */
export interface CodecParts {
	readonly catalog: Catalog;
	readonly schemas: CompiledSchemas;
	readonly vocabulary: Vocabulary;
}

/** `includeObject` of Tables: which part of the object each row includes. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';
