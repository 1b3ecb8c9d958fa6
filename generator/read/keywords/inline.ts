/** Objects whose fields are inlined into the object around them. */
import type { Field } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { flag } from '../shape/shape.ts';
import { flagAt, keyNode, type MapNode, mapAt } from '../source/node.ts';
import { allFields } from '../types/json-fields.ts';
import type { Keyword } from './keyword.ts';

export const inline: Keyword = {
	keyword: 'inline',
	belongsTo: 'field',
	shape: flag(
		'If true, JSON has the fields of this inline object next to those of its parent. With `union` these fields form one member, and its `required` applies if any of them is set.',
	),
	readField: ({ node }) => (flagAt(node, 'inline') === true ? { inline: true } : {}),
	checkField({ name, node, schema }, { inline, union }, context) {
		const { report } = context;
		if (inline && schema.kind !== 'struct') report(keyNode(node, 'inline'), `only an object can be inline: ${JSON.stringify(name)} is ${schema.kind}`);
		if (inline && union !== undefined && schema.kind === 'struct' && node.entries.has('$ref'))
			context.later.push(() => checkGroup(name, node, schema.type, context));
	},
	checkType(node, descriptor, context) {
		context.later.push(() => {
			const seen = new Set<string>();
			for (const { name } of allFields(descriptor.name, context)) {
				if (seen.has(name))
					context.report(
						keyNode(mapAt(node, 'properties') ?? node, name),
						`the field ${JSON.stringify(name)} occurs twice in JSON: an inline object has a field of the same name`,
					);
				seen.add(name);
			}
		});
	},
};

/**
 * Reports a union member that inlines a shared type with required fields. These fields would be required wherever the type is used, so the
 * member could never be omitted.
 */
function checkGroup(name: string, node: MapNode, type: string, context: ReadContext): void {
	const required = allFields(type, context).filter((field) => field.required === true);
	if (required.length === 0) return;
	context.report(
		keyNode(node, 'union'),
		`${JSON.stringify(name)} could never be left out: ${type} requires ${required.map((field) => field.name).join(', ')}; write the object in place (type: object), where they are required when the member is given`,
	);
}

/**
 * Reports types that are inlined in themselves, which would be infinite. They are then treated as not inlined, so that the rest can be
 * checked.
 */
export function checkInline(context: ReadContext): void {
	for (const { descriptor, ...made } of [...context.types.values()]) {
		const { name } = descriptor;
		const endless = descriptor.fields.filter((field) => inlineTypes([field]).some((type) => standsWithin(name, type, context)));
		if (endless.length === 0) continue;
		for (const field of endless) {
			const property = mapAt(mapAt(made.node, 'properties'), field.name);
			context.report(
				property === undefined ? made.node : keyNode(property, 'inline'),
				`${JSON.stringify(field.name)} cannot be inline: ${name} would contain itself`,
			);
		}
		const fields = descriptor.fields.map(({ inline, ...field }) => (inline && !endless.some(({ name }) => name === field.name) ? { ...field, inline } : field));
		context.types.set(name, { ...made, descriptor: { ...descriptor, fields } });
	}
}

/** Reports whether the fields of a type are among those of another type, directly or through other inlined types. */
function standsWithin(inner: string, outer: string, context: ReadContext, seen = new Set<string>()): boolean {
	if (inner === outer) return true;
	if (seen.has(outer)) return false;
	seen.add(outer);
	return inlineTypes(context.types.get(outer)?.descriptor.fields ?? []).some((type) => standsWithin(inner, type, context, seen));
}

function inlineTypes(fields: readonly Field[]): string[] {
	return fields.flatMap(({ inline, schema }) => (inline && schema.kind === 'struct' ? [schema.type] : []));
}
