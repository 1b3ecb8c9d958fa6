/**
 * Converts objects that are stored in another version than the current storage version, or with other selectable fields. The specs and the
 * emulated release determine the storage version. An object is converted on first use. `serving/resources.ts` converts the objects of
 * requests, and `migration/` rewrites stored objects.
 */
import type { ConversionHooks } from '../../api/hooks.ts';
import { apiVersionOf } from '../../model/api-version.ts';
import type { Catalog, JsonObject } from '../../model/catalog.ts';
import { compile } from '../../schema/compile.ts';
import type { CompiledType } from '../../schema/compiled.ts';
import type { Misfit } from '../../schema/misfit.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { Resources, type ServedResources } from '../../serving/resources.ts';
import { storedVersionOf } from '../../serving/stored-version.ts';
import type { Key } from '../../storage/store.ts';
import type { StoredVersions, WrittenState } from '../../storage/versions.ts';
import { parseJson } from '../../wire/json/json.ts';
import { metadataOf } from '../metadata/metadata.ts';
import { storedForm } from './stored-form.ts';

/** Creates the stored versions of each new snapshot. */
export class SnapshotVersions {
	readonly #ever: () => ServedResources;
	#present: Lookup | undefined;

	readonly #converters: Converters;

	/** `ever`: catalog of all releases, for versions that a snapshot lacks. `converters`: conversion hooks by storage name. */
	constructor(ever: Catalog, converters: Converters = {}) {
		this.#converters = converters;
		this.#ever = lookupIn(ever, converters);
	}

	/**
	 * Returns the stored versions of a snapshot, which is the current one until the next call. Those of earlier snapshots stay usable for
	 * requests that began with them; they look up unknown versions in the current snapshot. Rules and other hooks are not applied, because
	 * stored objects have been accepted before.
	 */
	of(catalog: Catalog, converters = this.#converters): StoredVersions {
		const own = lookupIn(catalog, converters);
		this.#present = own;
		const versions = new Map(catalog.kinds.map((kind) => [kind.storageName, storedVersionOf(kind)]));
		return {
			current: (resource) => versions.get(resource),
			convert: (key, state) => {
				const target = own().stored(key.resource);
				return target === undefined ? state : inVersion(key, state, target, this.#lookups(own));
			},
		};
	}

	/** Yields the lookups in order. Each is created only when needed. */
	*#lookups(own: Lookup): Generator<ServedResources> {
		yield own();
		if (this.#present !== undefined && this.#present !== own) yield this.#present();
		yield this.#ever();
	}
}

type Lookup = () => ServedResources;

/** Conversion hooks of the kinds, by storage name. */
type Converters = Readonly<Record<string, ConversionHooks>>;

/** Compiles the catalog when the first object needs it. */
function lookupIn(catalog: Catalog, converters: Converters): Lookup {
	let lookup: ServedResources | undefined;
	return () => {
		lookup ??= new Resources(catalog, compile(catalog), converters);
		return lookup;
	};
}

function inVersion(key: Key, { bytes }: WrittenState, target: ServedResource, lookups: Iterable<ServedResources>): WrittenState {
	const parsed = parseJson(Buffer.from(bytes).toString()) as JsonObject;
	const { resourceVersion: _, ...metadata } = metadataOf(parsed);
	const object: JsonObject = { ...parsed, metadata };
	const isCurrent = String(object.apiVersion) === target.storageApiVersion;
	// Objects that a webhook converts are shown in the version in which they are stored.
	const current = isCurrent || target.kind.conversionWebhook !== undefined ? object : converted(key, object, target, lookups);
	const hasDefaults = target.kind.defaultsMark !== undefined && current.apiVersion === target.storageApiVersion;
	const form = storedForm(hasDefaults ? withDefaults(current, target.storageSchema) : current, target);
	return { bytes: Buffer.from(form.text), side: form.side, version: form.version };
}

/** Fills in the defaults that the kind has by now. An object that no longer fits its schema stays as it is. */
function withDefaults(object: JsonObject, schema: CompiledType): JsonObject {
	const misfits: Misfit[] = [];
	const read = schema.read(object, { notices: [], misfits });
	if (misfits.length > 0) return object;
	schema.applyDefaults(read);
	return read;
}

/** Converts with the first catalog that has both versions. */
function converted({ namespace, name }: Key, object: JsonObject, target: ServedResource, lookups: Iterable<ServedResources>): JsonObject {
	const apiVersion = String(object.apiVersion);
	for (const resources of lookups) {
		const from = servedAs(apiVersion, target, resources);
		const to = servedAs(target.storageApiVersion, target, resources);
		if (from !== undefined && to !== undefined) return to.fromStorage(from.toStorage(object));
	}
	const where = namespace === '' ? name : `${namespace}/${name}`;
	throw new Error(
		`${target.kind.plural} ${JSON.stringify(where)} is stored as ${apiVersion}, which its kind does not have: add that version to its spec, with how it converts`,
	);
}

function servedAs(apiVersion: string, { kind }: ServedResource, resources: ServedResources): ServedResource | undefined {
	const known = resources.stored(kind.storageName)?.kind.versions.find((version) => apiVersionOf(version) === apiVersion);
	return known && resources.resource(known.group, known.version, kind.plural);
}
