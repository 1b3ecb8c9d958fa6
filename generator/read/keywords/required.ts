import type { TypeDescriptor } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { list, text as textShape } from '../shape/shape.ts';
import { listAt, type MapNode, text } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const required: Keyword = {
	keyword: 'required',
	belongsTo: 'value',
	appliesTo: ['object'],
	makesType: true,
	changes: true,
	shape: {
		...list(textShape('A field.'), 'Fields that must be present.'),
		'x-instead': { boolean: 'the object around the field names it in its own "required"' },
	},
	readField: ({ required, location }) => ({ ...(required && { required }), ...(required && location.package.emptyIsGiven && { emptyIsGiven: true as const }) }),
	checkType: checkRequired,
	describeField: ({ required, mayBeEmpty }) => (required ? [mayBeEmpty ? 'required, may be empty' : 'required'] : []),
	describeChange: (value) => (value ? 'required' : 'not required'),
};

function checkRequired(node: MapNode, descriptor: TypeDescriptor, context: ReadContext): void {
	const names = descriptor.fields.map((field) => field.name);
	const seen = new Set<string>();
	for (const item of listAt(node, 'required')) {
		const name = text(item) ?? '';
		if (!names.includes(name)) context.report(item, `required names ${JSON.stringify(name)}, which is not among the properties${suggestion(name, names)}`);
		if (seen.has(name)) context.report(item, `${JSON.stringify(name)} is listed twice in required`);
		seen.add(name);
	}
}
