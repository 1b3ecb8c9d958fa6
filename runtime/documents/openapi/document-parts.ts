/** Parts that all documents of one catalog share. Each is computed once, because a thousand documents of defined kinds would repeat it. */
import type { GroupVersionKind, KindDescriptor, TypeName } from '../../model/catalog.ts';
import type { ServedGroup, ServedKindVersion, ServedVersion } from '../discovery.ts';
import { commonKinds, kindsOfDefinitions } from './definition-kinds.ts';
import { isFrom, type OpenApiInput } from './input.ts';
import type { PathItem } from './operation.ts';
import { indexPaths, nameOfVersion, ownGroups } from './paths.ts';

type Gvks = ReadonlyMap<string, readonly GroupVersionKind[]>;

interface NamedVersion {
	readonly group: string;
	readonly version: ServedVersion;
}

export class DocumentParts {
	readonly input: OpenApiInput;
	readonly groups: readonly ServedGroup[];
	/** Index paths by the name of their version 3 document. */
	readonly indexPaths: ReadonlyMap<string, PathItem>;
	/** Group versions by the name of their version 3 document. */
	readonly versions: ReadonlyMap<string, NamedVersion>;
	readonly typeByDefinition: ReadonlyMap<string, TypeName>;
	/** Fields that are merge keys of some list, as `type field`. */
	readonly mergeKeys: ReadonlySet<string>;
	readonly #gvks: Gvks;
	/** Kinds of common definitions in documents that list all group versions. */
	#common: Gvks | undefined;
	readonly #defined: ReadonlyMap<string, ServedKindVersion>;
	/** Names of the documents of groups with defined kinds alone. */
	readonly #definedGroups: ReadonlySet<string>;

	constructor(input: OpenApiInput) {
		const { catalog } = input;
		this.input = input;
		this.groups = ownGroups(input);
		this.indexPaths = indexPaths(input, this.groups);
		this.versions = new Map(
			this.groups.flatMap(({ group, versions }) => versions.map((version) => [nameOfVersion(group, version.version), { group, version }] as const)),
		);
		this.typeByDefinition = new Map(catalog.typeNames.map((name) => [catalog.type(name).openapi, name]));
		this.mergeKeys = mergeKeys(input);
		this.#gvks = kindsOfDefinitions(input);
		const isDefined = ({ versions }: ServedGroup): boolean => versions.every(({ resources }) => resources.every(({ kind }) => kind.defined === true));
		this.#definedGroups = new Set(this.groups.filter(isDefined).map(({ group }) => `apis/${group}`));
		this.#defined = new Map(catalog.kinds.filter(({ defined }) => defined === true).flatMap(definedVersions));
	}

	/** Returns the kinds of definitions. `own`: group and version of a version 3 document. */
	gvks(own?: Pick<GroupVersionKind, 'group' | 'version'>): Pick<Gvks, 'get' | 'has'> {
		const common = this.#commonKinds(isFrom(this.input, 'ownVersionAlone') ? own : undefined);
		return { get: (name) => common.get(name) ?? this.#gvks.get(name), has: (name) => common.has(name) || this.#gvks.has(name) };
	}

	#commonKinds(own?: Pick<GroupVersionKind, 'group' | 'version'>): Gvks {
		if (own !== undefined) return commonKinds(this.input, own);
		this.#common ??= commonKinds(this.input);
		return this.#common;
	}

	/** Returns the kind, defined at run time, whose objects or lists have this kind. */
	defined({ group, version, kind }: GroupVersionKind): ServedKindVersion | undefined {
		return this.#defined.get(keyOf(group, version, kind));
	}

	/**
	 * Returns the kinds that alone decide a version 3 document of kinds that are defined at run time; undefined for other documents. While
	 * the kinds are the same, so is the document.
	 */
	sources(name: string): readonly KindDescriptor[] | undefined {
		const resources = this.versions.get(name)?.version.resources;
		if (resources !== undefined) return resources.every(({ kind }) => kind.defined === true) ? resources.map(({ kind }) => kind) : undefined;
		// The document of a group depends on its name alone.
		return this.#definedGroups.has(name) ? [] : undefined;
	}
}

function definedVersions(kind: KindDescriptor): (readonly [string, ServedKindVersion])[] {
	return kind.versions.flatMap((version) =>
		[kind.kind, kind.listKind].map((name) => [keyOf(version.group, version.version, name), { kind, version }] as const),
	);
}

function keyOf(group: string, version: string, kind: string): string {
	return `${group}/${version}/${kind}`;
}

function mergeKeys({ catalog }: OpenApiInput): ReadonlySet<string> {
	const keys = new Set<string>();
	for (const name of catalog.typeNames) {
		for (const { schema } of catalog.type(name).fields) {
			if (schema.kind !== 'list' || schema.items.kind !== 'struct') continue;
			for (const key of (schema.markedSince ? undefined : schema.mapKeys) ?? []) keys.add(`${schema.items.type} ${key}`);
		}
	}
	return keys;
}
