/** A kind as one of its group versions serves it, for verbs, codecs and watchers. */
import type { ServedHooks } from '../api/hooks.ts';
import type { TableColumn } from '../codec/columns.ts';
import type { ItemForm } from '../codec/item-form.ts';
import type { JsonObject, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { CompiledType } from '../schema/compiled.ts';
import type { RulesInForce } from '../schema/conversion/own-rules.ts';

export interface ServedResource {
	readonly kind: KindDescriptor;
	/** A kind of users' own: validation blames values of the wrong type. */
	readonly isCustom: boolean;
	/** Version in the URL. */
	readonly version: VersionDescriptor;
	readonly apiVersion: string;
	readonly schema: CompiledType;
	/** Storage version. */
	readonly storage: VersionDescriptor;
	readonly storageApiVersion: string;
	/** Version mark that new rows get. */
	readonly storedVersion: string;
	readonly storageSchema: CompiledType;
	/** Form of the objects in the cache and in lists. */
	readonly form: ItemForm;
	/** True when `version` and `storage` share type and apiVersion, so that stored bytes can be served unchanged. */
	readonly servesStoredBytes: boolean;
	/** Converts to a new object, apiVersion included; the argument is not changed. Returns the argument when the versions do not differ. */
	toStorage(object: JsonObject): JsonObject;
	/** Converts for `takeOver`: objects that the conversion empties stay. */
	toCompared(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** Translates the path of a storage version's field into this version's names. */
	fieldFromStorage(field: string): string;
	/**
	 * Returns the stored object with the changes from `shown` to `sent`, all in the storage version. Parts that this version cannot express
	 * stay as stored. `shown` is this version's view of the stored object, converted as `sent` was.
	 */
	takeOver(stored: JsonObject, shown: JsonObject, sent: JsonObject): JsonObject;
	readonly rules: RulesInForce;
	/** True when another version may have stored values that this one refuses: unchanged ones do not block an update. */
	readonly toleratesUnchanged: boolean;
	readonly hooks: ServedHooks;
	/** Columns of its Tables, built on first use. */
	columns(): readonly TableColumn[];
	/** Number of its snapshot. Bytes that one edition encodes are not served by another. */
	readonly edition: number;
	/** Rows of the endpoint table by subresource; '' is the resource itself. */
	readonly endpoints: ReadonlyMap<string, Endpoint>;
	/** Text of the Warning header on each use of a deprecated version. */
	readonly deprecation: string | undefined;
}
