/** Content of a client package: the chosen kinds as one release serves them in one vocabulary, and the types that they need. */
import { apiVersionOf } from '../../../runtime/model/api-version.ts';
import type { Catalog, KindDescriptor, TypeDescriptor, TypeName, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { type Endpoint, endpointsOf } from '../../../runtime/model/endpoint.ts';
import { speakAll, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { reachableTypes } from '../../../runtime/schema/properties.ts';
import { packageIdentifier, typeParts } from '../../print/derived-names.ts';
import { type TypeModule, typeModules } from '../typescript/type-modules.ts';

/** Kind in one of its versions, with its endpoints. The kind's own endpoint comes first, then those of its subresources. */
export interface SurfaceKind {
	readonly kind: KindDescriptor;
	readonly version: VersionDescriptor;
	readonly endpoints: readonly Endpoint[];
	/** Package and version of the module that exports the kind. */
	readonly module: { readonly package: string; readonly version: string };
}

export interface Surface {
	/** Catalog with the words of the vocabulary. */
	readonly catalog: Catalog;
	readonly kinds: readonly SurfaceKind[];
	/** Types that the kinds need, by module. */
	readonly modules: readonly TypeModule[];
	/** apiVersions in which a type is a whole object. */
	readonly apiVersions: ReadonlyMap<TypeName, readonly string[]>;
	/** Types of objects that are sent for an answer and not stored. Their metadata is optional. */
	readonly asked: ReadonlySet<TypeName>;
}

/** Returns the catalog with its placeholders replaced by the words of a vocabulary. */
export function inVocabulary(catalog: Catalog, words: Vocabulary): Catalog {
	const types = new Map<TypeName, TypeDescriptor>();
	return {
		...catalog,
		groups: speakAll(catalog.groups, words),
		kinds: speakAll(catalog.kinds, words),
		type(name) {
			let type = types.get(name);
			if (type === undefined) {
				type = speakAll(catalog.type(name), words);
				types.set(name, type);
			}
			return type;
		},
	};
}

/** Returns the surface of the chosen kinds. `catalog`: one release in one vocabulary. */
export function surfaceOf(catalog: Catalog, chosen: readonly KindDescriptor[]): Surface {
	const folders = new Map(catalog.groups.map(({ group, package: folder }) => [group, folder]));
	const kinds = chosen.flatMap((kind) =>
		kind.versions.map((version): SurfaceKind => {
			const folder = folders.get(version.group);
			if (folder === undefined) throw new Error(`the group ${version.group} of ${kind.kind} is not there`);
			return { kind, version, endpoints: endpointsOf(kind, version), module: { package: folder, version: version.version } };
		}),
	);
	const apiVersions = new Map<TypeName, string[]>();
	for (const { version, endpoints } of kinds)
		for (const { type, ...own } of [{ ...version, kind: '' }, ...endpoints.flatMap(({ takes, gives }) => [takes, gives])])
			if (type !== undefined) apiVersions.set(type, [...new Set([...(apiVersions.get(type) ?? []), apiVersionOf(own)])]);
	return {
		catalog,
		kinds,
		modules: typeModules({ ...catalog, typeNames: typesOf(kinds, catalog) }),
		apiVersions,
		asked: new Set(kinds.flatMap(askedTypes)),
	};
}

function askedTypes({ endpoints }: SurfaceKind): readonly TypeName[] {
	const bodies = endpoints.filter(({ handler }) => handler === 'computed').flatMap(({ takes, gives }) => [takes.type, gives.type]);
	return bodies.filter((type) => type !== undefined);
}

function typesOf(kinds: readonly SurfaceKind[], catalog: Catalog): readonly TypeName[] {
	const roots = kinds.flatMap(({ version, endpoints }) => [
		version.type,
		...endpoints.flatMap(({ takes, gives, options }) => [takes.type, gives.type, options].filter((type) => type !== undefined)),
	]);
	const names = new Set(roots.flatMap((root) => reachableTypes(root, (name) => catalog.type(name)).map(({ name }) => name)));
	return [...names].sort();
}

/** Returns the identifier of an imported module, such as `appsV1`. */
export function moduleIdentifier(type: TypeName | { readonly package: string; readonly version: string }): string {
	const { package: folder, version } = typeof type === 'string' ? typeParts(type) : type;
	return packageIdentifier(`${folder}-${version}`);
}

/** Returns the path of a module in the package, without its extension. */
export function modulePath(type: TypeName | { readonly package: string; readonly version: string }): string {
	const { package: folder, version } = typeof type === 'string' ? typeParts(type) : type;
	return `api/${folder}/${version}`;
}
