/** Field sets behave like lists of paths, and are serialized as Kubernetes does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyElement, valueElement } from '../../runtime/apply/sets/element.ts';
import {
	difference,
	emptySet,
	type FieldSet,
	has,
	intersection,
	isEmpty,
	isEqual,
	leaves,
	pathTexts,
	recursiveDifference,
	union,
} from '../../runtime/apply/sets/field-set.ts';
import { includes, readFieldsV1, touches, writeFieldsV1 } from '../../runtime/apply/sets/fields-v1.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { runs } from '../setup/sample.ts';
import { pathsOf, setOf, textOf } from './sets.ts';

const path = fc
	.array(fc.constantFrom('f:a', 'f:b', 'f:c', 'k:{"name":"x"}', 'v:1', 'i:0'), { minLength: 1, maxLength: 4 })
	.map((elements) => elements.join(' '));
const paths = fc.uniqueArray(path, { maxLength: 8 });

describe('operations', () => {
	const both = (name: string, operation: (a: FieldSet, b: FieldSet) => FieldSet, expected: (a: readonly string[], b: readonly string[]) => string[]): void => {
		it(name, () => {
			fc.assert(
				fc.property(paths, paths, (a, b) => {
					const [before, other] = [setOf(...a), setOf(...b)];
					const result = operation(before, other);
					expect(pathsOf(result)).toEqual(expected(a, b).sort());
					expect(pathsOf(before)).toEqual(a.toSorted());
					expect(isEmpty(result)).toBe(pathsOf(result).length === 0);
					expect(isEqual(result, setOf(...pathsOf(result)))).toBe(true);
				}),
				{ numRuns: runs(300) },
			);
		});
	};
	both('union', union, (a, b) => [...new Set([...a, ...b])]);
	both('intersection', intersection, (a, b) => a.filter((one) => b.includes(one)));
	both('difference', difference, (a, b) => a.filter((one) => !b.includes(one)));
	both('recursive difference', recursiveDifference, (a, b) => a.filter((one) => !b.some((other) => one === other || one.startsWith(`${other} `))));
	both('leaves', leaves, (a) => a.filter((one) => !a.some((other) => other.startsWith(`${one} `))));

	it('equal, has, touches and includes', () => {
		fc.assert(
			fc.property(paths, paths, path, (a, b, one) => {
				expect(isEqual(setOf(...a), setOf(...b))).toBe(a.toSorted().join('\n') === b.toSorted().join('\n'));
				expect(has(setOf(...a), ...one.split(' '))).toBe(a.includes(one));
				const written = writeFieldsV1(setOf(...a));
				expect(includes(written, setOf(...b))).toBe(b.every((other) => a.includes(other)));
				expect(touches(written, setOf(...b))).toBe(a.some((mine) => b.some((other) => mine === other || mine.startsWith(`${other} `))));
			}),
			{ numRuns: runs(300) },
		);
	});

	it('an operand is given back where it is the result', () => {
		const set = setOf('f:a f:b', 'f:c');
		expect(union(set, setOf('f:c'))).toBe(set);
		expect(difference(set, setOf('f:d', 'f:a'))).toBe(set);
		expect(recursiveDifference(set, setOf('f:b'))).toBe(set);
	});
});

describe('FieldsV1', () => {
	it.each([
		['nothing', [], '{}'],
		['a field', ['f:a'], '{"f:a":{}}'],
		['a path', ['f:a f:b'], '{"f:a":{"f:b":{}}}'],
		['a path and what leads there', ['f:a', 'f:a f:b'], '{"f:a":{".":{},"f:b":{}}}'],
		['fields by name, bytewise', ['f:b', 'f:a', 'f:B', 'f:\u{10000}', 'f:\uffee'], '{"f:B":{},"f:a":{},"f:b":{},"f:\uffee":{},"f:\u{10000}":{}}'],
		[
			'fields, keys, values, indices; by value, not as text',
			['i:10', 'i:9', 'v:"b"', 'v:10', 'v:9', 'v:true', 'f:z', 'k:{"name":"a!"}', 'k:{"name":"a"}'],
			'{"f:z":{},"k:{\\"name\\":\\"a\\"}":{},"k:{\\"name\\":\\"a!\\"}":{},"v:9":{},"v:10":{},"v:\\"b\\"":{},"v:true":{},"i:9":{},"i:10":{}}',
		],
	])('%s', (_, of, written) => {
		expect(textOf(setOf(...of))).toBe(written);
		expect(pathsOf(readFieldsV1(JSON.parse(written)))).toEqual(of.toSorted());
	});

	it.each([
		['a<b>&c', 'v:"a\\u003cb\\u003e\\u0026c"'],
		['\u2028\b\f\n"\\', 'v:"\\u2028\\u0008\\u000c\\n\\"\\\\"'],
		[1e21, 'v:1e+21'],
		[1e-7, 'v:1e-7'],
		[0.5, 'v:0.5'],
		[9007199254740993n, 'v:9007199254740993'],
		[true, 'v:true'],
	])('encodes the element %s', (value, written) => {
		expect(valueElement(value)).toBe(written);
		expect(pathsOf(readFieldsV1({ [written]: {} }))).toEqual([written]);
	});

	it('keys as other writers have them are the same keys', () => {
		const canonical = keyElement([
			['containerPort', 80],
			['protocol', 'TCP'],
		]);
		expect(canonical).toBe('k:{"containerPort":80,"protocol":"TCP"}');
		expect(pathsOf(readFieldsV1({ 'k:{ "protocol": "TCP", "containerPort": 80.0 }': {} }))).toEqual([canonical]);
	});

	it('elements of unknown kinds are ignored', () => {
		expect(textOf(readFieldsV1({ 'x:whatever': { 'f:a': {} }, 'f:b': { 'y:': {} } }))).toBe('{"f:b":{}}');
	});

	it.each([
		['', {}],
		['f', {}],
		['name', {}],
		['__proto__', {}],
		['v:', {}],
		['v:{', {}],
		['k:[]', {}],
		['k:{"a"}', {}],
		['i:x', {}],
		['f:a', []],
		['f:a', 'text'],
	])('%j: %j is refused', (name, value) => {
		const fields = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`);
		expect(() => readFieldsV1(fields)).toThrow(MalformedError);
	});

	it('reads or refuses any depth', () => {
		let fields = {};
		for (let depth = 0; depth < 100_000; depth++) fields = { 'f:a': fields };
		expect(() => readFieldsV1(fields)).toThrow(MalformedError);
	});

	it('names of prototypes are names', () => {
		const fields = JSON.parse('{"f:__proto__": {"f:constructor": {}}, "f:toString": {}}');
		expect(JSON.stringify(writeFieldsV1(readFieldsV1(fields)))).toBe('{"f:__proto__":{"f:constructor":{}},"f:toString":{}}');
	});

	it('reads or refuses any input', () => {
		const name = fc.oneof(
			fc.string(),
			fc.string().map((rest) => `f:${rest}`),
			fc.jsonValue().map((value) => `v:${JSON.stringify(value)}`),
			fc.dictionary(fc.string(), fc.jsonValue()).map((keys) => `k:${JSON.stringify(keys)}`),
		);
		const { tree } = fc.letrec((tie) => ({ tree: fc.oneof({ depthSize: 'small' }, fc.jsonValue(), fc.dictionary(name, tie('tree'), { maxKeys: 4 })) }));
		fc.assert(
			fc.property(tree, (fields) => {
				let set = emptySet;
				try {
					set = readFieldsV1(fields as never);
				} catch (error) {
					expect(error).toBeInstanceOf(MalformedError);
				}
				expect(isEqual(readFieldsV1(writeFieldsV1(set)), set)).toBe(true);
			}),
			{ numRuns: runs(1_000) },
		);
	});
});

it('formats paths as Kubernetes does', () => {
	const set = setOf(
		'f:spec f:containers k:{"name":"nginx"} f:image',
		'f:spec f:finalizers v:"a"',
		'f:spec f:list i:3',
		'f:spec f:ports k:{"port":80,"protocol":"TCP"}',
		'f:spec',
	);
	expect(pathTexts(set)).toEqual([
		'.spec',
		'.spec.containers[name="nginx"].image',
		'.spec.finalizers[="a"]',
		'.spec.list[3]',
		'.spec.ports[port=80,protocol="TCP"]',
	]);
});
