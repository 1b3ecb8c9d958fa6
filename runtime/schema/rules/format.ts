import { invalidValue } from '../../model/cause.ts';
import { formatNamed, formats } from '../../scalars/formats.ts';
import { type Rule, texts } from './rule.ts';

export const format: Rule = {
	keyword: 'format',
	appliesTo: texts,
	argument: { type: 'string', enum: formats.map(({ name }) => name) },
	documentation: 'Name of the form that the text must have.',
	describe: (argument) => formatNamed(String(argument))?.documentation ?? String(argument),
	compile(argument, { message }) {
		const found = formatNamed(String(argument));
		if (found === undefined) throw new Error(`unknown string format "${argument}"`);
		const { check } = found;
		return (value, _old, site) => {
			if (typeof value !== 'string') return;
			const problems = check(value);
			if (problems.length === 0) return;
			const path = site.path.toString();
			if (message !== undefined) site.causes.push(invalidValue(path, value, message));
			else for (const problem of problems) site.causes.push(typeof problem === 'string' ? invalidValue(path, value, problem) : problem.at(path));
		};
	},
	openapi: (argument) => formatNamed(String(argument))?.openapi ?? {},
};
