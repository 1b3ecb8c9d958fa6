/** Keyword for changes that releases made to a field. */
import type { HistoryEntry, Schema } from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import type { ReadContext } from '../context.ts';
import { checkGate, checkRelease } from '../releases.ts';
import { list, ref } from '../shape/shape.ts';
import { at, keyNode, listAt, overlay, plain, type SpecNode, without } from '../source/node.ts';
import { unlessEmpty } from '../types/non-empty.ts';
import type { FieldUse, Keyword } from './keyword.ts';

export const history: Keyword = {
	keyword: 'history',
	belongsTo: 'field',
	shape: list(ref('history'), 'Keywords that hold from a release on; later entries win.'),
	readField: (use, context) => unlessEmpty('history', makeHistory(use, context)),
};

function makeHistory({ node, location, keywords: all }: FieldUse, context: ReadContext): HistoryEntry[] {
	const changeable = new Set(all.filter(({ changes }) => changes).map(({ keyword }) => keyword));
	const ofFields = new Set(all.filter(({ belongsTo }) => belongsTo === 'field').map(({ keyword }) => keyword));
	let before: string | undefined;
	return listAt(node, 'history').flatMap((entry) => {
		if (entry.kind !== 'map') return [];
		const from = checkRelease(at(entry, 'from'), context.calendars, context.report);
		if (from === undefined) return [];
		if (before !== undefined && compareReleases(before, from) >= 0)
			context.report(at(entry, 'from') ?? entry, `history must be sorted, oldest first: ${from} cannot follow ${before}`);
		before = from;
		const keywords = [...entry.entries.keys()].filter((key) => key !== 'from');
		if (keywords.length === 0) context.report(entry, 'a history entry changes keywords from its release on: use "introduced" for a new field');
		const set: Record<string, unknown> & { schema?: Schema } = {};
		checkGate(at(entry, 'gate'), context.calendars, context.report);
		for (const keyword of keywords) if (changeable.has(keyword)) set[keyword] = plain(entry.entries.get(keyword)?.value as SpecNode);
		if (keywords.some((keyword) => !changeable.has(keyword) && !ofFields.has(keyword) && keyword !== 'description')) {
			set.schema = context.schema(overlay(node, without(entry, new Set(['from'])), changeable), location);
		}
		for (const keyword of keywords) {
			if (!changeable.has(keyword) && ofFields.has(keyword)) context.report(keyNode(entry, keyword), `${JSON.stringify(keyword)} cannot change with a release`);
		}
		return [{ from, set: set as HistoryEntry['set'] }];
	});
}
