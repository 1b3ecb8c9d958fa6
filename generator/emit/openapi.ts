/**
 * OpenAPI documents of the default release in the default vocabulary, as files. They are large, are never reviewed, and a server makes its
 * own in a tenth of a second. Therefore they are not committed: `emitters` omits this emitter, but builds may use it.
 */

import { DocumentParts } from '../../runtime/documents/openapi/document-parts.ts';
import { openApiV2 } from '../../runtime/documents/openapi/v2.ts';
import { openApiV3, openApiV3Names } from '../../runtime/documents/openapi/v3.ts';
import type { Json } from '../../runtime/model/catalog.ts';
import { speakAll } from '../../runtime/model/vocabulary.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { stringify } from '../../runtime/wire/json/text.ts';
import type { Emitter } from '../model.ts';
import { inVocabulary } from './discovery.ts';
import { servedDocs } from './typescript/docs.ts';

export const openapi: Emitter = {
	name: 'openapi',
	emit({ catalog, docs, vocabularies: [vocabulary] }) {
		if (vocabulary === undefined) throw new Error('a model has at least one vocabulary');
		const input = {
			catalog: narrow(inVocabulary(catalog, vocabulary), catalog.release),
			docs: speakAll(servedDocs({ catalog, docs }), vocabulary),
			vocabulary,
		};
		const parts = new DocumentParts(input);
		const documents = openApiV3Names(parts).map((name) => ({
			path: `openapi/v3/${name}.json`,
			content: `${stringify(openApiV3(parts, name) as unknown as Json)}\n`,
		}));
		return [{ path: 'openapi/v2.json', content: `${stringify(openApiV2(input) as unknown as Json)}\n` }, ...documents];
	},
};
