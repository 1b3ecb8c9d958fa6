import { invalidValue, longerThan } from '../../model/cause.ts';
import { codePoints } from './code-points.ts';
import { type Rule, texts } from './rule.ts';

export const maxLength: Rule = {
	keyword: 'maxLength',
	appliesTo: [...texts, 'bytes'],
	argument: { type: 'integer', minimum: 0 },
	documentation:
		'Maximum number of characters of a text. For bytes: of their base64 text, as in JSON Schema and Kubernetes (`totalSize` counts decoded bytes).',
	describe: (argument) => `at most ${argument} characters`,
	compile(argument, { message }) {
		const max = Number(argument);
		return (value, _old, site) => {
			if (typeof value !== 'string' || value.length <= max || codePoints(value) <= max) return;
			const path = site.path.toString();
			site.causes.push(message === undefined ? longerThan(path, max) : invalidValue(path, value, message));
		};
	},
	openapi: (argument) => ({ maxLength: argument }),
};
