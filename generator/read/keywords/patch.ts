/** Keywords for strategic merge patches of a field. */
import type { Field, Schema } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { text } from '../shape/shape.ts';
import { at, keyNode, type MapNode, textAt } from '../source/node.ts';
import { checkKey } from '../types/item-key.ts';
import type { Keyword } from './keyword.ts';

export const patchStrategy: Keyword = {
	keyword: 'patchStrategy',
	belongsTo: 'field',
	shape: {
		type: 'string',
		title: 'a patch strategy',
		enum: ['merge', 'retainKeys', 'merge,retainKeys', 'replace'],
		description: 'How a strategic merge patch treats the field.',
	},
	readField({ node }) {
		// The shape check has checked its form.
		const patchStrategy = textAt(node, 'patchStrategy')?.split(',') as Field['patchStrategy'];
		return patchStrategy === undefined ? {} : { patchStrategy };
	},
	describeField: ({ patchStrategy, patchMergeKey }) =>
		patchStrategy === undefined ? [] : [`patch strategy ${patchStrategy.join(', ')}${patchMergeKey ? ` by \`${patchMergeKey}\`` : ''}`],
};

export const patchMergeKey: Keyword = {
	keyword: 'patchMergeKey',
	belongsTo: 'field',
	shape: text('Field that identifies an item in a strategic merge patch.'),
	readField({ node }) {
		const patchMergeKey = textAt(node, 'patchMergeKey');
		return patchMergeKey === undefined ? {} : { patchMergeKey };
	},
	checkField({ node, schema }, _, context) {
		if (node.entries.has('patchMergeKey')) context.later.push(() => checkMergeKey(node, schema, context));
	},
};

function checkMergeKey(node: MapNode, schema: Schema, context: ReadContext): void {
	const key = at(node, 'patchMergeKey');
	// The type of the items is unresolved, which has been reported.
	if (schema.kind === 'any' || (schema.kind === 'list' && schema.items.kind === 'any')) return;
	if (schema.kind !== 'list' || schema.items.kind !== 'struct') {
		context.report(keyNode(node, 'patchMergeKey'), '"patchMergeKey" is for lists of objects');
		return;
	}
	if (key !== undefined) checkKey(key, schema.items.type, context);
}
