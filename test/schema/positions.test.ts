/**
 * Tests that every keyword which refuses, warns or fills in does so in every position. Positions are a field, list items, map values, a
 * list in a map, and a template (an object in an object). The generator reads the specs, and the server checks the objects.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { keywords } from '../../generator/read/keywords/index.ts';
import { makeModel } from '../../generator/read/model.ts';
import type { Catalog, JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { rules } from '../../runtime/schema/rules/index.ts';
import { shop, source } from '../generator/fixture.ts';

interface Row {
	readonly keyword: string;
	/** Schema with the keyword on it or in it, as in a spec. */
	readonly schema: string;
	readonly good: JsonValue;
	/** Value that is refused, causes a warning, or gets values filled in. */
	readonly bad: JsonValue;
	/** Value before the update; absent for a create. Lists identify objects by `id`. */
	readonly old?: JsonValue;
	/** Message about `bad` as `path: message`; the path begins at the value. */
	readonly says?: string;
	/** Messages that depend on the path in another way. */
	readonly saysOf?: (path: string) => readonly string[];
	/** Value of `bad` after filling in. */
	readonly becomes?: JsonValue;
}

const text = (keyword: string, rule: string, good: string, bad: string, says: string): Row => ({ keyword, schema: `{type: string, ${rule}}`, good, bad, says });
const int = (keyword: string, argument: string, good: number, bad: number, says: string): Row => ({
	keyword,
	schema: `{type: integer, ${keyword}: ${argument}}`,
	good,
	bad,
	says: `: Invalid value: ${bad}: ${says}`,
});
/** Schema of an object that lists identify by `id`. */
const object = (more: string, properties = ''): string =>
	`{type: object, ${more}properties: {id: {type: string}, a: {type: string}, b: {type: string}${properties}}}`;
const list = (more: string, items = '{type: string}'): string => `{type: array, ${more}, items: ${items}}`;
const map = (more: string): string => `{type: object, ${more}, additionalProperties: {type: string}}`;
const id = { id: 'i' };

