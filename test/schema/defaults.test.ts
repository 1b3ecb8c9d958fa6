/**
 * Tests which values count as absent and get a default: as in structural defaulting of CustomResourceDefinitions, except where absence
 * looks like zero.
 */
import { describe, expect, it } from 'vitest';
import type { Field, JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { catalogOf, struct } from './fixture.ts';

const text = { kind: 'string' } as const;
/** Options of a required field, as the generator emits them. */
const required = { required: true, presence: 'always' } as const;

const config = struct('test/v1.Config', [
	{ name: 'mode', schema: text, ...required },
	{ name: 'size', schema: { kind: 'int32' }, default: 1 },
]);
const options = struct('test/v1.Options', [{ name: 'a', schema: text }]);

const blob = struct('test/v1.Blob', [
	{ name: 'data', schema: { kind: 'bytes' } },
	{ name: 'rest', schema: { kind: 'any' } },
]);

/** Returns a struct of this one field after defaulting, and its violations. */
function defaulted(field: Field, sent: JsonObject): { readonly object: JsonObject; readonly wrong: readonly string[] } {
	const holder = struct('test/v1.Holder', [field]);
	const type = compile(catalogOf([config, options, blob, holder])).type(holder.name);
	const object = type.read(sent, { notices: [] });
	type.applyDefaults(object);
	return { object, wrong: type.validate(object).map(({ field, message }) => `${field}: ${message}`) };
}

const lacks = (name: string): string => `${name}: Required value`;

type Case = readonly [what: string, field: Omit<Field, 'name'>, sent: JsonObject, becomes: JsonObject, wrong?: readonly string[]];

const ofConfig = { schema: { kind: 'struct', type: config.name }, ...required } as const;
const ofOptions = { schema: { kind: 'struct', type: options.name }, ...required } as const;
const numbers = { schema: { kind: 'list', items: { kind: 'int32' } }, default: [1] } as const;
const labels = { schema: { kind: 'map', values: text }, default: { a: 'b' } } as const;

const cases: readonly Case[] = [
	['an absent object gets its default, and what is inside its own', { ...ofConfig, default: { mode: 'auto' } }, {}, { f: { mode: 'auto', size: 1 } }],
	['so does null', { ...ofConfig, default: { mode: 'auto' } }, { f: null }, { f: { mode: 'auto', size: 1 } }],
	[
		'an object that was sent empty gets what is inside, and lacks what is required',
		{ ...ofConfig, default: { mode: 'auto' } },
		{ f: {} },
		{ f: { mode: '', size: 1 } },
		[lacks('f.mode')],
	],
	['an object that was sent keeps what it says', { ...ofConfig, default: { mode: 'auto', size: 5 } }, { f: { mode: 'x' } }, { f: { mode: 'x', size: 1 } }],
	['an object without required fields that was sent empty stays so', { ...ofOptions, default: { a: 'b' } }, { f: {} }, { f: {} }],
	['and gets its default where it is absent', { ...ofOptions, default: { a: 'b' } }, {}, { f: { a: 'b' } }],
	['the same of one that is always written and not required', { schema: ofOptions.schema, presence: 'always', default: { a: 'b' } }, {}, { f: { a: 'b' } }],
	['an optional object', { schema: ofConfig.schema, default: { mode: 'auto' } }, {}, { f: { mode: 'auto', size: 1 } }],
	['an optional object that was sent empty', { schema: ofOptions.schema, default: { a: 'b' } }, { f: {} }, { f: {} }],
	['a required object without a default is its zero', ofConfig, {}, { f: { mode: '', size: 1 } }, [lacks('f.mode')]],
	['a default that is empty gets what is inside', { ...ofOptions, default: {} }, {}, { f: {} }],
	['a required number that is absent', { schema: { kind: 'int32' }, ...required, default: 3 }, {}, { f: 3 }],
	['a required number that was sent as zero', { schema: { kind: 'int32' }, ...required, default: 3 }, { f: 0 }, { f: 0 }],
	['a required boolean that was sent as false', { schema: { kind: 'boolean' }, ...required, default: true }, { f: false }, { f: false }],
	['a required boolean that is absent', { schema: { kind: 'boolean' }, ...required, default: true }, {}, { f: true }],
	['a number that is always written, whose absence is zero', { schema: { kind: 'int32' }, presence: 'always', default: 3 }, { f: 0 }, { f: 3 }],
	['a text that is always written, whose absence is empty', { schema: text, ...required, default: 'x' }, { f: '' }, { f: 'x' }],
	['a quantity that is always written', { schema: { kind: 'quantity' }, presence: 'always', default: '1Gi' }, {}, { f: '1Gi' }],
	["a duration has the form that a client's gets", { schema: { kind: 'duration' }, default: '90s' }, {}, { f: '1m30s' }],
	['so has a quantity', { schema: { kind: 'quantity' }, default: '1.50' }, {}, { f: '1500m' }],
	[
		'so has a time in a list',
		{ schema: { kind: 'list', items: { kind: 'time' } }, default: ['2026-01-01T01:00:00+01:00'] },
		{},
		{ f: ['2026-01-01T00:00:00Z'] },
	],
	[
		'so have bytes in an object',
		{ schema: { kind: 'struct', type: blob.name }, default: { data: 'aG\nk=', rest: { x: '1.0' } } },
		{},
		{ f: { data: 'aGk=', rest: { x: '1.0' } } },
	],
	['a duration that is always written', { schema: { kind: 'duration' }, presence: 'always', default: '5s' }, {}, { f: '5s' }],
	['a list that is absent', { ...numbers, presence: 'always' }, {}, { f: [1] }],
	['a list that was sent empty', { ...numbers, presence: 'always' }, { f: [] }, { f: [] }],
	['a required list that was sent empty is refused, as any', { ...numbers, ...required }, { f: [] }, { f: [] }, [lacks('f')]],
	['a map that is absent', { ...labels, presence: 'always' }, {}, { f: { a: 'b' } }],
	['a map that was sent empty', { ...labels, presence: 'always' }, { f: {} }, { f: {} }],
	['a list that is left out when empty', { ...numbers, presence: 'omitZero' }, { f: [] }, { f: [1] }],
];

describe('defaults', () => {
	for (const [what, field, sent, becomes, wrong = []] of cases) {
		it(what, () => {
			expect(defaulted({ name: 'f', ...field }, sent)).toEqual({ object: becomes, wrong });
		});
	}
});
