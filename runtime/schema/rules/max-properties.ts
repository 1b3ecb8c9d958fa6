import { invalidValue, tooMany } from '../../model/cause.ts';
import type { Rule } from './rule.ts';

export const maxProperties: Rule = {
	keyword: 'maxProperties',
	appliesTo: ['map', 'struct'],
	argument: { type: 'integer', minimum: 0 },
	documentation: 'Maximum number of keys of a map or an object.',
	describe: (argument) => `at most ${argument} keys`,
	compile(argument, { message }) {
		const max = Number(argument);
		return (value, _old, site) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
			const count = Object.keys(value).length;
			if (count > max) site.causes.push(message === undefined ? tooMany(site.path.toString(), count, max) : invalidValue(site.path.toString(), count, message));
		};
	},
	openapi: (argument) => ({ maxProperties: argument }),
};
