import type { Json, JsonObject } from '../../model/catalog.ts';
import type { Rule } from './rule.ts';
import { compileValueSchema, valueSchemaProblem } from './value-schema.ts';

const names = { type: 'object', properties: { name: { type: 'object' }, generateName: { type: 'object' } }, additionalProperties: false } as const;

export const metadataNames: Rule = {
	keyword: 'metadataNames',
	appliesTo: ['struct'],
	argument: names,
	documentation:
		'Rules of `name` and `generateName` in the metadata of a kind or an embedded object, as schemas of the values: `{name: {maxLength: 6, pattern: ^[a-z]+$}}`.',
	describe: (argument) => `names that fit \`${JSON.stringify(argument)}\``,
	checkArgument: (argument) =>
		Object.entries(argument as JsonObject)
			.map(([name, schema]) => valueSchemaProblem(schema, name))
			.find((problem) => problem !== undefined),
	compile(argument, context) {
		const check = compileValueSchema(inMetadata(argument), context);
		return (value, _old, site) => void check(value, site);
	},
	openapi: (argument) => ({ properties: { metadata: { properties: argument } } }),
};

function inMetadata(argument: Json): Json {
	return { properties: { metadata: { properties: argument } } };
}
