/** What descriptors say of a field, in words, for reference pages. */
import type { Catalog, Field, Json, RuleUse, Schema, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import { ruleNamed } from '../../../runtime/schema/rules/index.ts';
import { flatFields } from '../typescript/type-modules.ts';

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

/** A type in words: `list of Container`, `map of text`. `link` writes the name of a struct. */
export function typeText(schema: Schema, link: (type: TypeName) => string): string {
	if (schema.kind === 'struct') return link(schema.type);
	if (schema.kind === 'list') return `list of ${typeText(schema.items, link)}`;
	if (schema.kind === 'map') return `map of ${typeText(schema.values, link)}`;
	return scalarWords[schema.kind] ?? schema.kind;
}

/** Everything that holds for a field, one phrase each. */
export function fieldRules(field: Field): string[] {
	const words: string[] = [];
	if (field.required) words.push(field.mayBeEmpty ? 'required, may be empty' : 'required');
	if (field.default !== undefined) words.push(`default ${code(field.default)}`);
	if (field.immutable) words.push('cannot change');
	if (field.writeOnly) words.push('write only');
	if (field.lifecycle) words.push(...lifecycleWords(field.lifecycle));
	words.push(...schemaRules(field.schema));
	if (field.union) words.push(`one of the union ${field.union}`);
	if (field.patchStrategy) words.push(`patch strategy ${field.patchStrategy.join(', ')}${field.patchMergeKey ? ` by \`${field.patchMergeKey}\`` : ''}`);
	if (field.mapType === 'atomic') words.push('owned as a whole');
	if (field.gate) words.push(gateWords(field.gate, field.withoutGate));
	if (field.introduced) words.push(`from ${field.introduced}`);
	if (field.removed) words.push(`until ${field.removed}`);
	for (const { from, set } of field.history ?? []) {
		words.push(`from ${from}: ${Object.entries(set).map(changeWords).join(', ')}`);
	}
	return words;
}

const lifecycleOf = {
	create: { set: 'given by the server when the object is made', fill: 'made by the server when it is absent', drop: 'not taken from who makes the object' },
	update: { set: 'counted by the server', fill: 'kept by updates that leave it out', keep: 'kept by updates', drop: 'not stored' },
} as const;

function lifecycleWords({ create, update, immutable }: NonNullable<Field['lifecycle']>): string[] {
	return [...(create ? [lifecycleOf.create[create]] : []), ...(update ? [lifecycleOf.update[update]] : []), ...(immutable ? ['cannot change'] : [])];
}

function gateWords(gate: string, without: Field['withoutGate']): string {
	if (without === undefined) return `with gate ${gate}`;
	return `with gate ${gate}, else ${without === 'refused' ? 'refused' : code(without.instead)}`;
}

/** What a release changed, in words. */
function changeWords([keyword, value]: readonly [string, unknown]): string {
	if (keyword === 'schema') return 'another type';
	if (keyword === 'immutable') return value ? 'cannot change' : 'may change';
	if (keyword === 'required') return value ? 'required' : 'not required';
	if (keyword === 'default') return value === null ? 'no default' : `default ${code(value as Json)}`;
	return `${keyword} ${code(value as Json)}`;
}

function schemaRules(schema: Schema): string[] {
	const words: string[] = [];
	if ('enum' in schema && schema.enum) words.push(`${schema.enumOpen ? 'such as ' : ''}${schema.enum.map((value) => `\`${value}\``).join(', ')}`);
	if ('enumGates' in schema) for (const [value, gate] of Object.entries(schema.enumGates ?? {})) words.push(`\`${value}\` with gate ${gate}`);
	if (schema.kind === 'list' && schema.listType === 'set' && !schema.mayRepeat) words.push('no two equal');
	if (schema.kind === 'list' && schema.listType === 'map' && !schema.mayRepeat)
		words.push(`no two with the same ${(schema.mapKeys ?? []).map((key) => `\`${key}\``).join(', ')}`);
	words.push(...useWords(schema.rules));
	if (schema.kind === 'map' && schema.keys) words.push(...useWords(schema.keys.rules).map((rule) => `keys: ${rule}`));
	if (schema.kind === 'map' && schema.mapType === 'atomic') words.push('owned as a whole');
	if (schema.kind === 'list') words.push(...elementRules(schema.items).map((rule) => `each: ${rule}`));
	if (schema.kind === 'map') words.push(...elementRules(schema.values).map((rule) => `values: ${rule}`));
	return words;
}

/** A struct's rules stand with its own type. */
function elementRules(schema: Schema): string[] {
	return schema.kind === 'struct' ? useWords(schema.rules) : schemaRules(schema);
}

function useWords(uses: readonly RuleUse[] | undefined): string[] {
	return (uses ?? []).map(({ rule, argument }) => ruleNamed(rule)?.describe(argument) ?? `${rule} ${code(argument)}`);
}

function code(value: Json): string {
	return `\`${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))}\``;
}

/** What holds for a type as a whole. */
export function unionRules(type: TypeDescriptor, catalog: Catalog): string[] {
	const fields = [...flatFields(type, catalog)];
	const unions = fields.flatMap(([owner]) => owner.unions ?? []);
	const distinct = [...new Map([...(type.unions ?? []), ...unions].map((union) => [union.name, union])).values()];
	const words = distinct.map(({ name, members, discriminator }) => {
		const names = fields.filter(([, field]) => field.union === name).map(([, field]) => `\`${field.name}\``);
		const chosen = discriminator ? `, as \`${discriminator}\` says` : '';
		return `${members === 'exactlyOne' ? 'Exactly one' : 'At most one'} of ${names.join(', ')}${chosen}.`;
	});
	return [...words, ...useWords(type.rules).map(sentence)];
}

/** A phrase as a sentence; one that starts with a path or code stays as it is. */
function sentence(phrase: string): string {
	const start = /^[a-z]+ /.test(phrase) ? phrase.charAt(0).toUpperCase() + phrase.slice(1) : phrase;
	return start.endsWith('.') ? start : `${start}.`;
}
