import { stringify } from '../../wire/json/text.ts';
import type { Rule } from './rule.ts';
import { anyTarget, combine, valueSchemaProblem } from './value-schema.ts';

export const not: Rule = {
	keyword: 'not',
	appliesTo: anyTarget,
	argument: { type: 'object' },
	documentation: 'Schema that the value must not match. Its form is that of `allOf`.',
	describe: (argument) => `does not fit \`${stringify(argument)}\``,
	checkArgument: (argument) => valueSchemaProblem(argument),
	compile: (argument, context) => combine.not(argument, context),
	openapi: (argument) => ({ not: argument }),
};
