/** Query parameters parsed as options, by the type that declares them. */
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../runtime/api/query.ts';
import { OptionsReaders } from '../../runtime/codec/options.ts';
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';

const type: TypeDescriptor = {
	name: 'house/v1.LogOptions',
	openapi: 'com.example.house.v1.LogOptions',
	fields: [
		{ name: 'kind', schema: { kind: 'string' } },
		{ name: 'apiVersion', schema: { kind: 'string' } },
		{ name: 'text', schema: { kind: 'string' } },
		{ name: 'since', schema: { kind: 'time' } },
		{ name: 'small', schema: { kind: 'int32' } },
		{ name: 'large', schema: { kind: 'int64' } },
		{ name: 'on', schema: { kind: 'boolean' } },
		{ name: 'texts', schema: { kind: 'list', items: { kind: 'string' } } },
		{ name: 'numbers', schema: { kind: 'list', items: { kind: 'int32' } } },
		{ name: 'object', schema: { kind: 'struct', type: 'meta/v1.Preconditions' } },
		{ name: 'map', schema: { kind: 'map', values: { kind: 'string' } } },
		{ name: 'double', schema: { kind: 'double' } },
	],
};

function readers(): OptionsReaders {
	return new OptionsReaders((name) => {
		if (name !== type.name) throw new Error(`no type ${name}`);
		return type;
	});
}
const read = (query: string) => readers().of(type.name)(parseQuery(query));

describe('options of a query', () => {
	it.each([
		['', {}],
		['text=a%20b&since=2026-01-01T00:00:00Z', { text: 'a b', since: '2026-01-01T00:00:00Z' }],
		['small=5&large=-12', { small: 5, large: -12 }],
		['small=%2B5', { small: 5 }],
		['large=900000000000000', { large: 900_000_000_000_000 }],
		['large=4503599627370496', { large: 4_503_599_627_370_496 }],
		['large=9007199254740991', { large: Number.MAX_SAFE_INTEGER }],
		['large=9223372036854775807', { large: Number.MAX_SAFE_INTEGER }],
		['large=-9223372036854775808', { large: Number.MIN_SAFE_INTEGER }],
		['large=%2B00000000000000000000000005', { large: 5 }],
		['texts=a&texts=b&texts=', { texts: ['a', 'b'] }],
		['texts=a,b', { texts: ['a,b'] }],
		['numbers=1&numbers=2', { numbers: [1, 2] }],
	])('%s', (query, options) => expect(read(query)).toEqual(options));

	it.each([
		['on', true],
		['on=', true],
		['on=1', true],
		['on=yes', true],
		['on=true', true],
		['on=false', false],
		['on=False', false],
		['on=0', false],
	])('a boolean: %s', (query, on) => expect(read(query)).toEqual({ on }));

	it('take the first of several values and ignore an empty one', () => {
		expect(read('text=a&text=b&small=1&small=2&on=false&on=true')).toEqual({ text: 'a', small: 1, on: false });
		expect(read('text=&small=&since=')).toEqual({});
		expect(read('text=&text=b')).toEqual({ text: 'b' });
	});

	it.each(['unknown=1', 'kind=A&apiVersion=v1', 'object=1', 'map=1', 'double=1.5', '__proto__=1', 'constructor=1', 'toString=1'])(
		'%s is passed over',
		(query) => {
			const options = read(query);
			expect(Object.keys(options)).toEqual([]);
			expect(Object.getPrototypeOf(options)).toBe(Object.prototype);
		},
	);

	it.each([
		['small=many', 'small: Invalid value: "many": must be an integer'],
		['large=1.5', 'large: Invalid value: "1.5": must be an integer'],
		['large=1e3', 'large: Invalid value: "1e3": must be an integer'],
		['numbers=1&numbers=x', 'numbers: Invalid value: "x": must be an integer'],
		['large=9223372036854775808', 'large: Invalid value: "9223372036854775808": must be an integer'],
		['large=-9223372036854775809', 'large: Invalid value: "-9223372036854775809": must be an integer'],
		['large=99999999999999999999', 'large: Invalid value: "99999999999999999999": must be an integer'],
	])('%s is refused', (query, message) => {
		expect(() => read(query)).toThrow(expect.objectContaining({ reason: 'BadRequest', message }));
	});

	it('share one reader per type and refuse an unknown type', () => {
		const all = readers();
		expect(all.of(type.name)).toBe(all.of(type.name));
		expect(() => all.of('house/v1.Nothing')).toThrow('no type house/v1.Nothing');
	});
});