const rows: readonly Row[] = [
	int('minimum', '2', 2, 1, 'must be greater than or equal to 2'),
	int('maximum', '2', 2, 3, 'must be less than or equal to 2'),
	int('exclusiveMinimum', '2', 3, 2, 'must be greater than 2'),
	int('exclusiveMaximum', '2', 1, 2, 'must be less than 2'),
	int('multipleOf', '5', 10, 7, 'must be a multiple of 5'),
	{ keyword: 'minimum', schema: '{type: quantity, minimum: "0"}', good: '1', bad: '-1', says: ': Invalid value: "-1": must be greater than or equal to 0' },
	{
		keyword: 'minimum',
		schema: '{type: duration, minimum: 1m}',
		good: '1m0s',
		bad: '59s',
		says: ': Invalid value: "59s": must be greater than or equal to 1m',
	},
	{
		keyword: 'exclusiveMaximum',
		schema: '{type: duration, exclusiveMaximum: 1h}',
		good: '59m0s',
		bad: '1h0m0s',
		says: ': Invalid value: "1h0m0s": must be less than 1h',
	},
	{
		keyword: 'maximum',
		schema: '{type: time, maximum: "2030-01-01T01:00:00+01:00"}',
		good: '2030-01-01T00:00:00Z',
		bad: '2030-01-01T00:00:01Z',
		says: ': Invalid value: "2030-01-01T00:00:01Z": must be less than or equal to 2030-01-01T01:00:00+01:00',
	},
	text('const', 'const: A', 'A', 'B', ': Unsupported value: "B": supported values: "A"'),
	{ keyword: 'const', schema: '{type: integer, const: 3}', good: 3, bad: 4, says: ': Unsupported value: 4: supported values: "3"' },
	{ keyword: 'const', schema: '{type: boolean, const: true}', good: true, bad: false, says: ': Unsupported value: false: supported values: "true"' },
	{ keyword: 'enum', schema: '{type: number, enum: [0.5, 2]}', good: 2, bad: 1.5, says: ': Unsupported value: 1.5: supported values: "0.5", "2"' },
	{ keyword: 'maximum', schema: '{type: intOrString, maximum: 5}', good: '9%', bad: 9, says: ': Invalid value: 9: must be less than or equal to 5' },
	{ keyword: 'precision', schema: '{type: quantity, precision: milli}', good: '1m', bad: '0.1m', becomes: '1m' },
	text('minLength', 'minLength: 2', 'ab', '', ': Invalid value: "": should be at least 2 chars long'),
	text('maxLength', 'maxLength: 2', 'ab', 'abc', ': Too long: may not be longer than 2'),
	text('pattern', 'pattern: "^a"', 'ab', '', ': Invalid value: "": should match \'^a\''),
	text('format', 'format: ipv4', '10.0.0.1', '', ': Invalid value: "": must be a valid IPv4 address'),
	text('enum', 'enum: [A, B]', 'A', 'C', ': Unsupported value: "C": supported values: "A", "B"'),
	text('enum', 'enum: [A, B]', 'A', '', ': Unsupported value: "": supported values: "A", "B"'),
	{ keyword: 'enum', schema: '{type: integer, enum: [80, 443]}', good: 443, bad: 8080, says: ': Unsupported value: 8080: supported values: "80", "443"' },
	{ keyword: 'enum', schema: '{type: integer, format: int64, enum: [0, 1]}', good: 0, bad: 2, says: ': Unsupported value: 2: supported values: "0", "1"' },
	text('enumGates', 'enum: [A, B], enumGates: {B: Off}', 'A', 'B', ': Unsupported value: "B": supported values: "A"'),
	{ keyword: 'minItems', schema: list('minItems: 2'), good: ['a', ''], bad: [''], says: ': Invalid value: 1: should have at least 2 items' },
	{ keyword: 'maxItems', schema: list('maxItems: 1'), good: ['a'], bad: ['a', 'b'], says: ': Too many: 2: must have at most 1 items' },
	{ keyword: 'uniqueItems', schema: list('uniqueItems: true'), good: ['a', ''], bad: ['', ''], says: '[1]: Duplicate value: ""' },
	{
		keyword: 'unique',
		schema: list('unique: a', object('')),
		good: [{ a: 'x' }, { a: 'y' }],
		bad: [{ a: 'x' }, { a: 'x' }],
		says: '[1].a: Duplicate value: "x"',
	},
	{
		keyword: 'minProperties',
		schema: map('minProperties: 2'),
		good: { a: '', '': '' },
		bad: { '': '' },
		says: ': Invalid value: 1: must have at least 2 items',
	},
	{ keyword: 'maxProperties', schema: map('maxProperties: 1'), good: { a: '' }, bad: { a: '', b: '' }, says: ': Too many: 2: must have at most 1 items' },
	{ keyword: 'keys', schema: map('keys: {maxLength: 1}'), good: { a: '' }, bad: { ab: '' }, says: '[ab]: Too long: may not be longer than 1' },
	{ keyword: 'keys', schema: map('keys: {minLength: 1}'), good: { a: '' }, bad: { '': 'x' }, says: '[]: Invalid value: "": should be at least 1 chars long' },
	{
		keyword: 'notIn',
		schema: `{type: object, properties: {x: ${map('keys: {notIn: y}')}, y: {type: object, additionalProperties: {type: string}}}}`,
		good: { x: { a: '' }, y: { b: '' } },
		bad: { x: { a: '' }, y: { a: '' } },
		says: '.x[a]: Invalid value: "a": duplicate of key present in y',
	},
	{
		keyword: 'allOf',
		schema: '{type: string, allOf: [{pattern: "^a"}, {maxLength: 2}]}',
		good: 'ab',
		bad: 'b',
		saysOf: (at) => [`${at}: Invalid value: "b": should match '^a'`, `<nil>: Invalid value: "": "${at}" must validate all the schemas (allOf)`],
	},
	{
		keyword: 'anyOf',
		schema: '{type: integer, anyOf: [{maximum: 1, exclusiveMaximum: true}, {enum: [5]}]}',
		good: 5,
		bad: 1,
		saysOf: (at) => [`<nil>: Invalid value: "": "${at}" must validate at least one schema (anyOf)`, `${at}: Invalid value: 1: must be less than 1`],
	},
	{
		keyword: 'oneOf',
		schema: object('oneOf: [{required: [a]}, {required: [b], properties: {b: {minLength: 2}}}], '),
		good: { b: 'xy' },
		bad: { b: 'x' },
		saysOf: (at) => [
			`<nil>: Invalid value: "": "${at}" must validate one and only one schema (oneOf). Found none valid`,
			`${at}.b: Invalid value: "x": should be at least 2 chars long`,
		],
	},
	{
		keyword: 'oneOf',
		schema: object('oneOf: [{required: [a]}, {required: [b]}], '),
		good: { a: '' },
		bad: { a: '', b: '' },
		saysOf: (at) => [`<nil>: Invalid value: "": "${at}" must validate one and only one schema (oneOf). Found 2 valid alternatives`],
	},
	{
		keyword: 'not',
		schema: list('not: {items: {enum: [x]}, minItems: 1}'),
		good: ['x', 'y'],
		bad: ['x', 'x'],
		saysOf: (at) => [`<nil>: Invalid value: "": "${at}" must not validate the schema (not)`],
	},
	{
		keyword: 'embeddedResource',
		schema: '{type: object, preserveUnknown: true, embeddedResource: true, properties: {}}',
		good: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } }, data: 1 },
		bad: { apiVersion: 'a/b/c', kind: '' },
		saysOf: (at) => [`${at}.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c`, `${at}.kind: Invalid value: "": must not be empty`],
	},
	{
		keyword: 'metadataNames',
		schema: '{type: object, embeddedResource: true, metadataNames: {name: {maxLength: 2}}, properties: {}}',
		good: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'ab', generateName: 'abc' } },
		bad: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'abc' } },
		saysOf: (at) => [`${at}.metadata.name: Too long: may not be longer than 2`],
	},
	{ keyword: 'listType', schema: list('listType: set'), good: ['a', ''], bad: ['', ''], says: '[1]: Duplicate value: ""' },
	{
		keyword: 'listMapKeys',
		schema: list('listType: map, listMapKeys: [id]', object('')),
		good: [id, { id: 'j' }],
		bad: [id, id],
		says: '[1].id: Duplicate value: "i"',
	},
	{
		keyword: 'mayRepeat',
		schema: list('listType: map, listMapKeys: [id], mayRepeat: true', object('')),
		good: [id, { id: 'j' }],
		bad: [id, id],
		says: '[1].id: duplicate id "i"',
	},
	{ keyword: 'required', schema: object('required: [a], '), good: { a: 'x' }, bad: { b: '' }, says: '.a: Required value' },
	{
		keyword: 'unions',
		schema: object('unions: {u: exactlyOne}, ', ', c: {type: string, union: u}'),
		good: { c: '' },
		bad: {},
		says: ': Required value: must specify one of: `c`',
	},
	{
		keyword: 'union',
		schema: object('unions: {u: atMostOne}, ', ', c: {type: string, union: u}, d: {type: integer, union: u}'),
		good: { c: '' },
		bad: { c: '', d: 0 },
		says: '.d: Forbidden: may not specify more than 1 u',
	},
	{
		keyword: 'immutable',
		schema: object('', ', c: {type: string, immutable: true}'),
		old: { ...id, c: 'x' },
		good: { ...id, c: 'x' },
		bad: { ...id, c: 'y' },
		says: '.c: Invalid value: "y": field is immutable',
	},
	{
		keyword: 'withoutGate',
		schema: object('', ', c: {type: string, gate: Off, withoutGate: refused}'),
		good: {},
		bad: { c: '' },
		says: ".c: Forbidden: not allowed when feature gate 'Off' is not enabled",
	},
	{
		keyword: 'withoutGate',
		schema: object('', ', c: {type: string, enum: [x], gate: Off, withoutGate: {refused: may not be specified}}'),
		good: {},
		bad: { c: 'y' },
		says: '.c: Forbidden: may not be specified',
	},
	{ keyword: 'deprecated', schema: '{type: string, deprecated: "use the other"}', old: 'x', good: 'x', bad: 'y', says: ': use the other' },
	{ keyword: 'deprecatedValues', schema: '{type: string, deprecatedValues: {texts: {x: use y}}}', good: 'y', bad: 'x', says: ': use y' },
	{
		keyword: 'totalSize',
		schema: object('totalSize: {of: [a, b], max: 3}, '),
		good: { a: 'xy', b: 'z' },
		bad: { a: 'xy', b: 'zz' },
		says: ': Too long: may not be more than 3 bytes',
	},
	{ keyword: 'default', schema: object('', ', c: {type: integer, default: 5}'), good: { c: 0 }, bad: {}, becomes: { c: 5 } },
	{ keyword: 'derive', schema: object('derive: {field: b, from: a}, '), good: { a: 'x', b: 'y' }, bad: { a: 'x' }, becomes: { a: 'x', b: 'x' } },
	{
		keyword: 'requiredWhen',
		schema: object('requiredWhen: {cel: "self.a == \'x\'", fields: [b]}, '),
		good: { b: '' },
		bad: { a: 'x', b: '' },
		says: '.b: Required value',
	},
	{ keyword: 'requiredTogether', schema: object('requiredTogether: [b], '), good: {}, bad: { a: 'x', b: '' }, says: '.b: Required value' },
	{
		keyword: 'frozenWhen',
		schema: object('frozenWhen: {cel: has(self.a), fields: [b]}, '),
		old: { ...id, a: '', b: 'x' },
		good: { ...id, b: 'x' },
		bad: { ...id, b: 'y' },
		says: '.b: Forbidden: field is immutable when `a` is set',
	},
	{ keyword: 'cel', schema: '{type: integer, cel: [{rule: self % 2 == 0, message: must be even}]}', good: 2, bad: 3, says: ': Invalid value: 3: must be even' },
	{
		keyword: 'cel',
		schema:
			'{type: object, additionalProperties: {type: object, properties: {n: {type: integer}}}, maxProperties: 9, cel: [{rule: "self.all(k, self[k].n > 0)", message: must count}]}',
		good: { constructor: { n: 1 }, toString: { n: 2 } },
		bad: { constructor: { n: 0 } },
		says: ': Invalid value: "object": must count',
	},
	{
		keyword: 'cel',
		schema: object("cel: [{rule: \"self.?a.orValue('') >= oldSelf.?a.orValue('')\", message: may only grow}], "),
		old: { ...id, a: 'b' },
		good: { ...id, a: 'c' },
		bad: { ...id, a: 'a' },
		says: ': Invalid value: "object": may only grow',
	},
];

