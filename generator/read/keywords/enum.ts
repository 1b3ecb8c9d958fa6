/** Keywords for the values that a string, a number or a boolean may have. */
import type { EnumValue, Json, Schema } from '../../../runtime/model/catalog.ts';
import { stringify } from '../../../runtime/wire/json/text.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { checkGate } from '../releases.ts';
import { flag, text as textShape } from '../shape/shape.ts';
import { at, flagAt, keyNode, listAt, type MapNode, mapAt, plain, textAt, textsAt } from '../source/node.ts';
import { unlessEmpty } from '../types/non-empty.ts';
import type { Keyword } from './keyword.ts';

const types = ['string', 'integer', 'number', 'boolean'] as const;

export const enumeration: Keyword = {
	keyword: 'enum',
	belongsTo: 'value',
	appliesTo: types,
	shape: {
		type: 'array',
		minItems: 1,
		items: { type: ['string', 'number', 'boolean'] },
		description: 'Allowed values, of the given type, in the order in which messages show them.',
	},
	readValue(node, { report }) {
		const constant = at(node, 'const');
		if (constant !== undefined && node.entries.has('enum'))
			report(keyNode(node, 'const'), '"const" and "enum" exclude each other: "const" is an "enum" with one value');
		const items = (constant === undefined ? listAt(node, 'enum') : [constant]).map((item) => ({ item, value: plain(item) }));
		const twice = items.find(({ value }, index) => items.findIndex((other) => other.value === value) < index);
		if (twice !== undefined) report(twice.item, `${stringify(twice.value as Json)} is listed twice in enum`);
		const kind = kindOf(node);
		const fits = fitting[kind];
		const values: EnumValue[] = [];
		for (const { item, value } of items) {
			if (fits(value)) values.push(value as EnumValue);
			else
				report(
					item,
					`${item.file.text.slice(item.start, item.end).trim()} is not a value of type ${kind}: the values of ${constant === undefined ? 'enum' : 'const'} are of the type beside it`,
				);
		}
		return unlessEmpty('enum', values);
	},
	describeValue(schema) {
		const values = ofText(schema)?.enum;
		return values === undefined ? [] : [`${ofText(schema)?.enumOpen ? 'such as ' : ''}${values.map((value) => `\`${value}\``).join(', ')}`];
	},
};

/** Reports whether a value fits a kind, by the kind's name in messages. */
const fitting = {
	string: (value: unknown) => typeof value === 'string',
	boolean: (value: unknown) => typeof value === 'boolean',
	number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
	int64: (value: unknown) => (typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value)),
	int32: (value: unknown) => typeof value === 'number' && (value | 0) === value,
};

function kindOf(node: MapNode): keyof typeof fitting {
	const type = textAt(node, 'type');
	if (type === 'integer') return textAt(node, 'format') === 'int64' ? 'int64' : 'int32';
	return type === 'boolean' || type === 'number' ? type : 'string';
}

/** An `enum` with exactly one value. Documents and types have no other keyword for it. */
export const constant: Keyword = {
	keyword: 'const',
	belongsTo: 'value',
	appliesTo: types,
	shape: {
		type: ['string', 'number', 'boolean'],
		description: 'The only allowed value, of the given type. The same as an `enum` with one value.',
	},
};

export const enumOpen: Keyword = {
	keyword: 'enumOpen',
	belongsTo: 'value',
	appliesTo: types,
	shape: flag('If true, documents list the values of `enum`, and validation accepts others.'),
	readValue: (node) => (flagAt(node, 'enumOpen') ? { enumOpen: true } : {}),
};

export const enumHidden: Keyword = {
	keyword: 'enumHidden',
	belongsTo: 'value',
	appliesTo: types,
	shape: flag('If true, documents do not list the values of `enum`; validation enforces them.'),
	readValue(node, { report }) {
		if (!flagAt(node, 'enumHidden')) return {};
		const enumNode = node.entries.get('enum');
		if (enumNode === undefined || node.entries.has('markedSince') || flagAt(node, 'enumOpen'))
			report(keyNode(node, 'enumHidden'), '"enumHidden" needs an "enum" and excludes "enumOpen" and "markedSince", which list it in documents');
		return { enumHidden: true };
	},
};

export const enumGates: Keyword = {
	keyword: 'enumGates',
	belongsTo: 'value',
	appliesTo: ['string'],
	shape: {
		type: 'object',
		minProperties: 1,
		description: 'Feature gates, by allowed value, that must be on before a write may introduce the value.',
		additionalProperties: textShape('A feature gate.'),
	},
	readValue(node, { calendars, report }) {
		const values = textsAt(node, 'enum');
		const entries = [...(mapAt(node, 'enumGates')?.entries ?? [])];
		for (const [value, { key }] of entries)
			if (!values.includes(value)) report(key, `${JSON.stringify(value)} is not among the values of enum${suggestion(value, values)}`);
		const gates = entries.map(([value, entry]) => [value, checkGate(entry.value, calendars, report) ?? '']);
		return entries.length === 0 ? {} : { enumGates: Object.fromEntries(gates) };
	},
	describeValue: (schema) => Object.entries(ofText(schema)?.enumGates ?? {}).map(([value, gate]) => `\`${value}\` with gate ${gate}`),
};

function ofText(schema: Schema) {
	return schema.kind === 'struct' || schema.kind === 'list' || schema.kind === 'map' || schema.kind === 'variant' ? undefined : schema;
}
