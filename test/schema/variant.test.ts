/** Tests values of several forms: the member with the value's form reads, checks, defaults and writes it. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { Defaulters } from '../../runtime/schema/defaults.ts';
import { Protobufs } from '../../runtime/schema/protobuf/message.ts';
import { Readers } from '../../runtime/schema/read.ts';
import { Validators } from '../../runtime/schema/validate.ts';

const types: Readonly<Record<string, TypeDescriptor>> = {
	'a/v1.Holder': {
		name: 'a/v1.Holder',
		openapi: 'Holder',
		fields: [
			{ name: 'one', schema: { kind: 'variant', type: 'a/v1.BoolOrNode' }, number: 1 },
			{ name: 'many', schema: { kind: 'list', items: { kind: 'variant', type: 'a/v1.Any' } }, number: 2 },
			{ name: 'names', schema: { kind: 'variant', type: 'a/v1.NodeOrNames' }, number: 3 },
		],
	},
	'a/v1.Node': {
		name: 'a/v1.Node',
		openapi: 'Node',
		fields: [
			{ name: 'size', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 1 }] }, number: 1, default: 3 },
			{ name: 'inner', schema: { kind: 'variant', type: 'a/v1.BoolOrNode' }, number: 2 },
		],
	},
	'a/v1.BoolOrNode': {
		name: 'a/v1.BoolOrNode',
		openapi: 'BoolOrNode',
		variant: true,
		fields: [
			{ name: 'allows', schema: { kind: 'boolean' }, number: 1, presence: 'always', default: true },
			{ name: 'node', schema: { kind: 'struct', type: 'a/v1.Node' }, number: 2 },
		],
	},
	'a/v1.NodeOrNames': {
		name: 'a/v1.NodeOrNames',
		openapi: 'NodeOrNames',
		variant: true,
		fields: [
			{ name: 'node', schema: { kind: 'struct', type: 'a/v1.Node' }, number: 1 },
			{ name: 'names', schema: { kind: 'list', items: { kind: 'string' } }, number: 2 },
		],
	},
	'a/v1.Any': { name: 'a/v1.Any', openapi: 'Any', variant: true, fields: [{ name: 'raw', schema: { kind: 'any' }, number: 1 }] },
};
const lookup = (name: string): TypeDescriptor => types[name] as TypeDescriptor;
const read = (value: unknown, notices: string[] = []): JsonObject => new Readers(lookup).reader('a/v1.Holder')(value, { notices });

describe('a value of several forms', () => {
	it.each<[string, JsonValue]>([
		['true', { one: true }],
		['false', { one: false }],
		['an object', { one: { size: 2, inner: { size: 4, inner: true } } }],
		['a list', { names: ['a', 'b'] }],
		['anything', { many: [null, 1, 'a', true, [1], { a: null }] }],
	])('%s is read unchanged, and survives protobuf', (_, value) => {
		const object = read(value);
		expect(object).toEqual(value);
		const protobuf = new Protobufs(lookup).protobuf('a/v1.Holder');
		expect(read(protobuf.decode(protobuf.encode(object)))).toEqual(value);
	});

	it('in another form is refused with the name of its type', () => {
		expect(() => read({ one: 'x' })).toThrow('json: cannot unmarshal string into Go struct field Holder.one of type v1.BoolOrNode');
		expect(() => read({ names: true })).toThrow('v1.NodeOrNames');
	});

	it('has its unknown fields reported with their path', () => {
		const notices: string[] = [];
		read({ one: { inner: { other: 1 } } }, notices);
		expect(notices).toEqual(['unknown field "one.inner.other"']);
	});

	it('gets the defaults of its form', () => {
		const object = read({ one: { inner: {} }, names: {} });
		new Defaulters(lookup).defaulter('a/v1.Holder')(object);
		expect(object).toEqual({ one: { size: 3, inner: { size: 3 } }, names: { size: 3 } });
	});

	it('is validated by the rules of its form', () => {
		const check = new Validators(lookup).validator('a/v1.Holder');
		expect(check(read({ one: { inner: { size: 0 } } })).map(({ field }) => field)).toEqual(['one.inner.size']);
		expect(check(read({ one: true }), read({ one: { size: 0 } }))).toEqual([]);
	});

	it('encodes required members, and decodes the member declared last', () => {
		const protobuf = new Protobufs(lookup).protobuf('a/v1.Holder');
		expect(Buffer.from(protobuf.encode({ one: {} })).toString('hex')).toBe('0a0408011200');
		expect(protobuf.decode(Buffer.from('0a0408001200', 'hex'))).toEqual({ one: {} });
		expect(protobuf.decode(Buffer.from('0a00', 'hex'))).toEqual({ one: false });
	});
});
