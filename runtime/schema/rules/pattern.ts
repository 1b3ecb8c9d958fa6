import { invalidValue } from '../../model/cause.ts';
import { PatternError } from '../../scalars/pattern/parse.ts';
import { compilePattern, type Pattern } from '../../scalars/pattern/pattern.ts';
import { type Rule, texts } from './rule.ts';

export const pattern: Rule = {
	keyword: 'pattern',
	appliesTo: texts,
	argument: { type: 'string' },
	documentation: 'A regular expression that the text must match (anywhere in it, unless the expression is anchored).',
	describe: (argument) => `matches \`${argument}\``,
	checkArgument(argument) {
		try {
			compilePattern(String(argument));
			return undefined;
		} catch (error) {
			if (error instanceof PatternError) return error.message;
			throw error;
		}
	},
	compile(argument, { message }) {
		const expression = compilePattern(String(argument));
		const detail = message ?? `should match '${argument}'`;
		return (value, _old, site) => {
			if (typeof value !== 'string') return;
			const problem = matches(expression, value) ?? detail;
			if (problem !== '') site.causes.push(invalidValue(site.path.toString(), value, problem));
		};
	},
	openapi: (argument) => ({ pattern: argument }),
};

/** Empty: it does; undefined: it does not; else why nobody knows. */
function matches(expression: Pattern, text: string): string | undefined {
	try {
		return expression.test(text) ? '' : undefined;
	} catch (error) {
		if (error instanceof PatternError) return error.message;
		throw error;
	}
}
