/** Declarations in other spec roots, which an import refers to and does not write. */
import { parseYaml } from '../../runtime/wire/yaml.ts';
import { keyText, type TypeKey } from './facts.ts';

export interface OtherRoots {
	/** Types that can be referenced, such as `core/v1.PodSpec`. */
	readonly types: ReadonlySet<string>;
	/** Kinds by folder and name, such as `core/Pod`. */
	readonly kinds: ReadonlyMap<string, DeclaredKind>;
	/** Kinds by group as in specs and name, such as `events.{groupDomain}/Event`, also when several groups serve them. */
	readonly inGroups: ReadonlyMap<string, DeclaredKind>;
	/** Versions of groups by folder. */
	readonly versions: ReadonlyMap<string, readonly string[]>;
}

export interface DeclaredKind {
	readonly file: string;
	readonly versions: readonly string[];
}

export interface SpecText {
	/** Path below the spec root, with `/`. */
	readonly path: string;
	/** Name of the file in messages. */
	readonly file: string;
	readonly text: string;
}

interface Spec {
	readonly kind?: string;
	/** Name of the group, in a group's file. */
	readonly group?: string;
	readonly alsoIn?: readonly { readonly group?: string; readonly version?: string }[];
	readonly version?: string;
	readonly versions?: readonly (string | { readonly name?: string; readonly storage?: boolean; readonly schema?: { readonly $ref?: string } })[];
	readonly schema?: { readonly $ref?: string };
	readonly types?: Readonly<Record<string, unknown>>;
}

/** Collects the declarations; earlier roots take precedence. */
export function otherRootsIn(texts: readonly SpecText[]): OtherRoots {
	const specs = texts.flatMap(({ path, file, text }) => {
		const [folder = '', name = '', topic] = path.replace(/\.ya?ml$/, '').split('/');
		const spec = name === '' || folder === 'vocabulary' ? undefined : (parseYaml(text) as Spec | null);
		return spec === undefined || spec === null ? [] : [{ folder, name, isTypes: name === 'types' && topic !== undefined, file, spec }];
	});
	const versions = new Map<string, readonly string[]>();
	const groups = new Map<string, string>();
	for (const { folder, name, isTypes, spec } of specs)
		if (name === 'group' && !isTypes) {
			versions.set(folder, [...new Set([...(versions.get(folder) ?? []), ...(spec.versions ?? []).map(String)])]);
			groups.set(folder, spec.group ?? '');
		}
	const types = new Set<string>();
	const kinds = new Map<string, DeclaredKind>();
	const inGroups = new Map<string, DeclaredKind>();
	for (const { folder, isTypes, file, spec } of specs) {
		const declare = (version: string, name: string) => types.add(keyText({ package: folder, version, name } satisfies TypeKey));
		if (isTypes) for (const name of Object.keys(spec.types ?? {})) declare(spec.version ?? versions.get(folder)?.[0] ?? '', name);
		if (isTypes || spec.kind === undefined) continue;
		const served = (spec.versions ?? []).flatMap((version) => (typeof version === 'object' ? version : []));
		const there = { file, versions: served.map(({ name }) => name ?? '') };
		kinds.set(`${folder}/${spec.kind}`, there);
		inGroups.set(`${groups.get(folder) ?? folder}/${spec.kind}`, there);
		for (const { group = '', version = '' } of spec.alsoIn ?? []) {
			const key = `${group}/${spec.kind}`;
			inGroups.set(key, { file, versions: [...(inGroups.get(key)?.versions ?? []), version] });
		}
		for (const { name = '', storage, schema = storage ? spec.schema : undefined } of served)
			if (schema !== undefined && schema.$ref === undefined) declare(name, spec.kind);
	}
	return { types, kinds, inGroups, versions };
}

export const noOtherRoots: OtherRoots = { types: new Set(), kinds: new Map(), inGroups: new Map(), versions: new Map() };
