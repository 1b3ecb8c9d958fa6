/** Facts to spec files: new ones, and existing ones brought up to date. Pure: texts go in, texts of new and changed files come out. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isSeq, type YAMLMap, YAMLSeq } from 'yaml';
import { verbs } from '../../runtime/model/verb.ts';
import type { Elsewhere } from './declared.ts';
import { type Facts, type KindFacts, keyText, type TypeFacts, type TypeKey } from './facts.ts';
import { referenceOf } from './joined-facts.ts';
import type { Words } from './rules.ts';
import { documentText, mapIn, openDocument, put, space, type Writing, writeRules, writeType } from './yaml.ts';

export interface SpecsInput {
	readonly facts: Facts;
	/** Text of existing specs by path below the output folder, with `/`. */
	readonly existing: ReadonlyMap<string, string>;
	/** What other spec roots declare. */
	readonly elsewhere: Elsewhere;
	/** Words of one product in values, by role. */
	readonly neutral: (text: string) => string;
	/** The group that a type is in; undefined when nobody knows. */
	readonly groupOf: (key: TypeKey) => string | undefined;
	/** The name of a group as specs write it. */
	readonly groupText: (group: string) => string;
	/** Said of a new group beside its name and versions. */
	readonly groupWords?: Words;
}

/** New and changed files by path below the output folder. */
export function writeSpecs(input: SpecsInput): ReadonlyMap<string, string> {
	const { kinds, types } = input.facts;
	const specs = new Specs(input);
	for (const kind of kinds) specs.writeKind(kind);
	for (const type of types.values()) if (!kinds.some(({ key }) => keyText(key) === keyText(type.key))) specs.writeShared(type);
	return specs.changed();
}

/** The spec files under the output folder, opened when they are first needed. */
class Specs {
	private readonly documents = new Map<string, ReturnType<typeof openDocument>>();
	private readonly input: SpecsInput;
	private readonly homes: ReadonlyMap<string, Home>;

	constructor(input: SpecsInput) {
		this.input = input;
		this.homes = this.findHomes();
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
		for (const name of ['names', 'delete']) mapIn(root, name).flow = true;
	}

	/** What only some sources know, and people write by hand otherwise: once. */
	private writeHead(root: YAMLMap, { words }: KindFacts): void {
		const { names, ...rest } = words ?? {};
		const named = mapIn(root, 'names');
		for (const [name, value] of Object.entries((names ?? {}) as Words)) if (!named.has(name)) writeRules(named, { [name]: value });
		for (const [name, value] of Object.entries(rest)) {
			if (root.has(name)) continue;
			writeRules(root, { [name]: value });
		}
	}

