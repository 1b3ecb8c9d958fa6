/**
 * Reference of the spec format. It is derived from the shapes by which specs are checked and from the documentation of rules, so that it
 * cannot deviate from them.
 */

import { placeholders } from '../../../runtime/model/vocabulary.ts';
import { formats } from '../../../runtime/scalars/formats.ts';
import { libraryDocumentation } from '../../../runtime/schema/cel/functions/documentation.ts';
import { fileKeywords, fileShapes, type KeywordRow, ruleKeywords, schemaKeywords } from '../../language/keywords.ts';
import type { Emitter } from '../../model.ts';
import { template } from '../../print/handlebars.ts';
import { markdownPreamble } from '../../print/preamble.ts';
import { type FileShape, schemaTypes } from '../../read/shape/shape.ts';

const page = template<object>('reference/specs.md');

export const specReference: Emitter = {
	name: 'spec-reference',
	emit() {
		const values = {
			preamble: markdownPreamble.trim(),
			placeholders: Object.keys(placeholders)
				.map((role) => `\`{${role}}\``)
				.join(', '),
			types: schemaTypes.map((type) => `\`${type}\``).join(', '),
			files: (Object.keys(fileShapes) as FileShape[]).map((file) => ({ ...fileShapes[file], keywords: fileKeywords(file).map(inCells) })),
			structural: schemaKeywords().map(inCells),
			rules: ruleKeywords().map((row) => ({ ...inCells(row), on: row.name.includes('.') ? '' : row.on.join(', ') })),
			functions: libraryDocumentation.map(({ what, functions, since = '', example, gives }) => ({
				what,
				functions: cell(functions),
				since,
				example: cell(example),
				gives: cell(JSON.stringify(gives)),
			})),
			formats: formats.map(({ name, documentation }) => ({ name, documentation: cell(documentation) })),
		};
		return [{ path: 'reference/specs.md', content: page(values) }];
	},
};

function inCells(row: KeywordRow): KeywordRow {
	return { ...row, value: cell(row.value), description: cell(row.description) };
}

/** Formats text for a table cell. */
function cell(text: string): string {
	return text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
