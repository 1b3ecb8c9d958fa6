import { invalidValue } from '../../model/cause.ts';
import type { Rule } from './rule.ts';

export const minProperties: Rule = {
	keyword: 'minProperties',
	appliesTo: ['map', 'struct'],
	argument: { type: 'integer', minimum: 0 },
	documentation: 'Minimum number of keys of a map or an object.',
	describe: (argument) => `at least ${argument} keys`,
	compile(argument, { message }) {
		const min = Number(argument);
		const detail = message ?? `must have at least ${min} items`;
		return (value, _old, site) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
			const count = Object.keys(value).length;
			if (count < min) site.causes.push(invalidValue(site.path.toString(), count, detail));
		};
	},
	openapi: (argument) => ({ minProperties: argument }),
};
