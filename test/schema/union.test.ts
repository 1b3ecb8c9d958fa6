/** Tests which members of a union count as given: those that JSON would show. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { catalogOf, struct } from './fixture.ts';

const part = struct('x/v1.Part', [{ name: 'size', schema: { kind: 'int32' } }]);
const whole = struct(
	'x/v1.Whole',
	[
		{ name: 'text', schema: { kind: 'string' }, union: 'source' },
		{ name: 'count', schema: { kind: 'int64' }, union: 'source' },
		{ name: 'part', schema: { kind: 'struct', type: 'x/v1.Part' }, union: 'source' },
		{ name: 'plain', schema: { kind: 'string' }, presence: 'always', union: 'source' },
		{ name: 'list', schema: { kind: 'list', items: { kind: 'string' } }, presence: 'omitZero', union: 'source' },
	],
	{ unions: [{ name: 'source', members: 'exactlyOne' }] },
);
const type = compile(catalogOf([part, whole])).type('x/v1.Whole');
const none = 'must specify one of: `text`, `count`, `part`, `plain`, `list`';

describe('an inline member of a union', () => {
	const either = struct('x/v1.Either', [
		{ name: 'size', schema: { kind: 'int32' } },
		{ name: 'deep', schema: { kind: 'string' }, presence: 'always' },
	]);
	const holder = struct(
		'x/v1.Holder',
		[
			{ name: 'inline', schema: { kind: 'struct', type: 'x/v1.Either' }, inline: true, union: 'source' },
			{ name: 'text', schema: { kind: 'string' }, union: 'source' },
			{ name: 'kind', schema: { kind: 'string' } },
		],
		{
			unions: [{ name: 'source', members: 'exactlyOne', discriminator: 'kind' }],
			rules: [{ rule: 'derive', argument: { field: 'text', whenNone: 'source', value: 'none' } }],
		},
	);
	const inline = compile(catalogOf([either, holder])).type('x/v1.Holder');

	it.each<[object: JsonObject, wrong: string[]]>([
		[{}, [': Required value: must specify one of: `size` and `deep`, `text`']],
		[{ deep: '' }, [': Required value: must specify one of: `size` and `deep`, `text`']],
		[{ size: 0 }, []],
		[{ deep: 'x' }, []],
		[{ size: 1, deep: 'x' }, []],
		[{ text: 'a' }, []],
		[{ size: 0, text: 'a' }, ['text: Forbidden: may not specify more than 1 source']],
		[{ deep: 'x', kind: 'Inline' }, []],
		[{ deep: 'x', kind: 'Text' }, ['kind: Invalid value: "Text": must name the member that is set, "inline"']],
	])('counts by its fields: %j', (object, wrong) => {
		expect(inline.validate(object).map(({ field = '', message }) => `${field}: ${message}`)).toEqual(wrong);
	});

	it('requires the fields of its group if any of them is set', () => {
		const login = struct(
			'x/v1.Login',
			[
				{ name: 'user', schema: { kind: 'string' } },
				{ name: 'password', schema: { kind: 'string' } },
				{ name: 'realm', schema: { kind: 'string' } },
			],
			{ rules: [{ rule: 'requiredTogether', argument: ['user', 'password'] }] },
		);
		const door = struct(
			'x/v1.Door',
			[
				{ name: 'login', schema: { kind: 'struct', type: 'x/v1.Login' }, inline: true, union: 'key' },
				{ name: 'token', schema: { kind: 'string' }, union: 'key' },
			],
			{ unions: [{ name: 'key', members: 'exactlyOne' }] },
		);
		const type = compile(catalogOf([login, door])).type('x/v1.Door');
		const wrong = (object: JsonObject): string[] => type.validate(object).map(({ field = '', message }) => `${field}: ${message}`);
		expect(wrong({ user: 'a', password: 'b' })).toEqual([]);
		expect(wrong({ token: 't' })).toEqual([]);
		expect(wrong({ realm: 'r', user: 'a' })).toEqual(['password: Required value']);
		expect(wrong({ realm: 'r' })).toEqual(['user: Required value', 'password: Required value']);
		expect(wrong({ user: 'a', password: 'b', token: 't' })).toEqual(['token: Forbidden: may not specify more than 1 key']);
		expect(wrong({})).toEqual([': Required value: must specify one of: `user` and `password` and `realm`, `token`']);
	});

	it('is one of those of which none is set', () => {
		const [set, unset]: JsonObject[] = [{ size: 1 }, {}];
		inline.applyDefaults(set ?? {});
		inline.applyDefaults(unset ?? {});
		expect([set, unset]).toEqual([{ size: 1 }, { text: 'none' }]);
	});

	it('is blamed by the field that is given, where it is not the first', () => {
		const last = struct('x/v1.Last', [...holder.fields].reverse(), { unions: [{ name: 'source', members: 'atMostOne' }] });
		const object = { text: 'a', deep: 'x' };
		expect(
			compile(catalogOf([either, last]))
				.type('x/v1.Last')
				.validate(object),
		).toEqual([{ reason: 'FieldValueForbidden', field: 'deep', message: 'Forbidden: may not specify more than 1 source' }]);
		const whole = struct('x/v1.Blamed', last.fields, { unions: [{ name: 'source', members: 'atMostOne', blames: 'object' }] });
		const around = struct('x/v1.Around', [{ name: 'part', schema: { kind: 'struct', type: 'x/v1.Blamed' } }]);
		expect(
			compile(catalogOf([either, whole, around]))
				.type('x/v1.Around')
				.validate({ part: object }),
		).toEqual([{ reason: 'FieldValueForbidden', field: 'part', message: 'Forbidden: may not specify more than 1 source' }]);
	});
});

describe('a union', () => {
	it.each<[object: JsonObject, wrong: string[]]>([
		[{}, [none]],
		[{ text: 'a' }, []],
		[{ text: '' }, []],
		[{ count: 0 }, []],
		[{ part: {} }, []],
		[{ plain: '', list: [] }, [none]],
		[{ text: '', count: 5 }, ['may not specify more than 1 source']],
		[{ plain: '', count: 5 }, []],
		[{ plain: 'a', part: {} }, ['may not specify more than 1 source']],
		[{ text: 'a', count: 1, part: { size: 1 } }, ['may not specify more than 1 source', 'may not specify more than 1 source']],
	])('with %j', (object, wrong) => {
		expect(type.validate(object).map(({ message }) => message.replace(/^.*?: /, ''))).toEqual(wrong);
	});
});
