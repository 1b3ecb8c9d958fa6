/** Edits of specs that add a version to a kind, or move its storage to another version. */
import type { EmittedFile } from '../model.ts';
import { at, flagAt, listAt, type MapNode, mapAt, numberAt, type SpecNode, text, textAt } from '../read/source/node.ts';
import { appendItem, applied, insertKey, removeKey, type TextEdit } from './text-edits.ts';

/** Files of a kind, by their root nodes. */
export interface KindSources {
	readonly kind: MapNode;
	readonly group: MapNode;
}

export interface NewVersion {
	readonly kind: string;
	readonly version: string;
}

export interface EditedFile {
	readonly before: SpecNode;
	readonly after: string;
}

export interface MadeVersion {
	readonly edited: readonly EditedFile[];
	/** File of the version's types, relative to the folder of the group. */
	readonly types: EmittedFile;
}

/**
 * Returns the edits for a new version. It comes behind the others, and starts with the fields of the storage version. Throws when the kind
 * has the version.
 */
export function newVersion({ kind: name, version }: NewVersion, { kind, group }: KindSources): MadeVersion {
	const versions = at(kind, 'versions');
	const stored = listAt(kind, 'versions').find((node) => flagAt(node, 'storage') === true);
	const from = textAt(stored, 'name');
	if (versions?.kind !== 'list' || stored?.kind !== 'map' || from === undefined) throw new Error(`${name} has no storage version: mark one with storage: true`);
	const names = listAt(kind, 'versions').map((node) => textAt(node, 'name'));
	if (names.includes(version)) throw new Error(`${name} has the version ${version} already: its versions are ${names.join(', ')}`);
	const schema = `{ $ref: types#/${version}.${name} }`;
	// Steps to a version that states steps itself name it; the others lead to the one without steps.
	const target = at(stored, 'converts')?.kind === 'list' || at(stored, 'convertsTo') !== undefined ? [`convertsTo: ${from}`] : [];
	const item = appendItem(versions, {
		flow: `{ ${[`name: ${version}`, `schema: ${schema}`, ...target].join(', ')} }`,
		block: [`name: ${version}`, `schema: ${schema}`, ...target],
	});
	return {
		edited: [{ before: kind, after: applied(kind.file.text, [item]) }, ...inGroup(group, version)],
		types: { path: `types/${name.toLowerCase()}.${version}.yaml`, content: typesText(name, version, schemaOf(kind, stored), from) },
	};
}

/** Returns the edit of the group's versions; none when the group has the version. */
function inGroup(group: MapNode, version: string): readonly EditedFile[] {
	const versions = at(group, 'versions');
	if (versions?.kind !== 'list' || versions.items.some((item) => text(item) === version)) return [];
	return [{ before: group, after: applied(group.file.text, [appendItem(versions, { flow: version, block: [version] })]) }];
}

/** Schema of the version that the new one starts from; undefined when it is no object written in place. */
function schemaOf(kind: MapNode, stored: MapNode): MapNode | undefined {
	const schema = mapAt(stored, 'schema') ?? mapAt(kind, 'schema');
	return at(schema, '$ref') === undefined ? schema : undefined;
}

/**
 * Returns types with all fields of the other version's. Fields of a spec that the kind writes in place are included by themselves, as they
 * change most.
 */
function typesText(name: string, version: string, schema: MapNode | undefined, from: string): string {
	if (schema === undefined)
		return `# Types of ${from}, with the exceptions below. Write changed types here; include: [types#/${from}.TYPE] keeps the other fields.
version: ${version}
like: ${from}
types: {}
`;
	const spec = mapAt(mapAt(schema, 'properties'), 'spec');
	const isObject = textAt(spec, 'type') === 'object' && mapAt(spec, 'properties') !== undefined;
	const number = numberAt(spec, 'protobuf');
	const numbered = number === undefined ? '' : `, protobuf: ${number}`;
	const described = (node: SpecNode | undefined): string => JSON.stringify(textAt(node, 'description') ?? `${name} in version ${version}.`);
	const head = `# Fields come from ${from}. Omit fields (without: [old]), rename them (renamed: { new: old }), or replace them under properties.
version: ${version}
types:
  ${name}:
    description: ${described(schema)}
    type: object
    include: [types#/${from}.${name}]
`;
	if (!isObject) return head;
	return `${head}    properties:
      spec: { $ref: types#/${name}Spec${numbered}, description: ${described(spec)} }
  ${name}Spec:
    description: ${described(spec)}
    type: object
    include: [{ type: types#/${from}.${name}, at: spec }]
`;
}

/** Returns the edit that stores the kind in another of its versions. Throws when the kind lacks the version or is stored in it. */
export function moveStorage({ kind: name, version }: NewVersion, kind: MapNode): EditedFile {
	const versions = listAt(kind, 'versions').filter((node) => node.kind === 'map');
	const to = versions.find((node) => textAt(node, 'name') === version);
	if (to === undefined) throw new Error(`${name} has no version ${version}: its versions are ${versions.map((node) => textAt(node, 'name')).join(', ')}`);
	if (flagAt(to, 'storage') === true) throw new Error(`${name} is stored in ${version} already`);
	const edits: TextEdit[] = versions.filter((node) => node.entries.has('storage')).map((node) => removeKey(node, 'storage'));
	return { before: kind, after: applied(kind.file.text, [...edits, insertKey(to, 'name', 'storage: true')]) };
}
