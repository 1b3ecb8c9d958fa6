import { invalidValue } from '../../model/cause.ts';
import type { Rule } from './rule.ts';

export const notIn: Rule = {
	keyword: 'notIn',
	appliesTo: ['string'],
	argument: { type: 'string' },
	documentation: 'For the keys of a map: none of them may also be a key of this sibling field.',
	describe: (argument) => `not a key of \`${argument}\``,
	compile(argument, { message }) {
		const sibling = String(argument);
		const detail = message ?? `duplicate of key present in ${sibling}`;
		return (value, _old, site) => {
			if (typeof value !== 'string' || !Object.hasOwn(site.parent, sibling)) return;
			const other = site.parent[sibling];
			if (other !== null && typeof other === 'object' && Object.hasOwn(other, value)) site.causes.push(invalidValue(site.path.toString(), value, detail));
		};
	},
};