/** Keywords that neither refuse nor fill in: they describe a value's type, syntax, merge strategy, documentation or release. */
const others: ReadonlySet<string> = new Set([
	...[
		'$ref',
		'type',
		'description',
		'examples',
		'include',
		'properties',
		'items',
		'additionalProperties',
		'typeName',
		'preserveUnknown',
		'inline',
		'references',
	],
	...[
		'protobuf',
		'presence',
		'writeOnly',
		'lifecycle',
		'patchStrategy',
		'patchMergeKey',
		'mapType',
		'markedSince',
		'enumHidden',
		'defaultShown',
		'introduced',
		'removed',
		'history',
	],
	// Keywords that revoke the refusal of another, or drop gated values (`held-back.test.ts`).
	...['enumOpen', 'mayBeEmpty', 'nullable', 'gate'],
]);

interface Position {
	readonly name: string;
	/** Returns the spec of a field with the value in this position. */
	readonly field: (schema: string, inLists: string) => string;
	readonly place: (value: JsonValue) => JsonValue;
	readonly path: string;
}

/** Positions in lists and maps; the tested entry follows a first one. */
const positions: readonly Position[] = [
	{ name: 'at the top', field: (schema) => schema, place: (value) => value, path: 'at' },
	{ name: 'in a list', field: (schema, how) => `{type: array, ${how}items: ${schema}}`, place: (value) => [value], path: 'at[0]' },
	{ name: 'in a map', field: (schema) => `{type: object, additionalProperties: ${schema}}`, place: (value) => ({ k: value }), path: 'at[k]' },
	{
		name: 'in a list in a map',
		field: (schema, how) => `{type: object, additionalProperties: {type: array, ${how}items: ${schema}}}`,
		place: (value) => ({ constructor: [value] }),
		path: 'at[constructor][0]',
	},
	{
		name: 'in a map in a list in a map',
		field: (schema) =>
			`{type: object, additionalProperties: {type: array, listType: map, listMapKeys: [id], items: {type: object, properties: {id: {type: string}, of: {type: object, additionalProperties: ${schema}}}}}}`,
		place: (value) => ({ m: [{ id: 'l', of: { '': value } }] }),
		path: 'at[m][0].of[]',
	},
	{
		name: 'in a template',
		field: (schema) => `{type: object, properties: {metadata: {$ref: ../meta/types#/ObjectMeta}, spec: {type: object, properties: {inside: ${schema}}}}}`,
		place: (value) => ({ metadata: {}, spec: { inside: value } }),
		path: 'at.spec.inside',
	},
	{
		name: 'in a template of a template, inlined',
		field: (schema) =>
			`{type: object, properties: {template: {type: object, properties: {part: {type: object, inline: true, properties: {inside: ${schema}}}}}}}`,
		place: (value) => ({ template: { inside: value } }),
		path: 'at.template.inside',
	},
];

