/**
 * Merge types of a kind's versions, for one of its endpoints. They define which fields exist. They also define which fields a writer at
 * that endpoint cannot own, because the endpoint does not write them (`steps/kept.ts`).
 */
import { emptyObject } from '../../apply/objects/empty.ts';
import { MergeSchemas, type StructMerge } from '../../apply/objects/merge-schema.ts';
import { type Element, fieldElement } from '../../apply/sets/element.ts';
import { emptySet, type FieldSet, isEmpty, leaf, node, union } from '../../apply/sets/field-set.ts';
import type { ObjectVersion, Versions } from '../../apply/versions.ts';
import { apiVersionOf } from '../../model/api-version.ts';
import type { JsonObject, KindDescriptor, TypeName } from '../../model/catalog.ts';
import { fieldsApart, fieldsOf, subresourcesIn } from '../../model/subresource-fields.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Serving } from '../../serving/serving.ts';

type Served = Pick<Serving, 'catalog' | 'resource'>;

/** Merge types of one snapshot. Each is built on first use, so that a kind that is never written costs nothing. */
export class OwnedVersions {
	readonly #serving: Served;
	readonly #schemas: MergeSchemas;
	/** Versions by kind, then by subresource. */
	readonly #made = new Map<KindDescriptor, Map<string, Versions>>();

	constructor(serving: Served) {
		this.#serving = serving;
		this.#schemas = new MergeSchemas(serving.catalog);
	}

	/** Returns the merge type of a body that a subresource accepts and that is never stored. */
	type(name: TypeName): StructMerge {
		return this.#schemas.object(name);
	}

	/** Returns the versions of a body that a subresource accepts in one version, and that is an object of another type. */
	bodyVersions(name: TypeName, apiVersion: string): Versions {
		const { catalog } = this.#serving;
		const version: ObjectVersion = { type: this.type(name), reset: emptySet, empty: emptyObject(catalog.type(name), (lookedUp) => catalog.type(lookedUp)) };
		return { of: (asked) => (asked === apiVersion ? version : undefined), convert: (object) => object };
	}

	/** Returns the versions of an endpoint. An empty `subresource` means the object itself. */
	of({ kind }: ServedResource, subresource: string): Versions {
		let bySubresource = this.#made.get(kind);
		if (bySubresource === undefined) {
			bySubresource = new Map();
			this.#made.set(kind, bySubresource);
		}
		let versions = bySubresource.get(subresource);
		if (versions === undefined) {
			versions = new EndpointVersions(kind, subresource, this.#serving, this.#schemas);
			bySubresource.set(subresource, versions);
		}
		return versions;
	}
}

class EndpointVersions implements Versions {
	readonly #kind: KindDescriptor;
	readonly #subresource: string;
	readonly #serving: Served;
	readonly #schemas: MergeSchemas;
	/** Versions by apiVersion. */
	readonly #known = new Map<string, ObjectVersion | undefined>();

	constructor(kind: KindDescriptor, subresource: string, serving: Served, schemas: MergeSchemas) {
		this.#kind = kind;
		this.#subresource = subresource;
		this.#serving = serving;
		this.#schemas = schemas;
	}

	of(apiVersion: string): ObjectVersion | undefined {
		const known = this.#known.get(apiVersion);
		if (known !== undefined) return known;
		const resource = this.#served(apiVersion);
		const made = resource && this.#version(resource);
		// Unknown versions are not cached, because clients could fill the memory with them through managed fields.
		if (made !== undefined) this.#known.set(apiVersion, made);
		return made;
	}

	convert(object: JsonObject, apiVersion: string): JsonObject {
		if (object.apiVersion === apiVersion) return object;
		const from = this.#needed(String(object.apiVersion));
		const to = this.#needed(apiVersion);
		// An applied configuration may have nulls and lack required fields. A conversion hook needs an object without nulls and with all
		// required fields.
		const isByHook = [from, to].some(({ version }) => version.conversion === 'hook');
		return to.fromStorage(from.toStorage(isByHook ? from.schema.read(object, { notices: [] }) : object));
	}

	#served(apiVersion: string): ServedResource | undefined {
		const version = this.#kind.versions.find((candidate) => apiVersionOf(candidate) === apiVersion);
		return version && this.#serving.resource(version.group, version.version, this.#kind.plural);
	}

	#needed(apiVersion: string): ServedResource {
		const resource = this.#served(apiVersion);
		if (resource === undefined) throw new Error(`${this.#kind.plural} are not served in ${apiVersion}: callers check that the version is served`);
		return resource;
	}

	#version(resource: ServedResource): ObjectVersion {
		const { catalog } = this.#serving;
		const name = resource.version.type;
		const type = this.#schemas.object(name);
		return {
			type,
			reset: this.#reset(type, resource),
			// Objects of custom kinds have no fields before a client sets them, like custom resources.
			empty: resource.form.isWhole ? {} : emptyObject(catalog.type(name), (lookedUp) => catalog.type(lookedUp)),
		};
	}

	#reset(type: StructMerge, resource: ServedResource): FieldSet {
		const further = resource.hooks.untrackedFields?.[this.#subresource] ?? [];
		return further.reduce((set, path) => union(set, at(path.split('.'))), this.#apart(type, resource));
	}

	#apart(type: StructMerge, { version, fieldFromStorage, hooks }: ServedResource): FieldSet {
		const subresources = subresourcesIn(this.#kind, version);
		const { scale } = subresources;
		if (this.#subresource === 'scale' && scale !== undefined) return allBut(type, fieldFromStorage(scale.replicas).split('.'));
		const own = fieldsOf(this.#subresource, subresources);
		if (own === undefined) return fields(fieldsApart(subresources));
		const others = fields([...type.fields.keys()].filter((name) => name !== 'metadata' && !own.includes(name)));
		const kept = fields(hooks.preservedMetadata?.[this.#subresource] ?? []);
		return isEmpty(kept) ? others : union(others, node(false, new Map([[fieldElement('metadata'), kept]])));
	}
}

function fields(names: readonly string[]): FieldSet {
	return node(false, new Map(names.map((name) => [fieldElement(name), leaf])));
}

/** Returns the set with a single path. */
function at([name = '', ...rest]: readonly string[]): FieldSet {
	return node(false, new Map([[fieldElement(name), rest.length === 0 ? leaf : at(rest)]]));
}

/** Returns the set of all declared fields except one path. */
function allBut(type: StructMerge, [name = '', ...rest]: readonly string[]): FieldSet {
	const children = new Map<Element, FieldSet>();
	for (const [each, field] of type.fields) {
		if (each !== name) children.set(field.element, leaf);
		else if (rest.length > 0 && field.type.kind === 'struct') children.set(field.element, allBut(field.type, rest));
	}
	return node(false, children);
}
