/** Served resources by the names in URLs. Each is built on first use, so unused kinds cost nothing. */
import type { ServedHooks } from '../api/hooks.ts';
import { type TableColumn, tableColumns } from '../codec/columns.ts';
import { apiVersionOf } from '../model/api-version.ts';
import type { Catalog, JsonObject, KindDescriptor, Release, VersionDescriptor } from '../model/catalog.ts';
import { converterKey } from '../model/converter-key.ts';
import { isCustomKind, storageVersionOf } from '../model/custom-kind.ts';
import { endpointsOf } from '../model/endpoint.ts';
import { compareReleases } from '../model/release.ts';
import type { CompiledSchemas } from '../schema/compiled.ts';
import { canonical } from '../schema/conversion/canonical.ts';
import { stepsOf } from '../schema/conversion/declared.ts';
import { rulesInForce } from '../schema/conversion/own-rules.ts';
import { type Conversion, conversion, convertedBy } from '../schema/convert.ts';
import { releaseFor } from '../schema/emulated-catalog.ts';
import { itemFormOf } from './item-form.ts';
import type { ServedResource } from './resource.ts';
import { storedVersionOf } from './stored-version.ts';

export interface ServedResources {
	resource(group: string, version: string, plural: string): ServedResource | undefined;
	/** Finds a resource in its storage version by storage name, even if no URL serves that version. */
	stored(storageName: string): ServedResource | undefined;
	/** Finds a kind by storage name, without building a resource. */
	storedKind(storageName: string): KindDescriptor | undefined;
	/** Resources that have been built. */
	made(): Iterable<ServedResource>;
	/** Source of edition numbers for related snapshots. */
	readonly edition: Edition;
}

/** Number of a snapshot, unique among snapshots with a common ancestor, even when an earlier one is served again. */
class Edition {
	readonly number: number;
	readonly #last: { number: number };

	constructor(previous?: Edition) {
		this.#last = previous === undefined ? { number: 0 } : previous.#last;
		this.number = ++this.#last.number;
	}

	isOfOneLineWith(other: Edition): boolean {
		return this.#last === other.#last;
	}
}

export class Resources implements ServedResources {
	readonly #catalog: Catalog;
	readonly #schemas: CompiledSchemas;
	readonly #hooks: Readonly<Record<string, ServedHooks>>;
	readonly #byPlural: ReadonlyMap<string, readonly KindDescriptor[]>;
	readonly #byStorage: ReadonlyMap<string, KindDescriptor>;
	readonly #served = new Map<VersionDescriptor, ServedResource>();
	readonly edition: Edition;

	/**
	 * `hooks`: by storage name. `catalog`: narrowed to the emulated release, which is `release`. Unchanged resources are taken over from
	 * `previous`.
	 */
	constructor(
		catalog: Catalog,
		schemas: CompiledSchemas,
		hooks: Readonly<Record<string, ServedHooks>>,
		previous?: { readonly catalog: Catalog } & ServedResources,
	) {
		this.#catalog = catalog;
		this.#schemas = schemas;
		this.#hooks = hooks;
		this.edition = new Edition(previous?.edition);
		this.#byPlural = Map.groupBy(catalog.kinds, (kind) => kind.plural);
		this.#byStorage = new Map(catalog.kinds.map((kind) => [kind.storageName, kind]));
		const isSameRelease = previous?.catalog.release === catalog.release && previous.catalog.product?.release === catalog.product?.release;
		if (isSameRelease) for (const resource of previous.made()) this.#takeOver(resource);
	}

	resource(group: string, version: string, plural: string): ServedResource | undefined {
		for (const kind of this.#byPlural.get(plural) ?? []) {
			for (const candidate of kind.versions) if (candidate.version === version && candidate.group === group) return this.#serve(kind, candidate);
		}
		return undefined;
	}

	stored(storageName: string): ServedResource | undefined {
		const kind = this.#byStorage.get(storageName);
		return kind && this.#serve(kind, storageVersionOf(kind));
	}

	storedKind(storageName: string): KindDescriptor | undefined {
		return this.#byStorage.get(storageName);
	}

	made(): Iterable<ServedResource> {
		return this.#served.values();
	}

