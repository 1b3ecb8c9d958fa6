import { invalidValue } from '../../model/cause.ts';
import type { Rule } from './rule.ts';

export const minItems: Rule = {
	keyword: 'minItems',
	appliesTo: ['list'],
	argument: { type: 'integer', minimum: 0 },
	documentation: 'Minimum number of entries of a list.',
	describe: (argument) => `at least ${argument} entries`,
	compile(argument, { message }) {
		const min = Number(argument);
		const detail = message ?? `should have at least ${min} items`;
		return (value, _old, site) => {
			if (Array.isArray(value) && value.length < min) site.causes.push(invalidValue(site.path.toString(), value.length, detail));
		};
	},
	openapi: (argument) => ({ minItems: argument }),
};
