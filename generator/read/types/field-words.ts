/** Refuses keywords of fields in schemas that are no fields, where they would be ignored. */

import type { Report } from '../diagnostics/diagnostic.ts';
import { keywords } from '../keywords/index.ts';
import { keyNode, type MapNode } from '../source/node.ts';

/** Reports such keywords. `what`: name of the part with the schema. `instead`: where the keyword applies, if that is unclear. */
export function refuseFieldWords(node: MapNode, what: string, report: Report, instead = ''): void {
	for (const { keyword, belongsTo, alsoOnParts } of keywords) {
		if (belongsTo === 'field' && !alsoOnParts && node.entries.has(keyword))
			report(keyNode(node, keyword), `${JSON.stringify(keyword)} belongs to a field: it has no meaning on ${what}${instead}`);
	}
}