	#serve(kind: KindDescriptor, version: VersionDescriptor): ServedResource {
		const existing = this.#served.get(version);
		if (existing !== undefined) return existing;
		const made = { ...servedResource(kind, version, this.#catalog, this.#schemas, this.#hooksOf(kind)), edition: this.edition.number };
		this.#served.set(version, made);
		return made;
	}

	/** Takes over a resource whose kind, types and behaviour are the same. */
	#takeOver(resource: ServedResource): void {
		const { kind, version, storage, schema, storageSchema, hooks, form } = resource;
		const same =
			this.#byStorage.get(kind.storageName) === kind &&
			itemFormOf(kind, this.#catalog).headText === form.headText &&
			this.#schemas.type(version.type) === schema &&
			this.#schemas.type(storage.type) === storageSchema &&
			this.#hooksOf(kind) === hooks;
		if (same) this.#served.set(version, resource);
	}

	#hooksOf({ storageName }: KindDescriptor): ServedHooks {
		return (Object.hasOwn(this.#hooks, storageName) ? this.#hooks[storageName] : undefined) ?? noHooks;
	}
}

const noHooks: ServedHooks = Object.freeze({});

function servedResource(
	kind: KindDescriptor,
	version: VersionDescriptor,
	catalog: Catalog,
	schemas: CompiledSchemas,
	hooks: ServedHooks,
): Omit<ServedResource, 'edition'> {
	let columns: readonly TableColumn[] | undefined;
	// A webhook converts asynchronously, so that requests work in their own version as if it were the stored one (`verbs/conversion/`).
	const storage = kind.conversionWebhook === undefined ? storageVersionOf(kind) : version;
	const isCustom = isCustomKind(kind, catalog);
	const apiVersion = apiVersionOf(version);
	const storageApiVersion = apiVersionOf(storage);
	const schema = schemas.type(version.type);
	const storageSchema = schemas.type(storage.type);
	const servesStoredBytes = version.type === storage.type && apiVersion === storageApiVersion;
	const { toStorage, toCompared, fromStorage, withoutFilled, fieldFromStorage, takeOver } = servesStoredBytes
		? identity
		: conversionOf(kind, version, catalog, hooks);
	const shaped = version.conversion === 'hook' ? canonicalOfHook : canonical;
	return {
		kind,
		isCustom,
		version,
		apiVersion,
		schema,
		storage,
		storageApiVersion,
		storedVersion: storedVersionOf(kind),
		storageSchema,
		form: itemFormOf(kind, catalog),
		servesStoredBytes,
		toStorage: servesStoredBytes ? toStorage : (object) => shaped(storageSchema, toStorage(object), kind.kind, storageApiVersion),
		toCompared: servesStoredBytes ? toCompared : (object) => shaped(storageSchema, toCompared(object), kind.kind, storageApiVersion),
		fromStorage: servesStoredBytes ? fromStorage : (object) => shaped(schema, fromStorage(object), kind.kind, apiVersion),
		withoutFilled: withoutFilled && ((object) => shaped(schema, withoutFilled(object), kind.kind, apiVersion)),
		fieldFromStorage,
		takeOver,
		rules: rulesInForce({ here: version.type, storage: storage.type, steps: stepsOf(version), isCustom }, catalog),
		toleratesUnchanged: (isCustom && kind.versions.some(({ type }) => type !== storage.type)) || (kind.defined === true && ratchets(catalog)),
		hooks,
		columns() {
			columns ??= columnsOf({ ...kind, columns: version.own?.columns ?? kind.columns }, catalog, schemas, hooks);
			return columns;
		},
		endpoints: new Map(endpointsOf(kind, version).map((endpoint) => [endpoint.subresource, endpoint])),
		deprecation: deprecationText(kind, version, releaseFor(kind, catalog)),
	};
}

/** Reports whether kinds that are defined at run time tolerate unchanged values that a later rule refuses. */
function ratchets({ release, closedGates }: Catalog): boolean {
	return compareReleases(release, '1.28') >= 0 && closedGates?.has('CRDValidationRatcheting') !== true;
}

/** Returns the columns of stored objects. Those in the words of another version see the object converted to it, once for all cells. */
function columnsOf(kind: KindDescriptor, catalog: Catalog, schemas: CompiledSchemas, hooks: ServedHooks): readonly TableColumn[] {
	const { columnsIn } = kind;
	const storage = storageVersionOf(kind);
	if (columnsIn === undefined || columnsIn.type === storage.type) return tableColumns(kind, storage.type, catalog);
	const { fromStorage } = conversionOf(kind, columnsIn, catalog, hooks);
	let last: { readonly stored: JsonObject; readonly shown: JsonObject } | undefined;
	const shown = (stored: JsonObject): JsonObject => {
		if (last?.stored !== stored) last = { stored, shown: canonical(schemas.type(columnsIn.type), fromStorage(stored), kind.kind, apiVersionOf(columnsIn)) };
		return last.shown;
	};
	return tableColumns(kind, columnsIn.type, catalog).map((column) => ({ ...column, cell: (object, computed) => column.cell(shown(object), computed) }));
}

function conversionOf(kind: KindDescriptor, version: VersionDescriptor, catalog: Catalog, { convert }: ServedHooks): Conversion {
	const storage = storageVersionOf(kind).type;
	if (version.conversion !== 'hook') return conversion(stepsOf(version), { here: version.type, storage }, catalog);
	const key = converterKey(kind, version);
	const converter = convert?.[key];
	if (converter === undefined)
		throw new Error(`no hook converts ${key} of ${kind.kind}, which its spec assigns to a hook: its hooks need "convert" with ${JSON.stringify(key)}`);
	return convertedBy(converter, storage, catalog);
}

const identity: Conversion = {
	toStorage: (object) => object,
	toCompared: (object) => object,
	fromStorage: (object) => object,
	fieldFromStorage: (field) => field,
	takeOver: (_stored, _shown, sent) => sent,
};

/** Reports a malformed object from a hook as a server error instead of a client error. */
function canonicalOfHook(...made: Parameters<typeof canonical>): JsonObject {
	try {
		return canonical(...made);
	} catch (cause) {
		const [, , kind, apiVersion] = made;
		throw new Error(
			`the hook "convert" of ${kind} returned a value that is not a ${kind} of ${apiVersion}: ${cause instanceof Error ? cause.message : String(cause)}`,
			{
				cause,
			},
		);
	}
}

/** Returns Kubernetes' warning when the emulated release has deprecated the version. */
function deprecationText(kind: KindDescriptor, version: VersionDescriptor, release: Release): string | undefined {
	const { deprecated, removed, replacement, warning } = version;
	if (warning !== undefined) return warning;
	if (deprecated === undefined || compareReleases(deprecated, release) > 0) return undefined;
	const gone = removed === undefined ? '' : `, unavailable in v${removed}+`;
	const instead = replacement === undefined ? '' : `; use ${apiVersionOf(replacement)} ${replacement.kind}`;
	return `${apiVersionOf(version)} ${kind.kind} is deprecated in v${deprecated}+${gone}${instead}`;
}
