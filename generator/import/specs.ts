/** Writes facts to spec files, new and existing ones. A pure function from texts to texts. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isSeq, Pair, Scalar, type YAMLMap, YAMLSeq } from 'yaml';
import { verbs } from '../../runtime/model/verb.ts';
import { type KindFacts, keyText, type TypeFacts, type TypeKey } from './facts.ts';
import { referenceOf } from './joined-facts.ts';
import type { NamedTypes } from './rules.ts';
import { inPlace, kindPath, type TypeLocation, TypeLocations, type TypeLocationsInput, typesFolder } from './type-locations.ts';
import { insertVersion } from './version-order.ts';
import { documentText, mapIn, openDocument, put, space, type Writing, writeRules, writeType } from './yaml.ts';

export interface SpecsInput extends TypeLocationsInput {
	/** Replaces a product's words in values by placeholders. */
	readonly neutral: (text: string) => string;
	/** Returns the group of a type; undefined when unknown. */
	readonly groupOf: (key: TypeKey) => string | undefined;
	/** Returns the name of a group in specs. */
	readonly groupText: (group: string) => string;
	/** Keywords of a new group besides name and versions. */
	readonly groupWords?: NamedTypes;
}

/** New and changed files by path below the output folder. */
export function writeSpecs(input: SpecsInput): ReadonlyMap<string, string> {
	const { kinds, types } = input.facts;
	const specs = new Specs(input);
	specs.keepVersions();
	for (const kind of kinds) specs.writeKind(kind);
	for (const type of types.values()) if (!kinds.some(({ key }) => keyText(key) === keyText(type.key))) specs.writeShared(type);
	return specs.changed();
}

/** Spec files of the output folder, opened when needed. */
class Specs {
	private readonly documents = new Map<string, ReturnType<typeof openDocument>>();
	private readonly input: SpecsInput;
	private readonly homes: TypeLocations;
	private readonly places: ReadonlyMap<string, TypeLocation>;

	constructor(input: SpecsInput) {
		this.input = input;
		this.homes = new TypeLocations(input);
		this.places = this.homes.find();
	}

	writeKind(kind: KindFacts): void {
		this.writeGroup(kind.key, kind.group);
		const document = this.open(kindPath(kind.key));
		const root = document.contents as YAMLMap;
		if (root.has('versions') && storageVersionIn(root) !== kind.key.version) {
			this.writeVersion(document, kind);
			return;
		}
		const writing = { neutral: this.input.neutral, from: kind.key };
		put(root, 'kind', kind.key.name);
		put(mapIn(root, 'names'), 'plural', kind.plural);
		put(root, 'scope', kind.scope);
		put(mapIn(root, 'delete'), 'returns', kind.deleteReturns);
		if (kind.verbs.length < verbs.length) put(root, 'verbs', kind.verbs);
		if (!root.has('versions')) {
			root.set('versions', new YAMLSeq());
			root.addIn(['versions'], document.createNode({ ...versionEntry(kind), storage: true }, { flow: true }));
		}
		if (kind.status) mapIn(mapIn(root, 'subresources'), 'status').flow = true;
		if (kind.scale !== undefined && !root.hasIn(['subresources', 'scale']))
			mapIn(root, 'subresources').set('scale', document.createNode(kind.scale, { flow: true }));
		this.writeHead(root, kind);
		const facts = this.input.facts.types.get(keyText(kind.key));
		if (facts !== undefined) this.writeSchema(mapIn(root, 'schema'), facts, writing);
		// Another root declares the kind's type, but not the kind.
		else if (!root.has('schema')) root.set('schema', document.createNode({ $ref: `types#/${kind.key.version}.${kind.key.name}` }, { flow: true }));
		for (const name of ['names', 'delete']) mapIn(root, name).flow = true;
	}

	/** Writes keywords that some sources lack and that are then written by hand. Existing ones stay. */
	private writeHead(root: YAMLMap, { words }: KindFacts): void {
		const { names, ...rest } = words ?? {};
		const named = mapIn(root, 'names');
		for (const [name, value] of Object.entries((names ?? {}) as NamedTypes)) if (!named.has(name)) writeRules(named, { [name]: value });
		for (const [name, value] of Object.entries(rest)) {
			if (root.has(name)) continue;
			writeRules(root, { [name]: value });
		}
	}

