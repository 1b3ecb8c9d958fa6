import type { Json } from '../../model/catalog.ts';
import { stringify } from '../../wire/json/text.ts';
import type { Rule } from './rule.ts';
import { anyTarget, combine, schemas, valueSchemaProblem } from './value-schema.ts';

export const allOf: Rule = {
	keyword: 'allOf',
	appliesTo: anyTarget,
	argument: schemas,
	documentation: 'Schemas of which the value must match all. They restrict the value (`required`, `properties`, `items`, `enum`, rules) and declare no types.',
	describe: (argument) => `fits all of \`${stringify(argument)}\``,
	checkArgument: (argument) => (argument as readonly Json[]).map((schema) => valueSchemaProblem(schema)).find((problem) => problem !== undefined),
	compile: (argument, context) => combine.allOf(argument, context),
	openapi: (argument) => ({ allOf: argument }),
};
