/** What every verb is given: the resource that the request names, and the parts that it works with. */
import type { AdmissionChain } from '../admission/contract.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { CompiledSchemas, CompiledType } from '../schema/compiled.ts';
import type { Catalog, JsonObject, KindDescriptor, VersionDescriptor } from '../schema/model.ts';
import type { Vocabulary } from '../schema/vocabulary.ts';
import type { Store } from '../storage/store.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { WatchMetrics } from './watch-metrics.ts';

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
	readonly storageSchema: CompiledType;
	/** Whether `version` and `storage` are the same type under the same apiVersion, so that stored bytes can be served as they are. */
	readonly servesStoredBytes: boolean;
	/** New objects, apiVersion included; the argument is not changed. The identity when nothing differs. */
	toStorage(object: JsonObject): JsonObject;
	fromStorage(object: JsonObject): JsonObject;
	/** The path of a field of the storage version by the names of this one. */
	fieldFromStorage(field: string): string;
	readonly hooks: KindHooks<JsonObject>;
	/** Text of the Warning header on every use of a deprecated version. */
	readonly deprecation: string | undefined;
}

export interface VerbContext {
	/** Narrowed to the release emulated. */
	readonly catalog: Catalog;
	readonly schemas: CompiledSchemas;
	readonly vocabulary: Vocabulary;
	readonly store: Store;
	readonly cache: WatchCache;
	resource(group: string, version: string, plural: string): ServedResource | undefined;
	/** Absent: every plugin that is on by default. */
	readonly admission?: AdmissionChain;
	/** Counts what watchers are sent; absent: nobody asks. */
	readonly watchMetrics?: WatchMetrics;
	/** By storage name, in its storage version. */
	stored(storageName: string): ServedResource | undefined;
}
