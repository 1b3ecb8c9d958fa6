/**
 * Reference page of each kind in Markdown: description, versions with their lifetimes, paths, fields with their rules in words, examples.
 */

import { stringify } from 'yaml';
import { type ServedKindVersion, subresourcesOf } from '../../../runtime/documents/discovery.ts';
import { apiVersionOf, versionPath } from '../../../runtime/model/api-version.ts';
import type { Catalog, KindDescriptor, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import { type VerbRecord, verbsThat } from '../../../runtime/model/verb.ts';
import { speakAll, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import type { Emitter, Model } from '../../model.ts';
import { descriptionOf } from '../../model.ts';
import { specifier, typeParts } from '../../print/derived-names.ts';
import { template } from '../../print/handlebars.ts';
import { markdownPreamble } from '../../print/preamble.ts';
import { flatFields } from '../typescript/type-modules.ts';
import { fieldRules, typeText, unionRules } from './field-words.ts';
import { mappingWords } from './mapping.ts';
import { type Naming, namings } from './references.ts';

const pageTemplate = template<object>('reference/kind.md', { types: 'reference/fields.md' });
const sharedTemplate = template<object>('reference/types.md', { types: 'reference/fields.md' });

const nameFormats: Readonly<Record<KindDescriptor['nameFormat'], string>> = {
	'dns-subdomain': 'lower case letters, digits, `-` and `.`, at most 253 characters',
	'dns-label': 'lower case letters, digits and `-`, at most 63 characters',
	'dns-label-1035': 'lower case letters, digits and `-`, a letter first, at most 63 characters',
	'path-segment': 'any text that a path segment can contain',
};

export const reference: Emitter = {
	name: 'reference',
	emit(model, kept) {
		const { catalog } = model;
		const [vocabulary] = model.vocabularies;
		const written = new PageCache(kept?.referencePages);
		const pages = catalog.kinds.map((kind) => ({ kind, types: ownTypes(storageOf(kind).type, catalog) }));
		/** Page on which each type is described: that of its kind, or that of the shared types of its package. */
		const places = new Map<TypeName, string>();
		for (const { kind, types } of pages) for (const { name } of types) places.set(name, places.has(name) ? sharedPage(name) : kindPage(kind));
		const shared = sharedTypes(
			pages.flatMap(({ types }) => types),
			places,
			catalog,
		);
		const named = namings(model);
		const files = pages.map(({ kind, types }) => {
			const values = { vocabulary, ...pageValues(kind, types, places, model), ...namingValues(kind, named) };
			return { path: kindPage(kind), content: written.text(values, page) };
		});
		for (const [path, types] of shared) {
			const values = {
				vocabulary,
				preamble: markdownPreamble.trim(),
				package: typeParts(types[0]?.name ?? '').package,
				types: types.map((type) => typeValues(type, path, places, model)),
			};
			files.push({ path, content: written.text(values, (each) => sharedTemplate(inWords(each))) });
		}
		if (kept !== undefined) kept.referencePages = written.texts;
		return files;
	},
};

/** Cache of page texts. A page whose inputs are unchanged is reused from the previous generation. */
class PageCache {
	readonly texts = new Map<string, string>();
	readonly #before: ReadonlyMap<string, string>;

	constructor(before: ReadonlyMap<string, string> = new Map()) {
		this.#before = before;
	}

	text<T extends object>(values: T, write: (values: T) => string): string {
		const key = JSON.stringify(values);
		const text = this.#before.get(key) ?? write(values);
		this.texts.set(key, text);
		return text;
	}
}

interface WithVocabulary {
	readonly vocabulary: Vocabulary | undefined;
}

function inWords<T extends WithVocabulary>(values: T): T {
	return values.vocabulary === undefined ? values : speakAll(values, values.vocabulary);
}

function kindPage(kind: KindDescriptor): string {
	return `reference/${typeParts(storageOf(kind).type).package}/${kind.kind.toLowerCase()}.md`;
}

function sharedPage(type: TypeName): string {
	const { package: folder, version } = typeParts(type);
	return `reference/${folder}/types-${version}.md`;
}

/** Returns the type, and the types inside it that belong to the same package and version. */
function ownTypes(root: TypeName, catalog: Catalog): TypeDescriptor[] {
	const home = sharedPage(root);
	const own = new Map<TypeName, TypeDescriptor>();
	const visit = (name: TypeName): void => {
		if (own.has(name) || sharedPage(name) !== home) return;
		const type = catalog.type(name);
		own.set(name, type);
		for (const used of usedTypes(type, catalog)) visit(used);
	};
	visit(root);
	return [...own.values()];
}

function offeredFields({ selectableFields, fieldLabels = [] }: KindDescriptor): string[] {
	const hidden = new Set(fieldLabels.flatMap(({ hides }) => hides));
	return [...selectableFields.filter((path) => !hidden.has(path)), ...fieldLabels.map(({ label }) => label)];
}

function usedTypes(type: TypeDescriptor, catalog: Catalog): TypeName[] {
	const schemas = [...flatFields(type, catalog)].flatMap(([, { schema, history = [] }]) => [schema, ...history.flatMap(({ set }) => set.schema ?? [])]);
	return schemas.flatMap((schema) => {
		let inner = schema;
		while (inner.kind === 'list' || inner.kind === 'map') inner = inner.kind === 'list' ? inner.items : inner.values;
		return inner.kind === 'struct' ? [inner.type] : [];
	});
}

/** Returns, by page, the types that no page of a kind describes, and all types inside them. Adds their pages to `places`. */
function sharedTypes(described: readonly TypeDescriptor[], places: Map<TypeName, string>, catalog: Catalog): Map<string, TypeDescriptor[]> {
	const shared = new Map<string, TypeDescriptor[]>();
	const seen = new Set<TypeName>();
	const visit = (name: TypeName): void => {
		if (seen.has(name) || (places.has(name) && places.get(name) !== sharedPage(name))) return;
		seen.add(name);
		places.set(name, sharedPage(name));
		const type = catalog.type(name);
		const list = shared.get(sharedPage(name)) ?? [];
		shared.set(sharedPage(name), list);
		list.push(type);
		for (const used of usedTypes(type, catalog)) visit(used);
	};
	for (const [name, place] of places) if (place === sharedPage(name)) visit(name);
	for (const type of described) for (const used of usedTypes(type, catalog)) visit(used);
	for (const list of shared.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
	return new Map([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function storageOf(kind: KindDescriptor) {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no storage version`);
	return storage;
}

function pageValues(kind: KindDescriptor, types: readonly TypeDescriptor[], places: ReadonlyMap<TypeName, string>, model: Model) {
	const storage = storageOf(kind);
	const docs = model.kindDocs[kind.storageName];
	const own = types.filter((type) => places.get(type.name) === kindPage(kind));
	return {
		preamble: markdownPreamble.trim(),
		kind: kind.kind,
		description: docs?.description.trim() || `Objects of kind ${kind.kind}.`,
		group: storage.group === '' ? 'the core group' : `\`${storage.group}\``,
		scope: kind.scope === 'Namespaced' ? 'in a namespace' : 'the whole cluster',
		plural: kind.plural,
		shortNames: kind.shortNames.map((name) => `\`${name}\``).join(', '),
		categories: kind.categories.map((name) => `\`${name}\``).join(', '),
		nameFormat: nameFormats[kind.nameFormat],
		versions: kind.versions.map((version) => ({
			apiVersion: apiVersionOf(version),
			introduced: version.introduced,
			deprecated: version.deprecated ?? '',
			removed: version.removed ?? '',
			replacement: version.replacement ? `\`${apiVersionOf(version.replacement)}\` ${version.replacement.kind}` : '',
			note: version === storage ? 'stored' : '',
		})),
		mappings: kind.versions.map((version) => ({ apiVersion: apiVersionOf(version), steps: mappingWords(version) })).filter(({ steps }) => steps.length > 0),
		stored: apiVersionOf(storage),
		paths: pathsOf({ kind, version: storage }),
		types: own.map((type) => typeValues(type, kindPage(kind), places, model)),
		selectors: ['metadata.name', ...(kind.scope === 'Namespaced' ? ['metadata.namespace'] : []), ...offeredFields(kind)]
			.map((path) => `\`${path}\``)
			.join(', '),
		columns: kind.columns.map(({ name, type, priority = 0, description }) => ({
			name,
			type,
			shown: priority > 0 ? 'in wide output' : 'always',
			description: cell(description),
		})),
		examples: docs?.examples ?? [],
	};
}

type PageValues = ReturnType<typeof pageValues> & ReturnType<typeof namingValues> & WithVocabulary;

function page(values: PageValues): string {
	const examples = values.examples.map(({ name, object }) => ({ name, yaml: stringify(object, { lineWidth: 0 }).trimEnd() }));
	return pageTemplate(inWords({ ...values, examples }));
}

/** Returns the kinds to which this kind refers, by field, and the kinds that refer to it. */
function namingValues(kind: KindDescriptor, named: readonly Naming[]) {
	const link = (other: KindDescriptor) => (other === kind ? other.kind : `[${other.kind}](${specifier(kindPage(kind), kindPage(other))})`);
	const names = new Map<string, string[]>();
	for (const { from, path, to } of named) if (from === kind) names.set(path, [...(names.get(path) ?? []), link(to)]);
	const by = new Map<KindDescriptor, string[]>();
	for (const { from, path, to } of named) if (to === kind) by.set(from, [...(by.get(from) ?? []), `\`${path}\``]);
	return {
		names: [...names].map(([path, kinds]) => ({ path, kind: kinds.join(', ') })),
		namedBy: [...by].map(([from, paths]) => ({ kind: link(from), paths: paths.join(', ') })),
	};
}

function pathsOf(served: ServedKindVersion): { path: string; verbs: string }[] {
	const { kind, version } = served;
	const root = versionPath(version);
	const collection = `${root}${kind.scope === 'Namespaced' ? '/namespaces/NAMESPACE' : ''}/${kind.plural}`;
	const of = (holds: (record: VerbRecord) => boolean) =>
		verbsThat(holds)
			.filter((verb) => kind.verbs.includes(verb))
			.join(', ');
	const rows = [
		{ path: collection, verbs: of((verb) => verb.of !== 'object') },
		{ path: `${collection}/NAME`, verbs: of((verb) => verb.of === 'object') },
		...subresourcesOf(served).map(({ subresource, verbs }) => ({ path: `${collection}/NAME/${subresource}`, verbs: verbs.join(', ') })),
	];
	if (kind.scope === 'Namespaced') rows.splice(1, 0, { path: `${root}/${kind.plural}`, verbs: of((verb) => verb.acrossNamespaces === true) });
	return rows.filter(({ verbs }) => verbs !== '');
}

function typeValues(type: TypeDescriptor, path: string, places: ReadonlyMap<TypeName, string>, model: Model) {
	const docs = model.docs[type.name];
	const link = (name: TypeName) => {
		const place = places.get(name);
		const text = typeParts(name).name;
		if (place === undefined) return text;
		return `[${text}](${place === path ? '' : specifier(path, place)}#${anchor(name)})`;
	};
	return {
		name: typeParts(type.name).name,
		description: docs?.['']?.trim() ?? '',
		notes: unionRules(type, model.catalog),
		fields: [...flatFields(type, model.catalog)].map(([owner, field]) => ({
			name: field.name,
			type: cell(typeText(field.schema, link)),
			rules: cell(fieldRules(field).join('; ')),
			description: cell(descriptionOf(model.docs, owner.name, field.name) ?? ''),
		})),
	};
}

/** Returns the anchor that Markdown gives a heading. */
function anchor(name: TypeName): string {
	return typeParts(name).name.toLowerCase();
}

/** Formats text for a table cell. */
function cell(text: string): string {
	return text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
