/** Describes fields in words, for reference pages. */
import type { Catalog, Field, HistoryEntry, Json, RuleUse, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import { inlined } from '../../../runtime/schema/properties.ts';
import { cel } from '../../../runtime/schema/rules/cel.ts';
import { ruleNamed } from '../../../runtime/schema/rules/index.ts';
import { unionMembers } from '../../../runtime/schema/union.ts';
import { code } from '../../print/markdown.ts';
import { keywords } from '../../read/keywords/index.ts';

const scalarWords: Readonly<Partial<Record<Schema['kind'], string>>> = {
	string: 'text',
	boolean: 'boolean',
	int32: 'integer',
	int64: 'integer (64 bit)',
	double: 'number',
	bytes: 'bytes (base64)',
	time: 'time',
	microTime: 'time (microseconds)',
	duration: 'duration',
	quantity: 'quantity',
	intOrString: 'integer or text',
	rawExtension: 'any object',
	fieldsV1: 'set of fields',
	any: 'anything',
};

/** Describes a type: `list of Container`, `map of text`. `link`: formats the name of a struct. */
export function typeText(schema: Schema, link: (type: TypeName) => string): string {
	if (schema.kind === 'struct' || schema.kind === 'variant') return link(schema.type);
	if (schema.kind === 'list') return `list of ${typeText(schema.items, link)}`;
	if (schema.kind === 'map') return `map of ${typeText(schema.values, link)}`;
	return scalarWords[schema.kind] ?? schema.kind;
}

/** Returns all rules and properties of a field, a phrase each. */
export function fieldRules(field: Field): string[] {
	const changes = (field.history ?? []).map(({ from, set }) => `from ${from}: ${Object.entries(set).map(changeWords).join(', ')}`);
	return [...keywords.flatMap((keyword) => keyword.describeField?.(field) ?? []), ...schemaRules(field.schema), ...changes];
}

/** Describes what a release changed. */
function changeWords([changed, value]: readonly [string, HistoryEntry['set'][keyof HistoryEntry['set']]]): string {
	if (changed === 'schema') return 'another type';
	// Other values of a history entry appear as JSON.
	return keywords.find(({ keyword }) => keyword === changed)?.describeChange?.(value) ?? `${changed} ${code(value as Json)}`;
}

function schemaRules(schema: Schema): string[] {
	const words = [...keywords.flatMap((keyword) => keyword.describeValue?.(schema) ?? []), ...useWords(schema.rules)];
	if (schema.kind === 'map' && schema.keys) words.push(...useWords(schema.keys.rules).map((rule) => `keys: ${rule}`));
	if (schema.kind === 'list') words.push(...elementRules(schema.items).map((rule) => `each: ${rule}`));
	if (schema.kind === 'map') words.push(...elementRules(schema.values).map((rule) => `values: ${rule}`));
	return words;
}

/** Returns the rules of a list or map entry. A struct has its rules on its type. */
function elementRules(schema: Schema): string[] {
	return schema.kind === 'struct' || schema.kind === 'variant' ? useWords(schema.rules) : schemaRules(schema);
}

function useWords(uses: readonly RuleUse[] | undefined): string[] {
	return (uses ?? []).map(({ rule, argument, message }) => {
		const words = ruleNamed(rule)?.describe(argument) ?? `${rule} ${code(argument)}`;
		return message === undefined || message === `must be ${words}` ? words : `${words}, refused with "${message}"`;
	});
}

/** Returns the rules of a type as a whole. */
export function unionRules(type: TypeDescriptor, catalog: Catalog): string[] {
	const lookup = (name: TypeName) => catalog.type(name);
	const words = inlined(type, lookup).flatMap((part) =>
		(part.unions ?? [])
			.filter(({ members }) => members !== 'described')
			.map(({ name, members, discriminator }) => {
				const names = unionMembers(part, name, lookup).map(({ properties }) => properties.map((property) => `\`${property.name}\``).join(' and '));
				const chosen = discriminator ? `, as \`${discriminator}\` says` : '';
				return `${members === 'exactlyOne' ? 'Exactly one' : 'At most one'} of ${names.join(', ')}${chosen}.`;
			}),
	);
	return [...words, ...inlined(type, lookup).flatMap(({ rules }) => useWords(rules?.flatMap(oneByOne)).map(sentence))];
}

/** Splits a CEL rule with several expressions into a rule for each. */
function oneByOne(use: RuleUse): readonly RuleUse[] {
	return use.rule === cel.keyword && Array.isArray(use.argument) ? use.argument.map((each) => ({ ...use, argument: [each] })) : [use];
}

/** Makes a phrase a sentence. A phrase that starts with a path or with code is not capitalized. */
function sentence(phrase: string): string {
	const start = /^[a-z]+ /.test(phrase) ? phrase.charAt(0).toUpperCase() + phrase.slice(1) : phrase;
	return start.endsWith('.') ? start : `${start}.`;
}
