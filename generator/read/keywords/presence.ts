import type { Presence, Schema } from '../../../runtime/model/catalog.ts';
import { at, textAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const presence: Keyword = {
	keyword: 'presence',
	belongsTo: 'field',
	changes: true,
	shape: {
		type: 'string',
		title: 'a presence',
		enum: ['optional', 'omitZero', 'always', 'nullable'],
		description:
			'Form of an absent or zero value. Required fields are written always, lists and maps are omitted when empty, others are optional; all are where the group says `emptyIsGiven`.',
	},
	readField({ node, schema, required, location }) {
		// The shape check has checked its form.
		const presence = (textAt(node, 'presence') as Presence | undefined) ?? (location.package.emptyIsGiven ? 'optional' : defaultPresence(schema, required));
		return presence === 'optional' ? {} : { presence };
	},
	checkField({ node, schema }, _, { report }) {
		const isTime = schema.kind === 'time' || schema.kind === 'microTime';
		if (textAt(node, 'presence') !== 'omitZero' || (schema.kind !== 'struct' && !isTime)) return;
		const what = schema.kind === 'struct' ? 'an object' : 'a time';
		report(at(node, 'presence') ?? node, `${what} has no zero that could be omitted: write presence "always" or "optional"`);
	},
};

/** Returns the presence of a field whose spec has none. */
export function defaultPresence(schema: Schema, required: boolean): Presence {
	if (required) return 'always';
	return schema.kind === 'list' || schema.kind === 'map' ? 'omitZero' : 'optional';
}
