import { invalidValue } from '../../model/cause.ts';
import { codePoints } from './code-points.ts';
import { type Rule, texts } from './rule.ts';

export const minLength: Rule = {
	keyword: 'minLength',
	appliesTo: [...texts, 'bytes'],
	argument: { type: 'integer', minimum: 0 },
	documentation: 'Minimum number of characters of a text. For bytes: of their base64 text, as in JSON Schema and Kubernetes.',
	describe: (argument) => `at least ${argument} characters`,
	compile(argument, { message }) {
		const min = Number(argument);
		const detail = message ?? `should be at least ${min} chars long`;
		return (value, _old, site) => {
			if (typeof value === 'string' && codePoints(value) < min) site.causes.push(invalidValue(site.path.toString(), value, detail));
		};
	},
	openapi: (argument) => ({ minLength: argument }),
};
