/**
 * Checks stored objects against specs. An object is decoded in its own version, converted to the storage version and checked there. Then it
 * is
 * sent through every other version and back.
 *
 * The code is the server's and treats the object as an update without changes. So objects that could no longer be created are accepted, as
 * in
 * the server. Only conversion hooks are called.
 */
import type { StoredHooks } from '../../runtime/api/hooks.ts';
import { apiVersionOf, groupVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog, JsonObject, JsonValue, KindDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { type Cause, mostCauses } from '../../runtime/model/cause.ts';
import { copy, deepEqual } from '../../runtime/model/equal.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { compile } from '../../runtime/schema/compile.ts';
import type { CompiledType } from '../../runtime/schema/compiled.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import type { TypeLookup } from '../../runtime/schema/properties.ts';
import type { ServedResource } from '../../runtime/serving/resource.ts';
import { Resources } from '../../runtime/serving/resources.ts';
import { type LostValue, lostValues } from '../read/kinds/lost-values.ts';
import type { Finding } from './finding.ts';
import { generalField } from './general-field.ts';
import type { StoredObject } from './stored-object.ts';
import { causeText, malformedText, thrownText } from './wording.ts';

export interface Specs {
	/** Catalog of all releases, in the words of the vocabulary. */
	readonly catalog: Catalog;
	/** Hooks of kinds by storage name, which convert, and tolerate violations. */
	readonly converters: Readonly<Record<string, StoredHooks>>;
}

/** Catalog with its served resources. */
interface Served {
	readonly catalog: Catalog;
	readonly resources: Resources;
}

export class SpecReading {
	/** Resources of the default release, as served. */
	readonly #now: Served;
	/** Resources of all releases, with versions that are no longer served but may still be stored. */
	readonly #ever: Served;
	readonly #kinds: ReadonlyMap<string, KindDescriptor>;
	readonly #hooks: Specs['converters'];

	constructor({ catalog, converters }: Specs) {
		const served = (which: Catalog): Served => ({ catalog: which, resources: new Resources(which, compile(which), converters) });
		this.#now = served(narrow(catalog, catalog.release));
		this.#ever = served(catalog);
		this.#hooks = converters;
		this.#kinds = new Map(catalog.kinds.filter(({ stored }) => stored !== false).map((kind) => [kind.storageName, kind]));
	}

	/** Returns the kind with all its versions. */
	kind(resource: string): KindDescriptor | undefined {
		return this.#kinds.get(resource);
	}

	/**
	 * Returns the findings of an object. `thorough`: also checks defaults and other versions. `isConfidential`: keeps values out of
	 * messages.
	 */
	look(stored: StoredObject, { thorough, isConfidential }: { readonly thorough: boolean; readonly isConfidential: boolean }): readonly Finding[] {
		const kind = this.kind(stored.resource);
		if (kind === undefined) return [{ sort: 'kindGone', field: '', message: `no kind of the given specs has this storage name (--specs adds spec roots)` }];
		const look = new ObjectFindings((name) => this.#ever.catalog.type(name), isConfidential, this.#hooks[kind.storageName]?.tolerates);
		const { namespace, object } = stored;
		const apiVersion = typeof object.apiVersion === 'string' ? object.apiVersion : '';
		const version = kind.versions.find((each) => apiVersionOf(each) === apiVersion);
		if (version === undefined)
			return [{ sort: 'versionGone', field: '', version: apiVersion, message: `is stored as ${apiVersion}, which the specs have no more` }];
		if ((namespace === '') !== (kind.scope === 'Cluster')) look.found('outOfScope', '', scopeText(kind));
		look.trying(version.type, () => this.#follow(object, kind, { group: version.group, name: version.version }, look, thorough));
		return look.findings();
	}

	#follow(
		object: JsonObject,
		kind: KindDescriptor,
		{ group, name }: { readonly group: string; readonly name: string },
		look: ObjectFindings,
		thorough: boolean,
	): void {
		const isServed = this.#now.resources.resource(group, name, kind.plural) !== undefined;
		const served = isServed ? this.#now : this.#ever;
		const from = resourceIn(served, group, name, kind);
		const read = look.read(from, object);
		let stored = from.servesStoredBytes ? read : from.toStorage(read);
		if (!from.servesStoredBytes) look.lost('lost', lostValues(served.catalog, from.version.type, read, from.fromStorage(stored)), from);
		const target = this.#now.resources.stored(kind.storageName) ?? this.#ever.resources.stored(kind.storageName);
		if (target === undefined) throw new Error(`no data is available about ${kind.storageName}`);
		if (from.storageApiVersion !== target.storageApiVersion)
			stored = resourceIn(this.#ever, target.storage.group, target.storage.version, kind).fromStorage(stored);
		const filled = copy(stored) as JsonObject;
		target.storageSchema.applyDefaults(filled);
		// A custom kind has rules of its own in each version, and the object was written by those of its own version.
		if (target.isCustom && from.version.type !== target.storage.type)
			look.refused('invalid', from.schema, shownWithDefaults(resourceIn(this.#now, group, name, target.kind, this.#ever), filled), from.apiVersion);
		else look.refused('invalid', target.storageSchema, filled);
		if (!thorough) return;
		for (const field of changedFields(stored, filled, ''))
			look.found('defaulted', look.general(field, target.storage.type), 'is absent, and is filled in with its default');
		for (const version of target.kind.versions) {
			const other = resourceIn(this.#now, version.group, version.version, target.kind, this.#ever);
			if (other.apiVersion === from.apiVersion) continue;
			if (other.servesStoredBytes) {
				if (target.isCustom && from.version.type !== target.storage.type) look.refused('shownInvalid', other.schema, filled, other.apiVersion);
			} else look.trying(other.version.type, () => look.through(other, { stored, filled }, this.#now.catalog));
		}
	}
}

function resourceIn({ resources }: Served, group: string, version: string, kind: KindDescriptor, otherwise?: Served): ServedResource {
	const found = resources.resource(group, version, kind.plural) ?? otherwise?.resources.resource(group, version, kind.plural);
	if (found === undefined) throw new Error(`${kind.kind} has no version ${version} of ${JSON.stringify(group)}`);
	return found;
}

function scopeText({ kind, scope }: KindDescriptor): string {
	return scope === 'Cluster'
		? `is stored in a namespace, and ${kind} is in none: no request can reach it`
		: `is stored in no namespace, and ${kind} is in one: no request can reach it`;
}

/** Findings of one object; several list items with the same one count once. */
class ObjectFindings {
	readonly #lookup: TypeLookup;
	readonly #isConfidential: boolean;
	readonly #tolerates: StoredHooks['tolerates'];
	readonly #found = new Map<string, Finding>();

	constructor(lookup: TypeLookup, isConfidential: boolean, tolerates: StoredHooks['tolerates']) {
		this.#lookup = lookup;
		this.#isConfidential = isConfidential;
		this.#tolerates = tolerates;
	}

	findings(): readonly Finding[] {
		return [...this.#found.values()];
	}

	found(sort: Finding['sort'], field: string, message: string, version?: string): void {
		const key = `${sort}\n${version}\n${field}\n${message}`;
		if (!this.#found.has(key)) this.#found.set(key, { sort, field, message, ...(version !== undefined && { version }) });
	}

	general(field: string, root: TypeName): string {
		return generalField(field, { root, lookup: this.#lookup });
	}

	/** Runs a step. An object that cannot be decoded or converted gets a single finding. */
	trying(type: TypeName, work: () => void): void {
		try {
			work();
		} catch (error) {
			if (error instanceof MalformedError) {
				const { field, message } = malformedText(error, this.#isConfidential);
				this.found('invalid', generalField(field, { root: type, lookup: this.#lookup, namesAlone: true }), message);
			} else this.found('unconverted', '', thrownText(error, this.#isConfidential));
		}
	}

	read({ schema, version, apiVersion, servesStoredBytes }: ServedResource, object: JsonObject): JsonObject {
		const notices: string[] = [];
		const read = schema.read(object, { notices });
		for (const notice of notices) {
			const [, quoted] = /^unknown field (".*")$/s.exec(notice) ?? [];
			const field = quoted === undefined ? '' : this.general(JSON.parse(quoted) as string, version.type);
			if (quoted !== undefined) this.found('unknown', field, `is stored, and ${apiVersion} has no such field`, servesStoredBytes ? undefined : apiVersion);
		}
		return read;
	}

	/**
	 * Records lost values. `by`: for values lost on the way to storage, the version with the fields; otherwise the version that does not
	 * return them.
	 */
	lost(sort: 'lost' | 'hidden', values: Iterable<LostValue>, by: ServedResource): void {
		for (const { path, said, onlyZero } of values) {
			if (onlyZero) continue;
			for (const field of said.size === 0 ? [path] : said)
				this.found(
					sort,
					field,
					sort === 'lost'
						? `is stored, and is lost when it becomes ${by.storageApiVersion}`
						: `does not return from ${by.apiVersion}: who reads that does not see it`,
					by.apiVersion,
				);
		}
	}

	/** Records violations of the object as it is. Rules for changes or creates only are left out. */
	refused(sort: 'invalid' | 'shownInvalid', schema: CompiledType, object: JsonObject, version?: string): void {
		const causes = schema.validate(object, object, { most: mostCauses });
		if (causes.length === 0) return;
		const leniency = { version: groupVersionOf(String(object.apiVersion)).version, stored: { object, causes } };
		const ofNew = new Set(schema.validate(object, undefined, { most: mostCauses }).map(textOf));
		for (const cause of causes) {
			if (!ofNew.has(textOf(cause)) || this.#tolerates?.(cause, object, leniency) === true) continue;
			this.found(sort, this.general(cause.field ?? '', schema.name), causeText(cause, object, this.#isConfidential), version);
		}
	}

	/** Sends the object through a version that is not stored, and back. Rules of that version apply to the content of a write. */
	through(other: ServedResource, { stored, filled }: { readonly stored: JsonObject; readonly filled: JsonObject }, catalog: Catalog): void {
		this.lost('hidden', lostValues(catalog, other.storage.type, stored, other.toStorage(other.fromStorage(stored))), other);
		if (other.rules !== 'storage') this.refused('shownInvalid', other.schema, shownWithDefaults(other, filled), other.apiVersion);
	}
}

/** Returns the object in a version, as its rules see it. */
function shownWithDefaults({ fromStorage, schema }: ServedResource, stored: JsonObject): JsonObject {
	const shown = fromStorage(stored);
	schema.applyDefaults(shown);
	return shown;
}

function textOf({ reason, field, message }: Cause): string {
	return JSON.stringify([reason, field, message]);
}

/** Yields the paths of added and changed values. */
function* changedFields(before: JsonValue | undefined, after: JsonValue | undefined, path: string): Generator<string> {
	if (deepEqual(before, after)) return;
	if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
		for (const [index, item] of after.entries()) yield* changedFields(before[index], item, `${path}[${index}]`);
	} else if (isObject(before) && isObject(after)) {
		for (const [key, item] of Object.entries(after)) yield* changedFields(before[key], item, path === '' ? key : `${path}.${key}`);
	} else yield path;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
