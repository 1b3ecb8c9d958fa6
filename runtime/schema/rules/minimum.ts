import { invalidValue } from '../../model/cause.ts';
import { compareToBound, isNumber } from './bound.ts';
import type { Rule } from './rule.ts';
import { ordered } from './rule.ts';

export const minimum: Rule = {
	keyword: 'minimum',
	appliesTo: ordered,
	argument: { type: ['number', 'string'] },
	documentation: 'Smallest allowed value. For durations such as `1m30s`, for times such as `2026-01-31T10:00:00Z`.',
	describe: (argument) => `greater than or equal to ${argument}`,
	compile(argument, { schema, message }) {
		const compare = compareToBound(argument, schema);
		const detail = message ?? `must be greater than or equal to ${argument}`;
		return (value, _old, site) => {
			const order = compare(value);
			if (order !== undefined && !(order >= 0)) site.causes.push(invalidValue(site.path.toString(), value, detail));
		};
	},
	openapi: (argument) => (isNumber(argument) ? { minimum: argument } : {}),
};
