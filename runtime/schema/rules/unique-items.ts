import { duplicate } from '../../model/cause.ts';
import { identity } from '../../model/equal.ts';
import type { Rule } from './rule.ts';

export const uniqueItems: Rule = {
	keyword: 'uniqueItems',
	appliesTo: ['list'],
	argument: { type: 'boolean' },
	documentation: 'No two entries of the list may be equal.',
	describe: (argument) => (argument === true ? 'entries differ' : 'entries may repeat'),
	compile(argument) {
		if (argument !== true) return () => undefined;
		return (value, _old, site) => {
			if (!Array.isArray(value)) return;
			const seen = new Set<string>();
			for (const [index, item] of value.entries()) {
				const key = identity(item);
				if (seen.has(key)) site.causes.push(duplicate(site.path.at(index), item));
				seen.add(key);
			}
		};
	},
	openapi: (argument) => (argument === true ? { uniqueItems: true } : {}),
};
