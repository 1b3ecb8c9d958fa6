/**
 * Discovery documents of the default release in the default vocabulary, as a server without flags answers them. They are a reference, and
 * serve to compare releases. A server makes its own, because flags determine which resources it serves.
 */

import { apiGroup, apiGroupDiscoveryList, apiGroupList, apiResourceList, servedGroups } from '../../runtime/documents/discovery.ts';
import { versionPath } from '../../runtime/model/api-version.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { speakAll, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import type { EmittedFile, Emitter } from '../model.ts';

export const discovery: Emitter = {
	name: 'discovery',
	emit({ catalog, vocabularies: [vocabulary] }) {
		if (vocabulary === undefined) throw new Error('a model has at least one vocabulary');
		return documents(narrow(inVocabulary(catalog, vocabulary), catalog.release), vocabulary);
	},
};

/** Returns the catalog with its placeholders replaced by the words of a vocabulary. */
export function inVocabulary(catalog: Catalog, vocabulary: Vocabulary): Catalog {
	const { type, ...data } = catalog;
	return { ...speakAll(data, vocabulary), type: (name) => speakAll(type.call(catalog, name), vocabulary) };
}

function documents(catalog: Catalog, vocabulary: Vocabulary): EmittedFile[] {
	const aggregated = `apidiscovery.${vocabulary.groupDomain}/v2`;
	const files: EmittedFile[] = [
		json(
			'api.aggregated',
			apiGroupDiscoveryList(catalog, '/api', aggregated, () => undefined),
		),
		json(
			'apis.aggregated',
			apiGroupDiscoveryList(catalog, '/apis', aggregated, () => undefined),
		),
		json('apis', apiGroupList(catalog)),
	];
	for (const { group, versions } of servedGroups(catalog)) {
		if (group !== '') files.push(json(`apis/${group}`, apiGroup(catalog, group)));
		for (const { version } of versions) {
			files.push(json(versionPath({ group, version }).slice(1), apiResourceList(catalog, group, version)));
		}
	}
	return files;
}

function json(name: string, document: unknown): EmittedFile {
	return { path: `discovery/${name}.json`, content: `${JSON.stringify(document, undefined, '\t')}\n` };
}
