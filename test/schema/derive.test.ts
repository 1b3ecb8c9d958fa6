/** Tests defaults that depend on other fields (`derive`): when and where they are filled in, and that the order of fields is kept. */
import { describe, expect, test } from 'vitest';
import type { Field, Json, JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { catalogOf, struct } from './fixture.ts';

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, schema: { kind: 'string' }, ...more });
const map = { kind: 'map', values: { kind: 'string' } } as const;

function filled(argument: Json, object: JsonObject): string {
	const item = struct('t/v1.Item', [text('a'), text('b'), { name: 'm', schema: map }, { name: 'n', schema: map }]);
	const choice = struct('t/v1.Choice', [
		{ name: 'x', schema: { kind: 'struct', type: 't/v1.Item' }, union: 'one' },
		{ name: 'y', schema: map, union: 'one' },
	]);
	const whole = struct(
		't/v1.T',
		[
			text('first'),
			text('kind', { default: 'plain' }),
			{ name: 'choice', schema: { kind: 'struct', type: 't/v1.Choice' }, inline: true },
			{ name: 'wait', schema: { kind: 'duration' } },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 't/v1.Item' } } },
		],
		{ rules: [{ rule: 'derive', argument }] },
	);
	compile(catalogOf([whole, choice, item]))
		.type('t/v1.T')
		.applyDefaults(object);
	return JSON.stringify(object);
}

describe('derive', () => {
	test.each<[string, Json, JsonObject, string]>([
		['a value when the expression holds', { field: 'first', when: "self.kind == 'plain'", value: 'v' }, {}, '{"first":"v","kind":"plain"}'],
		["a value in the form that a client's gets", { field: 'wait', value: '90s' }, { kind: 'k' }, '{"kind":"k","wait":"1m30s"}'],
		['nothing when it does not', { field: 'first', when: "self.kind == 'other'", value: 'v' }, {}, '{"kind":"plain"}'],
		['nothing when it asks for what is not there', { field: 'first', when: 'self.items[0].a.b == 1', value: 'v' }, {}, '{"kind":"plain"}'],
		['nothing over what is there', { field: 'first', value: 'v' }, { first: 'mine', kind: 'k' }, '{"first":"mine","kind":"k"}'],
		['over what is there with replace', { field: 'first', from: 'kind', replace: true }, { first: 'mine', kind: 'k' }, '{"first":"k","kind":"k"}'],
		['from a field that is absent: nothing', { field: 'kind', from: 'first' }, { kind: '' }, '{"kind":""}'],
		[
			'the first that holds',
			[
				{ field: 'first', value: '1' },
				{ field: 'first', value: '2' },
			],
			{ kind: 'k' },
			'{"first":"1","kind":"k"}',
		],
		[
			'in every entry',
			{ field: 'items[].a', from: 'b' },
			{ kind: 'k', items: [{ b: '1' }, {}, { a: '2', b: '3' }] },
			'{"kind":"k","items":[{"a":"1","b":"1"},{},{"a":"2","b":"3"}]}',
		],
		['from a path, in the order of the inner fields', { field: 'x.a', from: 'x.b' }, { kind: 'k', x: { b: '1' } }, '{"kind":"k","x":{"a":"1","b":"1"}}'],
		[
			'key by key',
			{ field: 'items[].n', from: 'm' },
			{ kind: 'k', items: [{ m: { p: '1', q: '2' }, n: { q: '3' } }] },
			'{"kind":"k","items":[{"m":{"p":"1","q":"2"},"n":{"p":"1","q":"3"}}]}',
		],
		['a member of a union when there is none', { field: 'y', whenNone: 'one', value: {} }, { kind: 'k' }, '{"kind":"k","y":{}}'],
		['no second member of a union', { field: 'y', whenNone: 'one', value: {} }, { kind: 'k', x: {} }, '{"kind":"k","x":{}}'],
		['nothing in a field that the release does not have', { field: 'items[].gone', value: 'v' }, { kind: 'k', items: [{}] }, '{"kind":"k","items":[{}]}'],
	])('%s', (_, argument, object, expected) => {
		expect(filled(argument, object)).toBe(expected);
	});
	test('copies its value', () => {
		const argument: Json = { field: 'y', whenNone: 'one', value: { a: '1' } };
		const object: JsonObject = {};
		filled(argument, object);
		(object.y as JsonObject).a = '2';
		expect(filled(argument, {})).toContain('"y":{"a":"1"}');
	});
});
