/** The resources that a catalog serves, by what a URL names. Made on first use: a kind that nobody asks for costs nothing. */
import type { KindHooks } from '../api/hooks.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, JsonObject, KindDescriptor, Release, VersionDescriptor } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { CompiledSchemas } from '../schema/compiled.ts';
import { type Conversion, conversion } from '../schema/convert.ts';
import type { ServedResource } from './resource.ts';
import { storedVersionOf } from './stored-version.ts';

/** Finds what is served. */
export interface ServedResources {
	resource(group: string, version: string, plural: string): ServedResource | undefined;
	/** By storage name, in its storage version. */
	stored(storageName: string): ServedResource | undefined;
}

/** `hooks` by storage name. `catalog` is narrowed to the release emulated, which is its `release`. */
export function servedResources(catalog: Catalog, schemas: CompiledSchemas, hooks: Readonly<Record<string, KindHooks<JsonObject>>>): ServedResources {
	const byPlural = Map.groupBy(catalog.kinds, (kind) => kind.plural);
	const byStorage = Map.groupBy(catalog.kinds, (kind) => kind.storageName);
	const served = new Map<VersionDescriptor, ServedResource>();

	function serve(kind: KindDescriptor, version: VersionDescriptor): ServedResource {
		const existing = served.get(version);
		if (existing !== undefined) return existing;
		const made = servedResource(kind, version, catalog, schemas, Object.hasOwn(hooks, kind.storageName) ? (hooks[kind.storageName] ?? {}) : {});
		served.set(version, made);
		return made;
	}

	return {
		resource(group, version, plural) {
			for (const kind of byPlural.get(plural) ?? []) {
				for (const candidate of kind.versions) if (candidate.version === version && candidate.group === group) return serve(kind, candidate);
			}
			return undefined;
		},
		stored(storageName) {
			const kind = byStorage.get(storageName)?.[0];
			return kind && serve(kind, storageVersionOf(kind));
		},
	};
}

function storageVersionOf(kind: KindDescriptor): VersionDescriptor {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no version ${kind.storageVersion}: the catalog is damaged`);
	return storage;
}

function servedResource(
	kind: KindDescriptor,
	version: VersionDescriptor,
	catalog: Catalog,
	schemas: CompiledSchemas,
	hooks: KindHooks<JsonObject>,
): ServedResource {
	const storage = storageVersionOf(kind);
	const apiVersion = apiVersionOf(version);
	const storageApiVersion = apiVersionOf(storage);
	const schema = schemas.type(version.type);
	const storageSchema = schemas.type(storage.type);
	const servesStoredBytes = version.type === storage.type && apiVersion === storageApiVersion;
	const { toStorage, fromStorage, fieldFromStorage } = servesStoredBytes ? identity : conversion(version.conversion ?? [], version.type, catalog);
	return {
		kind,
		version,
		apiVersion,
		schema,
		storage,
		storageApiVersion,
		storedVersion: storedVersionOf(kind),
		storageSchema,
		servesStoredBytes,
		toStorage: servesStoredBytes ? toStorage : (object) => canonical(storageSchema, toStorage(object), kind.kind, storageApiVersion),
		fromStorage: servesStoredBytes ? fromStorage : (object) => canonical(schema, fromStorage(object), kind.kind, apiVersion),
		fieldFromStorage,
		hooks,
		deprecation: deprecationText(kind, version, catalog.release),
	};
}

const identity: Conversion = { toStorage: (object) => object, fromStorage: (object) => object, fieldFromStorage: (field) => field };

/** Field order, presence and unknown fields as the target version has them. */
function canonical(schema: ServedResource['schema'], object: JsonObject, kind: string, apiVersion: string): JsonObject {
	const read = schema.read(object, { notices: [] });
	const { kind: _kind, apiVersion: _apiVersion, ...rest } = read;
	return { kind, apiVersion, ...rest };
}

/** As Kubernetes words it, once the release emulated has deprecated the version. */
function deprecationText(kind: KindDescriptor, version: VersionDescriptor, release: Release): string | undefined {
	const { deprecated, removed, replacement } = version;
	if (deprecated === undefined || compareReleases(deprecated, release) > 0) return undefined;
	const gone = removed === undefined ? '' : `, unavailable in v${removed}+`;
	const instead = replacement === undefined ? '' : `; use ${apiVersionOf(replacement)} ${replacement.kind}`;
	return `${apiVersionOf(version)} ${kind.kind} is deprecated in v${deprecated}+${gone}${instead}`;
}
