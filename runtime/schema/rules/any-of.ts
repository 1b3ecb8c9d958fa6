import type { Json } from '../../model/catalog.ts';
import { stringify } from '../../wire/json/text.ts';
import type { Rule } from './rule.ts';
import { anyTarget, combine, schemas, valueSchemaProblem } from './value-schema.ts';

export const anyOf: Rule = {
	keyword: 'anyOf',
	appliesTo: anyTarget,
	argument: schemas,
	documentation: 'Schemas of which the value must match at least one. Their form is that of `allOf`.',
	describe: (argument) => `matches one or more of \`${stringify(argument)}\``,
	checkArgument: (argument) => (argument as readonly Json[]).map((schema) => valueSchemaProblem(schema)).find((problem) => problem !== undefined),
	compile: (argument, context) => combine.anyOf(argument, context),
	openapi: (argument) => ({ anyOf: argument }),
};
