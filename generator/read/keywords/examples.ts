/** Examples of a field's value. They are checked against its schema and its rules, and appear next to its description. */
import { code } from '../../print/markdown.ts';
import { listAt, type MapNode, plain } from '../source/node.ts';
import { checkWritten } from '../types/written-value.ts';
import type { Keyword } from './keyword.ts';

export const examples: Keyword = {
	keyword: 'examples',
	belongsTo: 'field',
	shape: {
		type: 'array',
		items: {},
		minItems: 1,
		description: 'Example values, which are checked, and shown after the description of the field.',
	},
	checkField({ name, node, schema }, _, context) {
		for (const written of listAt(node, 'examples')) {
			context.later.push(() => checkWritten(written, schema, 'the example', { context, complete: true }));
			context.written.push({ node: written, name, schema, what: 'example' });
		}
	},
};

/** Returns a description with the examples appended. */
export function withExamples(description: string, node: MapNode): string {
	const values = listAt(node, 'examples').map((one) => {
		const value = plain(one);
		return typeof value === 'string' && !value.includes('`') ? `\`${value}\`` : code(value);
	});
	return values.length === 0 ? description : `${description.trimEnd()} For example: ${values.join(', ')}.`;
}
