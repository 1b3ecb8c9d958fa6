import { invalidValue } from '../../model/cause.ts';
import { type Rule, texts } from './rule.ts';

export const pattern: Rule = {
	keyword: 'pattern',
	appliesTo: texts,
	argument: { type: 'string' },
	documentation: 'A regular expression that the text must match (anywhere in it, unless the expression is anchored).',
	describe: (argument) => `matches \`${argument}\``,
	checkArgument(argument) {
		try {
			new RegExp(String(argument), 'u');
			return undefined;
		} catch (error) {
			return `not a regular expression: ${error instanceof Error ? error.message : error}`;
		}
	},
	compile(argument, { message }) {
		const expression = new RegExp(String(argument), 'u');
		const detail = message ?? `should match '${argument}'`;
		return (value, _old, site) => {
			if (typeof value === 'string' && !expression.test(value)) site.causes.push(invalidValue(site.path.toString(), value, detail));
		};
	},
	openapi: (argument) => ({ pattern: argument }),
};
