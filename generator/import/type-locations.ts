/** Places of types in an import: the file of each type, and the version of files that give none. */
import { isMap, type YAMLMap } from 'yaml';
import { type Facts, keyText, type TypeFacts, type TypeKey } from './facts.ts';
import { referenceOf } from './joined-facts.ts';
import type { OtherRoots } from './other-roots.ts';
import { insertVersion } from './version-order.ts';
import { openDocument } from './yaml.ts';

export interface TypeLocationsInput {
	readonly facts: Facts;
	/** Text of existing specs by path below the output folder, with `/`. */
	readonly existing: ReadonlyMap<string, string>;
	/** Declarations of other spec roots. */
	readonly elsewhere: OtherRoots;
	/** Set when files of types always give their version, so that it stays right when a later import adds versions. */
	readonly saysVersions?: true;
}

export interface TypeLocation {
	readonly path: string;
	/** True when the type is inline, in a kind's file. */
	readonly inPlace: boolean;
}

export class TypeLocations {
	private readonly firstVersions = new Map<string, string | undefined>();
	private readonly input: TypeLocationsInput;

	constructor(input: TypeLocationsInput) {
		this.input = input;
	}

	/** Returns the version of types in files without one, after this import; undefined for a package without versions. */
	firstVersion(folder: string): string | undefined {
		if (!this.firstVersions.has(folder)) this.firstVersions.set(folder, this.elsewhereFirst(folder) ?? this.allVersions(folder)[0]);
		return this.firstVersions.get(folder);
	}

	/** Returns the version of types in files without one, before this import. */
	firstBefore(folder: string): string | undefined {
		return this.elsewhereFirst(folder) ?? this.versionsBefore(folder)[0];
	}

	private elsewhereFirst(folder: string): string | undefined {
		return this.input.elsewhere.versions.get(folder)?.[0];
	}

	private versionsBefore(folder: string): readonly string[] {
		const text = this.input.existing.get(`${folder}/group.yaml`);
		return text === undefined ? [] : ((openDocument(text).toJS() as { versions?: readonly string[] } | null)?.versions ?? []);
	}

	/** Returns all versions in the order of `writeGroup`. */
	private allVersions(folder: string): readonly string[] {
		const versions = [...this.versionsBefore(folder)];
		const { kinds, types } = this.input.facts;
		for (const { key } of [...kinds, ...types.values()])
			if (key.package === folder && !versions.includes(key.version)) insertVersion(versions, key.version, String);
		return versions;
	}

	/** Returns the place of each type: its existing file, otherwise the file of its only kind, otherwise a shared file. */
	find(): ReadonlyMap<string, TypeLocation> {
		const homes = new Map<string, TypeLocation>();
		const versionOf = new Map<string, string>();
		for (const [path, text] of this.input.existing) {
			const folder = typesFolder(path);
			if (folder === undefined) continue;
			const file = openDocument(text).toJS() as { version?: string; types?: Record<string, unknown> } | null;
			const version = file?.version ?? this.firstBefore(folder) ?? this.firstVersion(folder) ?? 'v1';
			versionOf.set(path, version);
			for (const name of Object.keys(file?.types ?? {})) homes.set(keyText({ package: folder, version, name }), { path, inPlace: false });
		}
		for (const type of this.input.facts.types.values())
			for (const key of this.placesIn(type)) if (!homes.has(keyText(key))) homes.set(keyText(key), { path: '', inPlace: true });
		const users = this.users();
		for (const { key } of this.input.facts.types.values()) {
			if (homes.has(keyText(key))) continue;
			const [user, another] = users.get(keyText(key)) ?? [];
			const only = another === undefined ? user : undefined;
			const base = `${key.package}/types/${only?.name.toLowerCase() ?? 'shared'}`;
			const isPlain = key.version === this.plainVersion(only, key.package) && (versionOf.get(`${base}.yaml`) ?? key.version) === key.version;
			homes.set(keyText(key), { path: `${base}${isPlain ? '' : `.${key.version}`}.yaml`, inPlace: false });
		}
		return homes;
	}

	/** Returns the types that are inline in an existing kind file. */
	private placesIn(type: TypeFacts): TypeKey[] {
		const text = this.input.existing.get(kindPath(type.key));
		if (text === undefined || !this.input.facts.kinds.some(({ key }) => keyText(key) === keyText(type.key))) return [];
		const found: TypeKey[] = [];
		const look = (facts: TypeFacts | undefined, node: unknown): void => {
			const properties = isMap(node) ? node.get('properties') : undefined;
			for (const field of facts?.fields ?? []) {
				const inner = referenceOf(field.schema);
				const place = isMap(properties) ? inPlace(properties.get(field.name)) : undefined;
				if (inner === undefined || place === undefined) continue;
				found.push(inner);
				look(this.input.facts.types.get(keyText(inner)), place);
			}
		};
		const root = openDocument(text).contents;
		look(type, isMap(root) ? root.get('schema') : undefined);
		return found;
	}

	/** Returns the version that file names leave out. Where files give their version, it is the stored version of the types' only kind. */
	private plainVersion(only: TypeKey | undefined, folder: string): string | undefined {
		if (this.input.saysVersions !== true) return this.firstVersion(folder);
		// The stored version of a kind is first.
		return only === undefined ? undefined : this.input.facts.kinds.find(({ key }) => key.package === only.package && key.name === only.name)?.key.version;
	}

	/** Returns the kinds of the same package that use each type, with one entry per version. */
	private users(): ReadonlyMap<string, readonly TypeKey[]> {
		const { kinds, types } = this.input.facts;
		const users = new Map<string, TypeKey[]>();
		for (const { key: kind } of kinds) {
			const seen = new Set<string>();
			const reach = (key: TypeKey): void => {
				const text = keyText(key);
				if (seen.has(text)) return;
				seen.add(text);
				if (key.package === kind.package) users.set(text, [...(users.get(text) ?? []), kind]);
				for (const { schema } of types.get(text)?.fields ?? []) {
					const inner = referenceOf(schema);
					if (inner !== undefined) reach(inner);
				}
			};
			reach(kind);
		}
		return users;
	}
}

export function kindPath(key: TypeKey): string {
	return `${key.package}/${key.name.toLowerCase()}.yaml`;
}

/** Returns the package of a file of types, otherwise undefined. */
export function typesFolder(path: string): string | undefined {
	return /^([^/]+)\/types\/[^/]+$/.exec(path)?.[1];
}

/** Returns the inline object schema of a field, of a list's items or of a map's values. */
export function inPlace(node: unknown): YAMLMap | undefined {
	if (!isMap(node)) return undefined;
	if (node.has('properties')) return node as YAMLMap;
	return inPlace(node.get('items')) ?? inPlace(node.get('additionalProperties'));
}
