import type { Json } from '../../model/catalog.ts';
import { stringify } from '../../wire/json/text.ts';
import type { Rule } from './rule.ts';
import { anyTarget, combine, schemas, valueSchemaProblem } from './value-schema.ts';

export const oneOf: Rule = {
	keyword: 'oneOf',
	appliesTo: anyTarget,
	argument: schemas,
	documentation: 'Schemas of which the value must match exactly one. Their form is that of `allOf`.',
	describe: (argument) => `matches exactly one of \`${stringify(argument)}\``,
	checkArgument: (argument) => (argument as readonly Json[]).map((schema) => valueSchemaProblem(schema)).find((problem) => problem !== undefined),
	compile: (argument, context) => combine.oneOf(argument, context),
	openapi: (argument) => ({ oneOf: argument }),
};
