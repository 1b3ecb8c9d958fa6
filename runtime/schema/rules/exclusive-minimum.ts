import { invalidValue } from '../../model/cause.ts';
import { compareToBound, isNumber } from './bound.ts';
import type { Rule } from './rule.ts';
import { ordered } from './rule.ts';

export const exclusiveMinimum: Rule = {
	keyword: 'exclusiveMinimum',
	appliesTo: ordered,
	argument: { type: ['number', 'string'] },
	documentation: 'Values must be greater than this.',
	describe: (argument) => `greater than ${argument}`,
	compile(argument, { schema, message }) {
		const compare = compareToBound(argument, schema);
		const detail = message ?? `must be greater than ${argument}`;
		return (value, _old, site) => {
			const order = compare(value);
			if (order !== undefined && !(order > 0)) site.causes.push(invalidValue(site.path.toString(), value, detail));
		};
	},
	openapi: (argument) => (isNumber(argument) ? { minimum: argument, exclusiveMinimum: true } : {}),
};