	/** Writes a version that is not stored. One with the stored schema stays as it is. */
	private writeVersion(document: Document, kind: KindFacts): void {
		const versions = (document.contents as YAMLMap).get('versions');
		const entries = isSeq(versions) ? (versions.items as YAMLMap[]) : [];
		const known = entries.find((entry) => entry.get('name') === kind.key.version);
		if (known !== undefined && !known.has('schema')) return;
		const facts = this.input.facts.types.get(keyText(kind.key));
		if (known === undefined && isSeq(versions)) {
			const own = kind.sharesSchema ? {} : { schema: { $ref: `types#/${kind.key.version}.${kind.key.name}` } };
			insertVersion(versions.items, document.createNode({ ...versionEntry(kind), ...own }, { flow: true }), nameOfVersion);
		}
		if (facts !== undefined) this.writeShared(facts);
	}

	writeShared(type: TypeFacts): void {
		const home = this.places.get(keyText(type.key));
		// A kind that has a spec file is skipped, even if other objects embed it: its own import updates it.
		const isKind = this.input.existing.has(kindPath(type.key)) && type.key.version === this.homes.firstVersion(type.key.package);
		if (home === undefined || home.inPlace || isKind) return;
		const group = this.input.groupOf(type.key);
		if (group !== undefined) this.writeGroup(type.key, group);
		const root = this.open(home.path).contents as YAMLMap;
		const isSaid = this.input.saysVersions === true || type.key.version !== this.homes.firstVersion(type.key.package);
		if (!root.has('types') && isSaid) put(root, 'version', type.key.version);
		const types = mapIn(root, 'types');
		const fresh = !types.has(type.key.name);
		this.writeSchema(mapIn(types, type.key.name), type, { neutral: this.input.neutral, from: type.key });
		if (fresh) space(types);
	}

	changed(): ReadonlyMap<string, string> {
		const files = new Map<string, string>();
		for (const [path, document] of [...this.documents].sort(([a], [b]) => (a < b ? -1 : 1))) {
			const before = this.input.existing.get(path);
			// A file with the same content keeps its layout.
			if (before !== undefined && isDeepStrictEqual(openDocument(before).toJS(), document.toJS())) continue;
			files.set(path, documentText(document));
		}
		return files;
	}

	/** Updates a type's schema and the inline types in it. */
	private writeSchema(node: YAMLMap, type: TypeFacts, writing: Writing): void {
		writeType(node, type, writing);
		const properties = node.get('properties');
		for (const field of type.fields) {
			const inner = referenceOf(field.schema);
			const facts = inner === undefined ? undefined : this.input.facts.types.get(keyText(inner));
			const place = isMap(properties) ? inPlace(properties.get(field.name)) : undefined;
			if (facts !== undefined && place !== undefined) this.writeSchema(place, facts, writing);
		}
	}

	/** Writes the group's file, unless another root declares the group with this version. */
	private writeGroup(key: TypeKey, group: string): void {
		const others = this.input.elsewhere.versions.get(key.package);
		if (others?.includes(key.version)) return;
		const root = this.open(`${key.package}/group.yaml`).contents as YAMLMap;
		if (!root.has('group')) {
			put(root, 'group', this.input.groupText(group));
			writeRules(root, this.input.groupWords);
		}
		const versions = root.get('versions');
		const known = isSeq(versions) ? versions.items.map(String) : [];
		if (!known.includes(key.version)) put(root, 'versions', insertVersion(known, key.version, String));
	}

	private open(path: string): ReturnType<typeof openDocument> {
		const found = this.documents.get(path);
		if (found !== undefined) return found;
		const made = openDocument(this.input.existing.get(path));
		this.documents.set(path, made);
		return made;
	}

	/** Adds the version to files without one when another version becomes the first. */
	keepVersions(): void {
		for (const path of this.input.existing.keys()) {
			const folder = typesFolder(path);
			const before = folder === undefined ? undefined : this.homes.firstBefore(folder);
			if (folder === undefined || before === undefined || before === this.homes.firstVersion(folder)) continue;
			const root = this.open(path).contents;
			if (isMap(root) && !root.has('version')) root.items.unshift(new Pair(new Scalar('version'), new Scalar(before)));
		}
	}
}

function versionEntry({ key, introduced, versionWords }: KindFacts): Record<string, unknown> {
	return { name: key.version, ...(introduced === undefined ? {} : { introduced }), ...versionWords };
}

function nameOfVersion(entry: unknown): string {
	return isMap(entry) ? String(entry.get('name')) : '';
}

function storageVersionIn(kind: YAMLMap): string | undefined {
	const versions = kind.get('versions');
	const entries = isSeq(versions) ? (versions.items as YAMLMap[]) : [];
	return (entries.find((entry) => entry.get('storage') === true) ?? entries[0])?.get('name') as string | undefined;
}
