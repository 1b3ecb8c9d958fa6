/** Tests CEL expressions and field paths. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { FieldPath } from '../../runtime/model/field-path.ts';
import { pathSegments, readSegments } from '../../runtime/model/path.ts';
import { compileExpression, ExpressionError, expressionProblem } from '../../runtime/schema/cel/expression.ts';

const self: JsonObject = {
	spec: { replicas: 3, names: ['b', 'a'], big: 9007199254740993n, 'a-b': 1, half: 0.5 },
	status: { conditions: [{ type: 'Ready', status: 'True' }], nothing: null },
	data: { x: '1', y: '2' },
};

describe('expressions', () => {
	it.each<[string, JsonValue]>([
		['self.spec.replicas', 3],
		['self.spec.replicas + 1', 4],
		['self.spec.big', 9007199254740993n],
		['self.spec.big + 1', 9007199254740994n],
		['self.spec.half * 2.0', 1],
		['size(self.data)', 2],
		['self.spec.names.join(",")', 'b,a'],
		['self.status.conditions[0].type', 'Ready'],
		["self.status.conditions.filter(c, c.type == 'Ready').map(c, c.status)[0]", 'True'],
		["self.spec['a-b']", 1],
		['self.absent.deeper', null],
		['has(self.status.nothing)', false],
		['self.?absent.orValue("none")', 'none'],
		["self.spec.names.exists(n, n == 'a')", true],
		['self == self', true],
		["isQuantity('1Gi') && compareQuantity('1Gi', '1G') > 0", true],
	])('%s', (text, value) => {
		expect(compileExpression(text, ['self'])({ self })).toEqual(value);
	});

	it.each([
		['self.a < < 3', 'unexpected "<": expected a value (at character 10)'],
		['self.a = 3', 'unexpected "=": did you mean "=="? (at character 8)'],
		['self.a > 3 and true', 'unexpected "and": did you mean "&&"? (at character 12)'],
		['self.a > 3)', 'unexpected ")" (at character 11)'],
		['self.a # 3', 'unexpected "#" (at character 8)'],
		['self.(a', 'unexpected "(": expected a name (at character 6)'],
		['self.a ? 1', 'unexpected end of the expression: expected ":" (at character 11)'],
		['[self.a', 'unexpected end of the expression: expected "]" (at character 8)'],
		["self.a == 'x", 'unterminated string (at character 11)'],
		['', 'unexpected end of the expression: expected a value (at character 1)'],
	])('with wrong syntax report the position: %s', (text, problem) => expect(expressionProblem(text)).toBe(problem));

	it('report the position of errors', () => {
		expect(expressionProblem('self.a +')).toBe('unexpected end of the expression: expected a value (at character 9)');
		expect(expressionProblem('self.a')).toBeUndefined();
		expect(() => compileExpression('other.a', ['self'])).toThrow('unknown variable "other" in "other.a"');
	});

	it('fail with the position', () => {
		const run = compileExpression('self.spec.nope + 1', ['self']);
		expect(() => run({ self })).toThrow(ExpressionError);
		expect(() => run({ self })).toThrow('No such key: nope');
	});

	it.each<[string, JsonValue]>([
		["self.by['constructor'].size", 2],
		['self.by.constructor.size', 2],
		['size(self.by)', 2],
		['self.by.all(key, self.by[key].size > 0)', true],
		["'constructor' in self.by && !('prototype' in self.by)", true],
		['has(self.by.constructor) && !has(self.by.valueOf)', true],
		['self.by.?constructor.?size.orValue(0) + self.by.?toString.?size.orValue(5)', 7],
		['self.by == self.by && self.by != self.names', true],
		["self.names.filter(name, name == 'constructor').size()", 1],
		['self.by.map(key, key).size()', 2],
	])('treat names of inherited properties as keys: %s', (text, value) => {
		const by: JsonObject = Object.fromEntries([
			['constructor', { size: 2 }],
			['__proto__', { size: 3 }],
		]);
		const bindings = { self: { by, names: { constructor: 'x' } } };
		expect(compileExpression(text, ['self'])(bindings)).toBe(value);
		const sized: Schema = { kind: 'map', values: { kind: 'struct', type: 't/v1.Sized' } };
		const types: TypeDescriptor[] = [
			{
				name: 't/v1.Self',
				openapi: 'Self',
				fields: [
					{ name: 'by', schema: sized },
					{ name: 'names', schema: { kind: 'map', values: { kind: 'string' } } },
				],
			},
			{ name: 't/v1.Sized', openapi: 'Sized', fields: [{ name: 'size', schema: { kind: 'int32' } }] },
		];
		const typed = compileExpression(
			text,
			{ self: { kind: 'struct', type: 't/v1.Self' } },
			(name) => types.find((type) => type.name === name) as TypeDescriptor,
		);
		expect(typed(bindings)).toBe(value);
	});

	it.each([
		['has(self[0].a)', true],
		['has(self[1].a)', false],
		['has((self)[0].of.b)', true],
		['has(self[0].of.c)', false],
		['self.filter(each, has(self[0].of.b) && has(each.of)).size() == 1 && !has(self.filter(each, has(self[0].of.b))[0].z)', true],
	])('test fields of computed values: %s', (text, value) => {
		expect(compileExpression(text, ['self'])({ self: [{ a: 1, of: { b: 2 } }, {}] })).toBe(value);
	});

	it('fail if the parent of the field is absent', () => {
		expect(() => compileExpression('has(self[5].a)', ['self'])({ self: [] })).toThrow(ExpressionError);
	});

	it('see no more than own properties', () => {
		expect(compileExpression('self.constructor', ['self'])({ self })).toBeNull();
		expect(() => compileExpression('self.constructor.name + ""', ['self'])({ self })).toThrow(ExpressionError);
		expect(() => compileExpression('self.data.__proto__.x + ""', ['self'])({ self })).toThrow(ExpressionError);
	});
});

describe('paths', () => {
	it('read values', () => {
		const read = (path: string) => readSegments({ self }, pathSegments(path) ?? []);
		expect(read('self.spec.replicas')).toBe(3);
		expect(read('self.status.conditions[0].status')).toBe('True');
		expect(read('self.spec.toString')).toBeUndefined();
		expect(read('self.spec.names.length')).toBeUndefined();
		expect(pathSegments('size(self.data)')).toBeUndefined();
		expect(pathSegments('true')).toBeUndefined();
	});
});

describe('field paths', () => {
	it('are written in the form that clients know', () => {
		const path = FieldPath.of('spec', 'containers', 0);
		expect(path.child('name')).toBe('spec.containers[0].name');
		path.enter('env');
		path.enterKey('a.b');
		expect(`${path}`).toBe('spec.containers[0].env[a.b]');
		expect(path.names()).toBe('spec.containers.env');
		expect(path.unknown('x')).toBe('spec.containers[0].env.a.b.x');
		path.leave();
		expect(path.at(2)).toBe('spec.containers[0].env[2]');
		expect(new FieldPath().child('kind')).toBe('kind');
	});
});
