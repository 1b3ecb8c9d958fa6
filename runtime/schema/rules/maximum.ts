import { invalidValue } from '../../model/cause.ts';
import { compareToBound, isNumber } from './bound.ts';
import type { Rule } from './rule.ts';
import { ordered } from './rule.ts';

export const maximum: Rule = {
	keyword: 'maximum',
	appliesTo: ordered,
	argument: { type: ['number', 'string'] },
	documentation: 'Largest allowed value.',
	describe: (argument) => `less than or equal to ${argument}`,
	compile(argument, { schema, message }) {
		const compare = compareToBound(argument, schema);
		const detail = message ?? `must be less than or equal to ${argument}`;
		return (value, _old, site) => {
			const order = compare(value);
			if (order !== undefined && !(order <= 0)) site.causes.push(invalidValue(site.path.toString(), value, detail));
		};
	},
	openapi: (argument) => (isNumber(argument) ? { maximum: argument } : {}),
};
