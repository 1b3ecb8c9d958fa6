import type { Json } from '../../../runtime/model/catalog.ts';
import { code } from '../../print/markdown.ts';
import { checkRelease } from '../releases.ts';
import { ref } from '../shape/shape.ts';
import { at, listAt, plain } from '../source/node.ts';
import { checkWritten } from '../types/written-value.ts';
import type { Keyword } from './keyword.ts';

export const defaultValue: Keyword = {
	keyword: 'default',
	belongsTo: 'field',
	changes: true,
	shape: { description: 'Value that is filled in when the field is absent. An empty object counts as present, and gets the defaults of its fields.' },
	readField({ node }) {
		const value = at(node, 'default');
		return value === undefined ? {} : { default: plain(value) };
	},
	checkField({ name, node, schema }, _, context) {
		const value = at(node, 'default');
		for (const written of [value, ...listAt(node, 'history').map((entry) => at(entry, 'default'))])
			if (written !== undefined) context.later.push(() => checkWritten(written, schema, 'the default', { context, complete: false }));
		if (value !== undefined) context.written.push({ node: value, name, schema, what: 'default' });
	},
	describeField: ({ default: value }) => (value === undefined ? [] : [`default ${code(value)}`]),
	// The form of a default is JSON, as the shape check ensures.
	describeChange: (value) => (value === null ? 'no default' : `default ${code(value as Json)}`),
};

export const defaultShown: Keyword = {
	keyword: 'defaultShown',
	belongsTo: 'field',
	shape: ref('release', 'First release whose OpenAPI documents of built-in groups show the default, or the zero value of the type if there is none.'),
	readField({ node }, { calendars, report }) {
		const since = checkRelease(at(node, 'defaultShown'), calendars, report);
		return since === undefined ? {} : { defaultShown: since };
	},
};