	/** A version beside the one that is stored. One that shares its schema is left alone. */
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
		const home = this.homes.get(keyText(type.key));
		// A kind that is also a part of other objects is brought up to date when it is imported itself.
		const isKind = this.input.existing.has(kindPath(type.key)) && type.key.version === this.storageVersion(type.key);
		if (home === undefined || home.inPlace || isKind) return;
		const group = this.input.groupOf(type.key);
		if (group !== undefined) this.writeGroup(type.key, group);
		const root = this.open(home.path).contents as YAMLMap;
		if (!root.has('types') && type.key.version !== this.storageVersion(type.key)) put(root, 'version', type.key.version);
		const types = mapIn(root, 'types');
		const fresh = !types.has(type.key.name);
		this.writeSchema(mapIn(types, type.key.name), type, { neutral: this.input.neutral, from: type.key });
		if (fresh) space(types);
	}

	changed(): ReadonlyMap<string, string> {
		const files = new Map<string, string>();
		for (const [path, document] of [...this.documents].sort(([a], [b]) => (a < b ? -1 : 1))) {
			const before = this.input.existing.get(path);
			// A file that says the same keeps its layout.
			if (before !== undefined && isDeepStrictEqual(openDocument(before).toJS(), document.toJS())) continue;
			files.set(path, documentText(document));
		}
		return files;
	}

	/** Types that stand in place inside this one are brought up to date there. */
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

	/** The group's own file, where no other root declares the group with this version. */
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

	private storageVersion(key: TypeKey): string {
		const text = this.input.existing.get(`${key.package}/group.yaml`);
		const versions = text === undefined ? undefined : (openDocument(text).toJS() as { versions?: readonly string[] }).versions;
		const [first = versions?.[0]] = this.input.elsewhere.versions.get(key.package) ?? [];
		return first ?? this.input.facts.kinds.find((kind) => kind.key.package === key.package)?.key.version ?? key.version;
	}

	/** Where each type is or shall be: where it stands already, else with its only kind, else with what is shared. */
	private findHomes(): ReadonlyMap<string, Home> {
		const homes = new Map<string, Home>();
		for (const [path, text] of this.input.existing) {
			const match = /^([^/]+)\/types\/[^/]+$/.exec(path);
			if (match === null) continue;
			const file = openDocument(text).toJS() as { version?: string; types?: Record<string, unknown> } | null;
			const of = { package: match[1] ?? '', version: '', name: '' };
			for (const name of Object.keys(file?.types ?? {}))
				homes.set(keyText({ ...of, version: file?.version ?? this.storageVersion({ ...of, version: 'v1' }), name }), { path, inPlace: false });
		}
		for (const type of this.input.facts.types.values())
			for (const key of this.placesIn(type)) if (!homes.has(keyText(key))) homes.set(keyText(key), { path: '', inPlace: true });
		for (const type of this.input.facts.types.values()) {
			if (homes.has(keyText(type.key))) continue;
			const users = this.input.facts.kinds.filter(
				(kind) => kind.key.package === type.key.package && (keyText(kind.key) === keyText(type.key) || this.reaches(kind.key, type.key)),
			);
			const topic = users.length === 1 && users[0] !== undefined ? users[0].key.name.toLowerCase() : 'shared';
			const suffix = type.key.version === this.storageVersion(type.key) ? '' : `.${type.key.version}`;
			homes.set(keyText(type.key), { path: `${type.key.package}/types/${topic}${suffix}.yaml`, inPlace: false });
		}
		return homes;
	}

	/** Types that an existing kind file writes in place. */
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

	private reaches(from: TypeKey, to: TypeKey, seen = new Set<string>()): boolean {
		if (seen.has(keyText(from))) return false;
		seen.add(keyText(from));
		for (const field of this.input.facts.types.get(keyText(from))?.fields ?? []) {
			const inner = referenceOf(field.schema);
			if (inner !== undefined && (keyText(inner) === keyText(to) || this.reaches(inner, to, seen))) return true;
		}
		return false;
	}
}

/** Stable before beta before alpha, newer before older: the first version of a kind is the one that is stored unless a source says otherwise. */
export function newestFirst(a: string, b: string): number {
	return stability(a) - stability(b);
}

function stability(version: string): number {
	const [, major = '0', stage = '', number = '0'] = /^v(\d+)(alpha|beta)?(\d*)$/.exec(version) ?? [];
	return (stage === '' ? 0 : stage === 'beta' ? 1000 : 2000) - Number(major) * 30 - Number(number);
}

/** Before the first that is less preferred; the others stay as somebody has ordered them. */
function insertVersion<T>(all: T[], added: T, nameOf: (one: T) => string): readonly T[] {
	const at = all.findIndex((one) => newestFirst(nameOf(added), nameOf(one)) < 0);
	all.splice(at < 0 ? all.length : at, 0, added);
	return all;
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

interface Home {
	readonly path: string;
	/** Written where it is used, in a kind's file. */
	readonly inPlace: boolean;
}

function kindPath(key: TypeKey): string {
	return `${key.package}/${key.name.toLowerCase()}.yaml`;
}

/** The object schema that stands in a field's place, in a list's items or in a map's values. */
function inPlace(node: unknown): YAMLMap | undefined {
	if (!isMap(node)) return undefined;
	if (node.has('properties')) return node as YAMLMap;
	return inPlace(node.get('items')) ?? inPlace(node.get('additionalProperties'));
}
