/** Keywords of fields where there is no field: nobody would read them. */

import type { Report } from '../diagnostics/diagnostic.ts';
import { keywords } from '../keywords/index.ts';
import { keyNode, type MapNode } from '../source/node.ts';

/** `what` the schema describes, and where the keyword would mean something, if it is not clear. */
export function refuseFieldWords(node: MapNode, what: string, report: Report, instead = ''): void {
	for (const { keyword, belongsTo, alsoOnParts } of keywords) {
		if (belongsTo === 'field' && !alsoOnParts && node.entries.has(keyword))
			report(keyNode(node, keyword), `${JSON.stringify(keyword)} belongs to a field: it has no meaning on ${what}${instead}`);
	}
}
