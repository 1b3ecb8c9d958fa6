/**
 * `orch import openapi`: an OpenAPI document (and what stands beside it) to specs. Pure: texts of existing specs go in,
 * texts of new and changed ones come out. Descriptions do not come over, and what people wrote stays.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isSeq, type YAMLMap, YAMLSeq } from 'yaml';
import type { Release } from '../../runtime/model/catalog.ts';
import { verbs } from '../../runtime/model/verb.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { type Elsewhere, nowhere } from './declared.ts';
import { definitionName, findDefinition, type GroupVersionKind, keyOf, kindsOf } from './document.ts';
import { type Facts, type KindFacts, keyText, type TypeFacts, type TypeKey } from './facts.ts';
import { gather, referenceOf, type Sources } from './joined-facts.ts';
import { nameOfKind, readKind, suggestedKind } from './kinds.ts';
import { neutralGroup, packageOf } from './roles.ts';
import { documentText, mapIn, openDocument, put, space, type Writing, writeType } from './yaml.ts';

export interface OpenApiImport extends Omit<Sources, 'declared'> {
	readonly kinds: readonly GroupVersionKind[];
	readonly vocabulary: Vocabulary;
	/** Text of existing specs by path below the output folder, with `/`. */
	readonly existing: ReadonlyMap<string, string>;
	/** What other spec roots declare. */
	readonly elsewhere?: Elsewhere;
	/** Release of the document. With a base, kinds that the base lacks are introduced in it. */
	readonly release?: Release;
}

export interface ImportResult {
	/** New and changed files by path below the output folder. */
	readonly files: ReadonlyMap<string, string>;
	readonly kinds: number;
	readonly types: number;
	/** Sentences about what was asked for and is not there. */
	readonly problems: readonly string[];
	/** Sentences about kinds that are left out, as another root declares them. */
	readonly notes: readonly string[];
	/** Sentences about what specs cannot say, with what to do. */
	readonly untaken: readonly string[];
}

export function importOpenApi(input: OpenApiImport): ImportResult {
	const { document, vocabulary, elsewhere = nowhere } = input;
	const problems: string[] = [];
	const notes: string[] = [];
	const kinds = input.kinds.flatMap((wanted) => {
		const name = nameOfKind(wanted);
		const kind = readKind(document, wanted, packageOf(wanted.group, vocabulary));
		if (kind === undefined) problems.push(`the document has no kind ${name}${suggestedKind(name, document)}`);
		const there = kind && elsewhere.kinds.get(`${kind.key.package}/${kind.key.name}`);
		if (kind === undefined || there === undefined) return kind ?? [];
		if (there.versions.includes(wanted.version)) notes.push(`${name} is left out: ${there.file} declares it`);
		else problems.push(`${name} is a version of a kind that ${there.file} declares: versions are added there`);
		return [];
	});
	kinds.sort((a, b) => stability(a.key.version) - stability(b.key.version));
	const facts = gather(kinds, { ...input, declared: (key) => elsewhere.types.has(keyText(key)) });
	const specs = new Specs(input, elsewhere, facts);
	for (const kind of kinds) specs.writeKind(kind);
	for (const type of facts.types.values()) if (!kinds.some(({ key }) => keyText(key) === keyText(type.key))) specs.writeShared(type);
	return { files: specs.changed(), kinds: kinds.length, types: facts.types.size - kinds.length, problems, notes, untaken: [...facts.notes, ...specs.untaken] };
}

/** The spec files under the output folder, opened when they are first needed. */
class Specs {
	readonly untaken: string[] = [];
	private readonly documents = new Map<string, ReturnType<typeof openDocument>>();
	private readonly input: OpenApiImport;
	private readonly elsewhere: Elsewhere;
	private readonly facts: Facts;
	private readonly homes: ReadonlyMap<string, Home>;

	constructor(input: OpenApiImport, elsewhere: Elsewhere, facts: Facts) {
		this.input = input;
		this.elsewhere = elsewhere;
		this.facts = facts;
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
		const writing = { vocabulary: this.input.vocabulary, from: kind.key };
		put(root, 'kind', kind.key.name);
		put(mapIn(root, 'names'), 'plural', kind.plural);
		put(root, 'scope', kind.scope);
		put(mapIn(root, 'delete'), 'returns', kind.deleteReturns);
		if (kind.verbs.length < verbs.length) put(root, 'verbs', kind.verbs);
		if (!root.has('versions')) {
			const entry = document.createNode({ name: kind.key.version, ...this.introduced(kind), storage: true }, { flow: true });
			root.set('versions', new YAMLSeq());
			root.addIn(['versions'], entry);
		}
		if (kind.status) mapIn(mapIn(root, 'subresources'), 'status').flow = true;
		if (kind.scale && !root.hasIn(['subresources', 'scale'])) this.writeScale(document, kind);
		const facts = this.facts.types.get(keyText(kind.key));
		if (facts !== undefined) this.writeSchema(mapIn(root, 'schema'), facts, writing);
		for (const name of ['names', 'delete']) mapIn(root, name).flow = true;
	}

	/** Documents say that there is a scale, not of which fields: the usual ones are taken where the kind has them. */
	private writeScale(document: Document, { key }: KindFacts): void {
		const kind = findDefinition(this.input.document, key);
		const has = (part: string): boolean => {
			const field = kind?.properties?.[part];
			const reference = field?.$ref ?? field?.allOf?.[0]?.$ref;
			return reference !== undefined && findDefinition(this.input.document, keyOf(definitionName(reference)))?.properties?.replicas !== undefined;
		};
		if (has('spec') && has('status')) {
			mapIn(document.contents as YAMLMap, 'subresources').set(
				'scale',
				document.createNode({ replicas: 'spec.replicas', statusReplicas: 'status.replicas' }, { flow: true }),
			);
			return;
		}
		const advice = 'the document does not say which fields it is about; add scale: {replicas: spec.FIELD, statusReplicas: status.FIELD} to subresources';
		this.untaken.push(`${keyText(key)}: the subresource scale is not taken over: ${advice}`);
	}

