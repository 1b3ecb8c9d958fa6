/** An object for each stored kind and version that a release serves, made of the examples of the specs. */

import { convertersOf } from '../../../generator/command/objects/converters.ts';
import { specRoots } from '../../../generator/command/spec-roots.ts';
import { inVocabulary } from '../../../generator/emit/sdk/surface.ts';
import type { Catalog, JsonObject } from '../../../runtime/model/catalog.ts';
import { copy } from '../../../runtime/model/equal.ts';
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { Resources } from '../../../runtime/serving/resources.ts';
import { builtInModel } from '../../generator/emit/reference-documents.ts';
import type { Loose } from '../../setup/loose.ts';

export interface ReleaseObject {
	/** Path of the collection in this version. */
	readonly collection: string;
	readonly storageName: string;
	readonly kind: string;
	readonly body: Loose;
}

const model = await builtInModel();
const words = model.vocabularies.find(({ name }) => name === 'kubernetes');
if (words === undefined) throw new Error('the specs have the vocabulary kubernetes');
export const catalog: Catalog = inVocabulary(model.catalog, words);
const made = await convertersOf({ model, roots: await specRoots([]) });
if ('diagnostics' in made) throw new Error('the built-in hooks load');
const resources = new Resources(catalog, compile(catalog), made.byVocabulary.get('kubernetes') ?? {});
const kindDocs = speakAll(model.kindDocs, words);

/** Kinds whose name is their content, so that one object is in all versions and releases. */
const namedByContent: ReadonlySet<string> = new Set(['APIService', 'CustomResourceDefinition', 'IPAddress']);

/** Returns the objects. `suffix`: end of their names, so that objects of several releases have different ones. */
export function objectsOf(release: string, suffix: string): readonly ReleaseObject[] {
	const { kinds } = narrow(catalog, release);
	return kinds.flatMap((kind) => {
		const [example] = kindDocs[kind.storageName]?.examples ?? [];
		if (kind.stored === false || example === undefined || !kind.verbs.includes('create')) return [];
		const versions = namedByContent.has(kind.kind) ? kind.versions.slice(0, 1) : kind.versions;
		return versions.map(({ group, version }, index): ReleaseObject => {
			const resource = resources.resource(group, version, kind.plural);
			if (resource === undefined) throw new Error(`${kind.kind} has no ${version}`);
			const { status: _, ...origin } = copy(example.object as unknown as JsonObject) as Loose;
			const body = resource.fromStorage({ ...origin, apiVersion: resource.storageApiVersion, kind: kind.kind }) as Loose;
			const name = namedByContent.has(kind.kind) ? body.metadata.name : `${body.metadata.name}-${suffix}${index}`;
			const { namespace: __, ...metadata } = body.metadata;
			const prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
			return {
				collection: `${prefix}/${kind.scope === 'Namespaced' ? 'namespaces/default/' : ''}${kind.plural}`,
				storageName: kind.storageName,
				kind: kind.kind,
				body: { ...body, apiVersion: resource.apiVersion, kind: kind.kind, metadata: { ...metadata, name } },
			};
		});
	});
}
