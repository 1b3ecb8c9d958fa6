import type { Json } from '../../../runtime/model/catalog.ts';
import { code } from '../../print/markdown.ts';
import { at, listAt, plain } from '../source/node.ts';
import { checkWritten } from '../types/written-value.ts';
import type { Keyword } from './keyword.ts';

export const defaultValue: Keyword = {
	keyword: 'default',
	belongsTo: 'field',
	changes: true,
	shape: { description: 'Filled in when the field is absent. An object that is sent empty is there, and gets the defaults of the fields in it.' },
	readField({ node }) {
		const value = at(node, 'default');
		return value === undefined ? {} : { default: plain(value) };
	},
	checkField({ name, node, schema }, _, context) {
		const value = at(node, 'default');
		for (const written of [value, ...listAt(node, 'history').map((entry) => at(entry, 'default'))])
			if (written !== undefined) context.later.push(() => checkWritten(written, schema, 'the default', { context, complete: false }));
		if (value !== undefined) context.defaults.push({ node: value, name, schema });
	},
	describeField: ({ default: value }) => (value === undefined ? [] : [`default ${code(value)}`]),
	// The form of a default has been checked: it is JSON.
	describeChange: (value) => (value === null ? 'no default' : `default ${code(value as Json)}`),
};
