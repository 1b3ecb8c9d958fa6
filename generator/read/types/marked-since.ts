/** Markers that documents and merging know since a later release than the field that they stand on. */
import type { Release } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { checkRelease } from '../releases.ts';
import { at, keyNode, type MapNode } from '../source/node.ts';

export function checkMarked(node: MapNode, context: ReadContext): Release | undefined {
	const since = at(node, 'markedSince');
	if (since !== undefined && !['listType', 'mapType', 'enum'].some((marker) => node.entries.has(marker)))
		context.report(keyNode(node, 'markedSince'), '"markedSince" needs a "listType", a "mapType" or an "enum"');
	return checkRelease(since, context.calendar, context.report);
}
