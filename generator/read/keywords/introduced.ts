/** Keywords for the releases in which a field was introduced and removed. */
import { checkLife } from '../releases.ts';
import { ref } from '../shape/shape.ts';
import type { Keyword } from './keyword.ts';

export const introduced: Keyword = {
	keyword: 'introduced',
	belongsTo: 'field',
	shape: ref('release', 'The release in which the field appeared.'),
	readField({ node }, { calendars, report }) {
		// Checked together with the release that removed the field.
		const { introduced } = checkLife(node, calendars, report);
		return introduced === undefined ? {} : { introduced };
	},
	describeField: ({ introduced }) => (introduced === undefined ? [] : [`from ${introduced}`]),
};

export const removed: Keyword = {
	keyword: 'removed',
	belongsTo: 'field',
	shape: ref('release', 'The first release without the field.'),
	readField({ node }, { calendars }) {
		const { removed } = checkLife(node, calendars, () => {});
		return removed === undefined ? {} : { removed };
	},
	describeField: ({ removed }) => (removed === undefined ? [] : [`until ${removed}`]),
};
