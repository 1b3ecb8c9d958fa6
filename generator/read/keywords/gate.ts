/** Keywords for the feature gates of fields. */
import type { Field } from '../../../runtime/model/catalog.ts';
import { isInstead } from '../../../runtime/schema/gated-fields.ts';
import { code } from '../../print/markdown.ts';
import { checkGate } from '../releases.ts';
import { object, text } from '../shape/shape.ts';
import { at, keyNode, plain } from '../source/node.ts';
import type { Keyword } from './keyword.ts';

export const gate: Keyword = {
	keyword: 'gate',
	belongsTo: 'field',
	changes: true,
	shape: text('Feature gate that must be on before a write may introduce the field. Otherwise the value is dropped, unless the stored object has it already.'),
	readField({ node }, { calendars, report }) {
		const gate = checkGate(at(node, 'gate'), calendars, report);
		return gate === undefined ? {} : { gate };
	},
	describeField({ gate, withoutGate }) {
		if (gate === undefined) return [];
		if (withoutGate === undefined) return [`with gate ${gate}`];
		return [`with gate ${gate}, else ${isInstead(withoutGate) ? code(withoutGate.instead) : 'refused'}`];
	},
};

export const withoutGate: Keyword = {
	keyword: 'withoutGate',
	belongsTo: 'field',
	shape: {
		anyOf: [
			{ type: 'string', enum: ['refused'] },
			object('what is taken instead', { instead: { description: 'Value that is used instead.' } }, ['instead']),
			object('a refusal in other words', { refused: text('Message about the field.') }, ['refused']),
		],
		description: 'What happens while the gate is off, if the value is not dropped: the request is refused, or another value is used.',
	},
	readField({ node }) {
		const unless = at(node, 'withoutGate');
		// The shape check has checked its form.
		return unless === undefined ? {} : { withoutGate: plain(unless) as NonNullable<Field['withoutGate']> };
	},
	checkField({ node }, { gate, withoutGate }, { report }) {
		if (withoutGate !== undefined && gate === undefined) report(keyNode(node, 'withoutGate'), '"withoutGate" is for fields with a "gate"');
	},
};
