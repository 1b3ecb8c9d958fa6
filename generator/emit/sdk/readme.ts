/** README of a client package. Its example programs use a kind of the package, and run without changes. */
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import type { EmittedFile, Model } from '../../model.ts';
import { template } from '../../print/handlebars.ts';
import { type Literal, literal } from '../../print/typescript.ts';
import type { Surface, SurfaceKind } from './surface.ts';

interface ReadmeValues {
	readonly name: string;
	readonly about: string;
	readonly kind: string;
	/** Plural of the kind, as an identifier in programs. */
	readonly plural: string;
	readonly module: string;
	readonly namespaced: boolean;
	readonly example: string;
	readonly controllerText: string;
	readonly controller: string;
}

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'watch'] as const;

/** Emits the README. Returns undefined when no kind of the package is suitable for the examples. */
export function emitReadme(name: string, surface: Surface, model: Model): EmittedFile | undefined {
	const shown = shownKind(surface, model);
	if (shown === undefined) return undefined;
	const { kind, module } = shown;
	const values = {
		name,
		about: kindsInWords(surface),
		kind: kind.kind,
		plural: kind.plural.replace(/[^a-z0-9]/g, ''),
		module: `${module.package}/${module.version}`,
		namespaced: kind.scope === 'Namespaced',
		example: exampleOf(shown, model),
	};
	const owning =
		values.namespaced && kind.kind !== 'ConfigMap' && surface.kinds.some((other) => other.kind.kind === 'ConfigMap' && other.module.package === 'core');
	const controller = template<typeof values>(owning ? 'sdk/owning-controller.ts' : 'sdk/labelling-controller.ts')(values);
	const controllerText = owning
		? `A program that maintains a ConfigMap for each ${kind.kind}, recreates it after a deletion, and retries failures:`
		: `A program that labels each ${kind.kind}, and retries after failures:`;
	const content = template<ReadmeValues>('sdk/README.md')({ ...values, controller, controllerText });
	return { path: 'README.md', content };
}

/**
 * Returns the kind for the examples: the first that can be created, changed and watched. Users' own kinds and namespaced kinds come first.
 */
function shownKind({ kinds, catalog }: Surface, model: Model): SurfaceKind | undefined {
	const custom = new Set(catalog.groups.filter((group) => group.custom).map(({ group }) => group));
	const can = kinds.filter(
		({ kind, version }) =>
			verbs.every((verb) => kind.verbs.includes(verb)) && version === kind.versions[kind.storageVersion] && examples(kind.storageName, model).length > 0,
	);
	const rank = ({ kind, version }: SurfaceKind): number =>
		(custom.has(version.group) ? 0 : 4) + (kind.scope === 'Namespaced' ? 0 : 1) + (kind.kind === 'ConfigMap' ? 2 : 0);
	return can.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Returns the examples of a kind. The keys of the documentation have placeholders, which are replaced by the vocabulary's words here. */
function examples(storageName: string, { kindDocs, vocabularies: [words] }: Model): readonly { readonly object: object }[] {
	if (words === undefined) return [];
	return speakAll(kindDocs, words)[storageName]?.examples ?? [];
}

/** Formats the first example without apiVersion, kind and namespace, which the program states separately. */
function exampleOf({ kind }: SurfaceKind, model: Model): string {
	const [first] = examples(kind.storageName, model);
	const { apiVersion: _, kind: __, status: ___, ...object } = (first?.object ?? {}) as Readonly<Record<string, Literal>>;
	const { namespace: ____, ...metadata } = object.metadata as Readonly<Record<string, Literal>>;
	return literal({ ...object, metadata }).parts.join('');
}

function kindsInWords({ kinds }: Surface): string {
	const names = [...new Set(kinds.map(({ kind }) => kind.kind))];
	if (names.length <= 5) return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
	return `${names.length} kinds of a cluster's API, ${names.slice(0, 3).join(', ')} among them`;
}
