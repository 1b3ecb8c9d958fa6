import { invalidValue } from '../../model/cause.ts';
import { Pattern, PatternError } from '../../scalars/pattern.ts';
import { type Rule, texts } from './rule.ts';

export const pattern: Rule = {
	keyword: 'pattern',
	appliesTo: texts,
	argument: { type: 'string' },
	documentation: 'A regular expression of Go (RE2) that the text must match (anywhere in it, unless the expression is anchored).',
	describe: (argument) => `matches \`${argument}\``,
	checkArgument(argument) {
		try {
			new Pattern(String(argument));
			return undefined;
		} catch (error) {
			if (error instanceof PatternError) return `not a valid regular expression: ${error.message}`;
			throw error;
		}
	},
	compile(argument, { message }) {
		const expression = new Pattern(String(argument));
		const detail = message ?? `should match '${argument}'`;
		return (value, _old, site) => {
			if (typeof value !== 'string') return;
			const problem = matches(expression, value) ?? detail;
			if (problem !== '') site.causes.push(invalidValue(site.path.toString(), value, problem));
		};
	},
	openapi: (argument) => ({ pattern: argument }),
};

/** Returns an empty string for a match, undefined for no match, and the reason when the match cannot be decided. */
function matches(expression: Pattern, text: string): string | undefined {
	try {
		return expression.test(text) ? '' : undefined;
	} catch (error) {
		if (error instanceof PatternError) return error.message;
		throw error;
	}
}
