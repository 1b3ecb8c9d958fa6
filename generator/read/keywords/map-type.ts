import type { MapSchema } from '../../../runtime/model/catalog.ts';
import { textAt } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const mapType: Keyword = {
	keyword: 'mapType',
	belongsTo: 'value',
	appliesTo: ['map', 'object'],
	shape: {
		type: 'string',
		title: 'a map type',
		enum: ['atomic', 'granular'],
		description: 'Unit of field ownership in an object or a map: the whole (`atomic`), or each field (`granular`).',
	},
	readValue(node) {
		// The shape check has checked its form.
		const mapType = textAt(node, 'mapType') as MapSchema['mapType'];
		return mapType === undefined ? {} : { mapType };
	},
	readField({ node, schema }) {
		// The mapType of a field may differ from that of the referenced type.
		const mapType = schema.kind === 'struct' ? (textAt(node, 'mapType') as MapSchema['mapType']) : undefined;
		return mapType === undefined ? {} : { mapType };
	},
	describeField: ({ mapType }) => (mapType === 'atomic' ? ['owned as a whole'] : []),
	describeValue: (schema) => (schema.kind === 'map' && schema.mapType === 'atomic' ? ['owned as a whole'] : []),
};