let catalog: Catalog;
const typeOf = (row: number, position: number): string => `Row${row}Position${position}`;

beforeAll(() => {
	const types = rows.flatMap(({ schema, old }, row) =>
		positions.map(({ field }, position) => {
			const inLists = old !== undefined && schema.startsWith('{type: object') ? 'listType: map, listMapKeys: [id], ' : '';
			return `  ${typeOf(row, position)}: {type: object, description: A row., properties: {at: ${field(schema, inLists)}}}\n`;
		}),
	);
	const gates = shop.map((file) =>
		file.path === 'releases.yaml' ? { ...file, text: `${file.text}  "Off": [{from: "1.20", stage: alpha, default: false}]\n` } : file,
	);
	const { model, diagnostics } = makeModel([...gates, source('shop/types/rows.yaml', `types:\n${types.join('')}`)]);
	expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
	if (model === undefined) throw new Error('no model');
	catalog = narrow(model.catalog, model.catalog.release);
});

/** Returns the causes and warnings for a value as `path: message`. */
function told(type: string, value: JsonValue, before: JsonValue | undefined): { said: string[]; object: JsonObject } {
	const compiled = compile(catalog).type(`shop/v1.${type}`);
	const read = (given: JsonValue): JsonObject => {
		const object = compiled.read({ at: given }, { notices: [] });
		compiled.applyDefaults(object);
		return object;
	};
	const object = read(value);
	const warnings: string[] = [];
	const causes = compiled.validate(object, before === undefined ? undefined : read(before), { warnings });
	return { object, said: [...causes.map(({ field = '', message }) => `${field}: ${message}`), ...warnings] };
}

