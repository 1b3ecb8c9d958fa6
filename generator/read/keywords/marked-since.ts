/** Keyword for the release from which documents and merges know a field's markers, if that is later than the field. */
import { checkRelease } from '../releases.ts';
import { ref } from '../shape/shape.ts';
import { at, keyNode } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const markedSince: Keyword = {
	keyword: 'markedSince',
	belongsTo: 'value',
	appliesTo: ['array', 'object', 'string', 'integer'],
	shape: ref('release', 'First release whose documents and merging use the listType, mapType or enum. Validation always uses them.'),
	readValue(node, { calendars, report }) {
		const since = at(node, 'markedSince');
		if (since !== undefined && !['listType', 'mapType', 'enum'].some((marker) => node.entries.has(marker)))
			report(keyNode(node, 'markedSince'), '"markedSince" needs a "listType", a "mapType" or an "enum"');
		const markedSince = checkRelease(since, calendars, report);
		return markedSince === undefined ? {} : { markedSince };
	},
};
