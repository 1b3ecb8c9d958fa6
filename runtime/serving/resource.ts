/** A kind as served in one group version, for verbs, codecs and watchers. */
import type { ServedHooks } from '../api/hooks.ts';
import type { TableColumn } from '../codec/columns.ts';
import type { ItemForm } from '../codec/item-form.ts';
import type { JsonObject, KindDescriptor, VersionDescriptor } from '../model/catalog.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { CompiledType } from '../schema/compiled.ts';
import type { RulesInForce } from '../schema/conversion/own-rules.ts';

export interface ServedResource {
	readonly kind: KindDescriptor;
	/** True for a custom kind: values of the wrong type are validation causes instead of decoding errors. */
	readonly isCustom: boolean;
	/** Version in the URL. */
	readonly version: VersionDescriptor;
	readonly apiVersion: string;
	readonly schema: CompiledType;
	/** Storage version. For a kind with a conversion webhook it is `version`, in which its requests work. */
	readonly storage: VersionDescriptor;
	readonly storageApiVersion: string;
	/** Version mark of new rows: version of the object and fields of the side column. */
	readonly storedVersion: string;
	readonly storageSchema: CompiledType;
	/** Item form of the objects, in the cache and in lists. */
	readonly form: ItemForm;
	/** True when stored bytes can be served unchanged: `version` and `storage` have the same type and apiVersion. */
	readonly servesStoredBytes: boolean;
	/** Converts to a new object, with its apiVersion. Returns the argument itself when the versions are the same. */
	toStorage(object: JsonObject): JsonObject;
	/** Converts for `takeOver`: objects that become empty are kept. */
	toCompared(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** Converts like `fromStorage`, without values for fields that only this version requires. Undefined when there are none. */
	readonly withoutFilled: ((object: JsonObject) => JsonObject) | undefined;
	/** Translates a field path of the storage version to this version. */
	fieldFromStorage(field: string): string;
	/**
	 * Returns the stored object with the differences between `shown` and `sent` applied; all are in the storage version. What this version
	 * cannot express stays as stored. `shown`: the stored object converted to this version and back.
	 */
	takeOver(stored: JsonObject, shown: JsonObject, sent: JsonObject): JsonObject;
	readonly rules: RulesInForce;
	/** True when another version may have stored values that this one refuses: unchanged ones do not block an update. */
	readonly toleratesUnchanged: boolean;
	readonly hooks: ServedHooks;
	/** Columns of Tables, made on first use. */
	columns(): readonly TableColumn[];
	/** Number of its serving snapshot. Encoded bytes are not shared between snapshots. */
	readonly edition: number;
	/** Endpoints by subresource; '' is the resource itself. */
	readonly endpoints: ReadonlyMap<string, Endpoint>;
	/** Text of the Warning header for a deprecated version. */
	readonly deprecation: string | undefined;
}
