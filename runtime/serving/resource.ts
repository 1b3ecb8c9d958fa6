/** A kind as one group and version of it is served: what verbs, codecs and watchers know of it. */
import type { ServedHooks } from '../api/hooks.ts';
import type { TableColumn } from '../codec/columns.ts';
import type { ItemForm } from '../codec/item-form.ts';
import type { JsonObject, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { CompiledType } from '../schema/compiled.ts';

/** A kind as served under one group and version. */
export interface ServedResource {
	readonly kind: KindDescriptor;
	/** The version of the URL. */
	readonly version: VersionDescriptor;
	readonly apiVersion: string;
	readonly schema: CompiledType;
	/** The version in which it is stored. */
	readonly storage: VersionDescriptor;
	readonly storageApiVersion: string;
	/** What its rows are marked with when they are written. */
	readonly storedVersion: string;
	readonly storageSchema: CompiledType;
	/** In which the cache keeps its objects and lists show them. */
	readonly form: ItemForm;
	/** Whether `version` and `storage` are the same type under the same apiVersion, so that stored bytes can be served as they are. */
	readonly servesStoredBytes: boolean;
	/** New objects, apiVersion included; the argument is not changed. The identity when nothing differs. */
	toStorage(object: JsonObject): JsonObject;
	/** The same for `takeOver`: objects that the conversion has emptied stay. */
	toCompared(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** The path of a field of the storage version by the names of this one. */
	fieldFromStorage(field: string): string;
	/**
	 * The stored object with what `sent` changes of `shown`, all in the storage version: what this version cannot say stays as it is stored.
	 * `shown` is the stored object as this version shows it, made by the same way as `sent`.
	 */
	takeOver(stored: JsonObject, shown: JsonObject, sent: JsonObject): JsonObject;
	/** Whether this version has rules that the storage version has not. */
	readonly hasOwnRules: boolean;
	readonly hooks: ServedHooks;
	/** Of its Tables; made on first use. */
	columns(): readonly TableColumn[];
	/** Of which snapshot it is: what is encoded by one edition is not shown by another. */
	readonly edition: number;
	/** Its rows of the endpoint table by subresource; '' is its own. */
	readonly endpoints: ReadonlyMap<string, Endpoint>;
	/** Text of the Warning header on every use of a deprecated version. */
	readonly deprecation: string | undefined;
}
