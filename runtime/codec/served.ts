/** What the codecs must know of a kind as served under one version; the verbs' ServedResource is one. */

import type { ServedHooks } from '../api/hooks.ts';
import type { Catalog, JsonObject, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { CompiledSchemas, CompiledType } from '../schema/compiled.ts';
import type { TableColumn } from './columns.ts';
import type { ItemForm } from './item-form.ts';

export interface Served {
	readonly kind: KindDescriptor;
	readonly apiVersion: string;
	readonly schema: CompiledType;
	readonly storage: VersionDescriptor;
	/** In which its lists show it in the storage version; in others they leave out as much. */
	readonly form: ItemForm;
	/** The JSON of stored objects is the JSON to serve. */
	readonly servesStoredBytes: boolean;
	fromStorage(object: JsonObject): JsonObject;
	readonly hooks: ServedHooks;
	/** Of its Tables. */
	columns(): readonly TableColumn[];
}

/** The parts that codecs work with. */
export interface CodecParts {
	readonly catalog: Catalog;
	readonly schemas: CompiledSchemas;
	readonly vocabulary: Vocabulary;
}

/** `includeObject` of Tables: what of the object each row carries. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';
