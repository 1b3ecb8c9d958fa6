/** First spec of a new kind, which can be served unchanged. */
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { hooksFolder } from '../hooks/hook-file.ts';
import { neutralGroup } from '../import/roles.ts';
import type { EmittedFile } from '../model.ts';

export interface NewKind {
	readonly kind: string;
	/** Name of the group, or `core` for the group with an empty name. */
	readonly group: string;
	/** Version of the kind. Default: that of an existing group, or v1. */
	readonly version?: string;
	readonly scope: 'Namespaced' | 'Cluster';
	readonly plural?: string;
	/** Groups that the spec roots already declare. */
	readonly groups: readonly KnownGroup[];
	readonly vocabularies?: readonly Vocabulary[];
}

export interface KnownGroup {
	readonly folder: string;
	readonly group: string;
	readonly versions: readonly string[];
}

export interface MadeKind {
	readonly version: string;
	readonly spec: EmittedFile;
	/** File of the group; undefined when the group already exists. */
	readonly group: EmittedFile | undefined;
	/** Key of the kind in the generated interface `Hooks`. */
	readonly hookKey: string;
}

/** Returns `v1` for new groups and groups that have it, otherwise the group's preferred version. */
function usualVersion(group: KnownGroup | undefined): string {
	const [preferred = 'v1'] = group?.versions.includes('v1') ? [] : (group?.versions ?? []);
	return preferred;
}

/**
 * Returns the spec and, for a new group, the group's file, with paths relative to the spec root. Throws when an existing group lacks the
 * version.
 */
export function newKind(options: NewKind): MadeKind {
	const { kind, scope, groups } = options;
	const group = groupMeant(options.group, options);
	const known = groups.find((one) => one.group === group);
	const version = options.version ?? usualVersion(known);
	if (known !== undefined && !known.versions.includes(version)) {
		throw new Error(
			`the group ${JSON.stringify(group)} has no version ${version}: give --api-version ${known.versions.join(' or ')}, or add it to ${known.folder}/group.yaml`,
		);
	}
	const folder = known?.folder ?? newFolder(group, groups);
	const plural = options.plural ?? pluralOf(kind.toLowerCase());
	return {
		version,
		hookKey: `${folder}/${plural}`,
		group:
			known === undefined
				? { path: `${folder}/group.yaml`, content: `group: ${quote(group)}\ndescription: Purpose of the group, in one sentence.\nversions: [${version}]\n` }
				: undefined,
		spec: {
			path: `${folder}/${fileName(kind)}.yaml`,
			content: `kind: ${kind}
names: {plural: ${plural}}
scope: ${scope}
description: Purpose of a ${kind}, in one sentence.
versions:
  - {name: ${version}, storage: true}
subresources: {status: {}}
columns:
  - {name: Size, type: integer, value: self.spec.size, description: Desired size.}
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      properties:
        size: {type: integer, protobuf: 1, minimum: 0, default: 1, description: Desired size.}
    status:
      type: object
      protobuf: 3
      description: Observed state.
      properties:
        observedGeneration: {type: integer, format: int64, protobuf: 1, description: Generation that the status describes.}
examples:
  - name: small
    object: {metadata: {name: example}, spec: {size: 2}}
`,
		},
	};
}

/** Finds the group that a user names: the core group by its folder, built-in groups by their name in a vocabulary. */
function groupMeant(group: string, { groups, vocabularies = [] }: NewKind): string {
	const isKnown = (name: string) => groups.some((one) => one.group === name);
	if (isKnown(group)) return group;
	if (groups.some((one) => one.group === '' && one.folder === group)) return '';
	return vocabularies.map((vocabulary) => neutralGroup(group, vocabulary)).find(isKnown) ?? group;
}

/** Returns the folder of a new group: the first part of its name, or the whole name when taken, then with a number. */
export function newFolder(group: string, groups: readonly KnownGroup[]): string {
	const words = group
		.toLowerCase()
		.replace(/[^a-z0-9.-]/g, '')
		.split('.');
	const taken = new Set([...groups.map(({ folder }) => folder), 'vocabulary', hooksFolder]);
	const [first = ''] = words;
	const all = words.join('-');
	let folder = taken.has(first) ? all : first;
	for (let number = 2; taken.has(folder); number++) folder = `${all}-${number}`;
	return folder;
}

/** Returns the file name of a kind, which must not be that of the group's file. */
function fileName(kind: string): string {
	const name = kind.toLowerCase();
	return name === 'group' ? 'group-kind' : name;
}

function pluralOf(singular: string): string {
	if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
	if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
	return `${singular}s`;
}

/** Quotes text with braces, which YAML would read as a map. */
function quote(text: string): string {
	return /[{}]/.test(text) ? JSON.stringify(text) : text;
}
