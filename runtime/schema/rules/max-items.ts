import { invalidValue, tooMany } from '../../model/cause.ts';
import type { Rule } from './rule.ts';

export const maxItems: Rule = {
	keyword: 'maxItems',
	appliesTo: ['list'],
	argument: { type: 'integer', minimum: 0 },
	documentation: 'Maximum number of entries of a list.',
	describe: (argument) => `at most ${argument} entries`,
	compile(argument, { message }) {
		const max = Number(argument);
		return (value, _old, site) => {
			if (!Array.isArray(value) || value.length <= max) return;
			const path = site.path.toString();
			site.causes.push(message === undefined ? tooMany(path, value.length, max) : invalidValue(path, value.length, message));
		};
	},
	openapi: (argument) => ({ maxItems: argument }),
};