describe.each(rows.map((row, index) => ({ ...row, index })))('$keyword on $schema', ({ index, keyword, good, bad, old, says, saysOf, becomes }) => {
	it.each(positions.map((position, at) => [position.name, position, at] as const))('%s', (_name, { place, path }, at) => {
		// Existing list items and map values are matched by key; texts in a list have none.
		const isFoundAgain = old !== undefined && !(path.endsWith('[0]') && typeof old !== 'object');
		const before = isFoundAgain ? place(old) : undefined;
		if (old === undefined || isFoundAgain) expect(told(typeOf(index, at), place(good), before).said, `${keyword} lets through`).toEqual([]);
		const { said, object } = told(typeOf(index, at), place(bad), before);
		expect(said).toEqual(saysOf?.(path) ?? (says === undefined ? [] : [`${path}${says}`]));
		if (becomes !== undefined) expect(object).toEqual(told(typeOf(index, at), place(becomes), before).object);
	});
});

describe('the table', () => {
	const tested = new Set(rows.map(({ keyword }) => keyword));

	it('has every rule', () => {
		expect(rules.map(({ keyword }) => keyword).filter((keyword) => !tested.has(keyword))).toEqual([]);
	});

	it('has every other keyword that refuses or fills in', () => {
		const structural = keywords.map(({ keyword }) => keyword);
		expect(structural.filter((keyword) => !tested.has(keyword) && !others.has(keyword))).toEqual([]);
		expect([...others].filter((keyword) => !structural.includes(keyword) || tested.has(keyword))).toEqual([]);
	});
});
