/** Keyword for how the server treats a field of an object's own metadata. */
import type { Field } from '../../../runtime/model/catalog.ts';
import { flag, object } from '../shape/shape.ts';
import { at, keyNode, plain } from '../source/node.ts';
import { objectMetadata } from '../types/root-fields.ts';
import type { Keyword } from './keyword.ts';

export const lifecycle: Keyword = {
	keyword: 'lifecycle',
	belongsTo: 'field',
	shape: object(
		'what the server does with metadata',
		{
			create: {
				type: 'string',
				enum: ['set', 'fill', 'drop'],
				description: 'In a create: the server sets the value, sets it if none is sent, or drops it.',
			},
			update: {
				type: 'string',
				enum: ['set', 'fill', 'keep', 'drop'],
				description: 'In an update: the server sets the value, keeps the old one if none is sent, always keeps the old one, or drops it.',
			},
			immutable: flag('If true, an update that would still change the field is refused.'),
		},
		[],
		"Treatment of a field of the object's metadata (ObjectMeta, except in templates). Default: the field is kept as sent.",
	),
	readField({ node }) {
		const lifecycle = at(node, 'lifecycle');
		// The shape check has checked its form.
		return lifecycle === undefined ? {} : { lifecycle: plain(lifecycle) as NonNullable<Field['lifecycle']> };
	},
	checkField({ node, owner }, { lifecycle }, { report }) {
		if (lifecycle !== undefined && owner !== objectMetadata)
			report(keyNode(node, 'lifecycle'), `"lifecycle" is for the fields of ${objectMetadata}: fields of kinds have "immutable", "writeOnly" and hooks`);
	},
	describeField: ({ lifecycle }) => (lifecycle === undefined ? [] : wordsOf(lifecycle)),
};

const words = {
	create: { set: 'given by the server when the object is made', fill: 'made by the server when it is absent', drop: 'not taken from who makes the object' },
	update: { set: 'counted by the server', fill: 'kept by updates that leave it out', keep: 'kept by updates', drop: 'not stored' },
} as const;

function wordsOf({ create, update, immutable }: NonNullable<Field['lifecycle']>): string[] {
	return [...(create ? [words.create[create]] : []), ...(update ? [words.update[update]] : []), ...(immutable ? ['cannot change'] : [])];
}
