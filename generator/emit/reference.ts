/** A reference page per kind, in Markdown: what it is, its versions and their life, paths, fields with their rules in words, examples. */
import { stringify } from 'yaml';
import { groupVersionOf, type Served, subresourcesOf } from '../../runtime/schema/discovery.ts';
import type { KindDescriptor, TypeDescriptor, TypeName } from '../../runtime/schema/model.ts';
import { speakAll } from '../../runtime/schema/vocabulary.ts';
import type { Emitter, Model } from '../model.ts';
import { typeParts } from '../print/names.ts';
import { fieldRules, typeText, unionRules } from './field-words.ts';
import { markdownPreamble } from './preamble.ts';
import { template } from './templates.ts';
import { flatFields } from './type-modules.ts';

const page = template<object>('reference/kind.md');

const nameFormats: Readonly<Record<KindDescriptor['nameFormat'], string>> = {
	'dns-subdomain': 'lower case letters, digits, `-` and `.`, at most 253 characters',
	'dns-label': 'lower case letters, digits and `-`, at most 63 characters',
	'dns-label-1035': 'lower case letters, digits and `-`, a letter first, at most 63 characters',
	'path-segment': 'anything that can stand between two slashes of a path',
};

export const reference: Emitter = {
	name: 'reference',
	emit(model) {
		return model.catalog.kinds.map((kind) => {
			const storage = storageOf(kind);
			const values = pageValues(kind, model);
			const [vocabulary] = model.vocabularies;
			return {
				path: `reference/${typeParts(storage.type).package}/${kind.kind.toLowerCase()}.md`,
				content: page(vocabulary === undefined ? values : speakAll(values, vocabulary)),
			};
		});
	},
};

function storageOf(kind: KindDescriptor) {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no storage version`);
	return storage;
}

function pageValues(kind: KindDescriptor, model: Model) {
	const storage = storageOf(kind);
	const docs = model.kindDocs[kind.storageName];
	const { own, elsewhere } = typesOf(kind, model);
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
			apiVersion: groupVersionOf(version.group, version.version),
			introduced: version.introduced,
			deprecated: version.deprecated ?? '',
			removed: version.removed ?? '',
			replacement: version.replacement ? `\`${groupVersionOf(version.replacement.group, version.replacement.version)}\` ${version.replacement.kind}` : '',
			note: version === storage ? 'stored' : '',
		})),
		paths: pathsOf({ kind, version: storage }),
		types: own.map((type) => typeValues(type, own, model)),
		elsewhere: elsewhere.map((name) => `\`${typeParts(name).name}\``).join(', '),
		selectors: ['metadata.name', ...(kind.scope === 'Namespaced' ? ['metadata.namespace'] : []), ...kind.selectableFields]
			.map((path) => `\`${path}\``)
			.join(', '),
		columns: kind.columns.map(({ name, type, priority = 0, description }) => ({
			name,
			type,
			shown: priority > 0 ? 'in wide output' : 'always',
			description: cell(description),
		})),
		examples: (docs?.examples ?? []).map(({ name, object }) => ({ name, yaml: stringify(object, { lineWidth: 0 }).trimEnd() })),
	};
}

function pathsOf(served: Served): { path: string; verbs: string }[] {
	const { kind, version } = served;
	const root = `/${version.group === '' ? 'api' : 'apis'}/${groupVersionOf(version.group, version.version)}`;
	const collection = `${root}${kind.scope === 'Namespaced' ? '/namespaces/NAMESPACE' : ''}/${kind.plural}`;
	const of = (verbs: readonly string[], wanted: readonly string[]) => wanted.filter((verb) => verbs.includes(verb)).join(', ');
	const rows = [
		{ path: collection, verbs: of(kind.verbs, ['list', 'watch', 'create', 'deletecollection']) },
		{ path: `${collection}/NAME`, verbs: of(kind.verbs, ['get', 'update', 'patch', 'delete']) },
		...subresourcesOf(served).map(({ name, verbs }) => ({ path: `${collection}/NAME/${name}`, verbs: verbs.join(', ') })),
	];
	if (kind.scope === 'Namespaced') rows.splice(1, 0, { path: `${root}/${kind.plural}`, verbs: of(kind.verbs, ['list', 'watch']) });
	return rows.filter(({ verbs }) => verbs !== '');
}

/** Types that the kind's page describes: those of its own package and version, as they are met; shared ones are named only. */
function typesOf(kind: KindDescriptor, model: Model): { own: TypeDescriptor[]; elsewhere: TypeName[] } {
	const home = typeParts(storageOf(kind).type);
	const own = new Map<TypeName, TypeDescriptor>();
	const elsewhere = new Set<TypeName>();
	const visit = (name: TypeName): void => {
		const parts = typeParts(name);
		if (parts.package !== home.package || parts.version !== home.version) {
			elsewhere.add(name);
			return;
		}
		if (own.has(name)) return;
		const type = model.catalog.type(name);
		own.set(name, type);
		for (const [, field] of flatFields(type, model.catalog)) {
			let schema = field.schema;
			while (schema.kind === 'list' || schema.kind === 'map') schema = schema.kind === 'list' ? schema.items : schema.values;
			if (schema.kind === 'struct') visit(schema.type);
		}
	};
	visit(storageOf(kind).type);
	return { own: [...own.values()], elsewhere: [...elsewhere].sort() };
}

function typeValues(type: TypeDescriptor, own: readonly TypeDescriptor[], model: Model) {
	const docs = model.docs[type.name];
	return {
		name: typeParts(type.name).name,
		description: docs?.['']?.trim() ?? '',
		notes: unionRules(type, model.catalog),
		fields: [...flatFields(type, model.catalog)].map(([owner, field]) => ({
			name: field.name,
			type: cell(
				typeText(field.schema, (name) => (own.some((each) => each.name === name) ? `[${typeParts(name).name}](#${anchor(name)})` : typeParts(name).name)),
			),
			rules: cell(fieldRules(field).join('; ')),
			description: cell(model.docs[owner.name]?.[field.name] ?? ''),
		})),
	};
}

/** What Markdown makes of a heading. */
function anchor(name: TypeName): string {
	return typeParts(name).name.toLowerCase();
}

/** Text inside a table. */
function cell(text: string): string {
	return text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
