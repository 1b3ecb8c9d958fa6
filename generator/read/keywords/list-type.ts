/**
 * Keywords for ownership inside a list, and for the fields that identify its entries. `types/schema.ts` checks the schema of the entries.
 */
import type { ListSchema } from '../../../runtime/model/catalog.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { set, text as textShape } from '../shape/shape.ts';
import { at, flagAt, keyNode, type MapNode, textAt, textsAt } from '../source/node.ts';
import { unlessEmpty } from '../types/non-empty.ts';
import type { Keyword } from './keyword.ts';

export const listType: Keyword = {
	keyword: 'listType',
	belongsTo: 'value',
	appliesTo: ['array', 'string'],
	shape: {
		type: 'string',
		title: 'a list type',
		enum: ['atomic', 'set', 'map'],
		description:
			'Unit of field ownership and merging in a list: the whole list (`atomic`), each value (`set`), or each entry by its keys (`map`). Documents may call bytes an atomic list.',
	},
	readValue(node, { report }) {
		// The shape check has checked its form.
		const listType = textAt(node, 'listType') as ListSchema['listType'];
		if (textAt(node, 'type') !== 'array') return ofBytes(node, listType, report);
		const keysWord = mapKeysWord(node);
		const keys = textsAt(node, keysWord);
		if (listType === 'map' && keys.length === 0) report(at(node, 'listType') ?? node, 'a list of type map needs "listMapKeys"');
		if (listType !== 'map' && keys.length > 0) report(keyNode(node, keysWord), `${JSON.stringify(keysWord)} is for lists of type map`);
		return listType === undefined ? {} : { listType };
	},
	describeValue(schema) {
		if (schema.kind !== 'list' || schema.mayRepeat) return [];
		if (schema.listType === 'set') return ['no two equal'];
		return schema.listType === 'map' ? [`no two with the same ${(schema.mapKeys ?? []).map((key) => `\`${key}\``).join(', ')}`] : [];
	},
};

function ofBytes(node: MapNode, listType: ListSchema['listType'], report: Report): { listType?: 'atomic' } {
	if (listType === undefined) return {};
	if (textAt(node, 'format') !== 'byte' || listType !== 'atomic')
		report(at(node, 'listType') ?? node, 'other than lists, only bytes (format: byte) may have a list type, which must be atomic');
	return { listType: 'atomic' };
}

export const listMapKeys: Keyword = {
	keyword: 'listMapKeys',
	aliases: ['mapKeys'],
	belongsTo: 'value',
	appliesTo: ['array'],
	shape: set(textShape('A field of the items.'), 'Fields that identify an entry of a list with `listType: map`.', { minItems: 1 }),
	readValue: (node) => unlessEmpty('mapKeys', textsAt(node, mapKeysWord(node))),
};

export const mayRepeat: Keyword = {
	keyword: 'mayRepeat',
	belongsTo: 'value',
	appliesTo: ['array'],
	shape: {
		anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['silently'] }],
		description: 'If set, entries of a set or keyed list may repeat, with a warning or silently. For older kinds whose clients send such lists.',
	},
	readValue(node) {
		if (textAt(node, 'mayRepeat') === 'silently') return { mayRepeat: 'silently' };
		return flagAt(node, 'mayRepeat') ? { mayRepeat: true } : {};
	},
};

/** Returns the spelling that a spec uses. */
export function mapKeysWord(node: MapNode): 'listMapKeys' | 'mapKeys' {
	return node.entries.has('mapKeys') ? 'mapKeys' : 'listMapKeys';
}