	/** A version beside the one that is stored. One that shares its schema is left alone. */
	private writeVersion(document: Document, kind: KindFacts): void {
		const versions = (document.contents as YAMLMap).get('versions');
		const entries = isSeq(versions) ? (versions.items as YAMLMap[]) : [];
		const known = entries.find((entry) => entry.get('name') === kind.key.version);
		if (known !== undefined && !known.has('schema')) return;
		const facts = this.facts.types.get(keyText(kind.key));
		if (known === undefined && isSeq(versions)) {
			const schema = { $ref: `types#/${kind.key.version}.${kind.key.name}` };
			versions.items.push(document.createNode({ name: kind.key.version, ...this.introduced(kind), schema }, { flow: true }));
		}
		if (facts !== undefined) this.writeShared(facts);
	}

	writeShared(type: TypeFacts): void {
		const home = this.homes.get(keyText(type.key));
		// A kind that is also a part of other objects is brought up to date when it is imported itself.
		const isKind = this.input.existing.has(kindPath(type.key)) && type.key.version === this.storageVersion(type.key);
		if (home === undefined || home.inPlace || isKind) return;
		const group = this.groupOf(type.key);
		if (group !== undefined) this.writeGroup(type.key, group);
		const root = this.open(home.path).contents as YAMLMap;
		if (!root.has('types') && type.key.version !== this.storageVersion(type.key)) put(root, 'version', type.key.version);
		const types = mapIn(root, 'types');
		const fresh = !types.has(type.key.name);
		this.writeSchema(mapIn(types, type.key.name), type, { vocabulary: this.input.vocabulary, from: type.key });
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
			const facts = inner === undefined ? undefined : this.facts.types.get(keyText(inner));
			const place = isMap(properties) ? inPlace(properties.get(field.name)) : undefined;
			if (facts !== undefined && place !== undefined) this.writeSchema(place, facts, writing);
		}
	}

	/** A kind that an earlier document lacks came with this one, unless declarations in between have it. */
	private introduced({ key }: KindFacts): { readonly introduced?: Release } {
		const { base, later, release } = this.input;
		if (base === undefined || findDefinition(base, key) !== undefined) return {};
		const first = later.find(({ go }) => go(key).structs.has(key.name))?.release ?? release;
		return first === undefined ? {} : { introduced: first };
	}

	/** The group's own file, where no other root declares the group with this version. */
	private writeGroup(key: TypeKey, group: string): void {
		const others = this.elsewhere.versions.get(key.package);
		if (others?.includes(key.version)) return;
		const root = this.open(`${key.package}/group.yaml`).contents as YAMLMap;
		if (!root.has('group')) put(root, 'group', neutralGroup(group, this.input.vocabulary));
		const versions = root.get('versions');
		const known = isSeq(versions) ? versions.items.map(String) : [];
		if (!known.includes(key.version)) put(root, 'versions', [...known, key.version]);
	}

	/** Of a type, by the kinds that the document has beside it; undefined when it has none. */
	private groupOf(key: TypeKey): string | undefined {
		for (const [name, definition] of Object.entries(this.input.document.definitions)) {
			const [kind, ...more] = kindsOf(definition);
			if (kind !== undefined && more.length === 0 && keyOf(name).package === key.package) return kind.group;
		}
		return undefined;
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
		const [first = versions?.[0]] = this.elsewhere.versions.get(key.package) ?? [];
		return first ?? this.facts.kinds.find((kind) => kind.key.package === key.package)?.key.version ?? key.version;
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
		for (const type of this.facts.types.values())
			for (const key of this.placesIn(type)) if (!homes.has(keyText(key))) homes.set(keyText(key), { path: '', inPlace: true });
		for (const type of this.facts.types.values()) {
			if (homes.has(keyText(type.key))) continue;
			const users = this.facts.kinds.filter(
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
		if (text === undefined || !this.facts.kinds.some(({ key }) => keyText(key) === keyText(type.key))) return [];
		const found: TypeKey[] = [];
		const look = (facts: TypeFacts | undefined, node: unknown): void => {
			const properties = isMap(node) ? node.get('properties') : undefined;
			for (const field of facts?.fields ?? []) {
				const inner = referenceOf(field.schema);
				const place = isMap(properties) ? inPlace(properties.get(field.name)) : undefined;
				if (inner === undefined || place === undefined) continue;
				found.push(inner);
				look(this.facts.types.get(keyText(inner)), place);
			}
		};
		const root = openDocument(text).contents;
		look(type, isMap(root) ? root.get('schema') : undefined);
		return found;
	}

	private reaches(from: TypeKey, to: TypeKey, seen = new Set<string>()): boolean {
		if (seen.has(keyText(from))) return false;
		seen.add(keyText(from));
		for (const field of this.facts.types.get(keyText(from))?.fields ?? []) {
			const inner = referenceOf(field.schema);
			if (inner !== undefined && (keyText(inner) === keyText(to) || this.reaches(inner, to, seen))) return true;
		}
		return false;
	}
}

/** Stable before beta before alpha, newer before older: the first version of a kind is the one that is stored. */
function stability(version: string): number {
	const [, major = '0', stage = '', number = '0'] = /^v(\d+)(alpha|beta)?(\d*)$/.exec(version) ?? [];
	return (stage === '' ? 0 : stage === 'beta' ? 1000 : 2000) - Number(major) * 30 - Number(number);
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
