/** Tests the cost limits of expressions: the estimate without an object, and the cost at run time. */
import { describe, expect, it } from 'vitest';
import type { Schema } from '../../runtime/model/catalog.ts';
import { costEstimator } from '../../runtime/schema/cel/check.ts';
import { costProblem, mostPerExpression } from '../../runtime/schema/cel/cost.ts';
import { compileExpression } from '../../runtime/schema/cel/expression.ts';
import { endless } from './endless-expressions.ts';

const text: Schema = { kind: 'string' };
const bounded = (schema: Schema, rule: string, argument: number): Schema => ({ ...schema, rules: [{ rule, argument }] });
const list = (items: Schema): Schema => ({ kind: 'list', items });
const map = (values: Schema): Schema => ({ kind: 'map', values });
const estimate = costEstimator(() => undefined);
const refused = (expression: string, self: Schema, times = 1): string | undefined =>
	costProblem('estimated rule cost', estimate(expression, { self }, times), mostPerExpression);

describe('estimates', () => {
	it.each<[string, Schema]>([
		["self.all(x, x != '')", list(text)],
		["self.all(x, x.startsWith('a'))", list(text)],
		["self.matches('^[a-z]+$')", text],
		['self.all(x, self.all(y, x == y))', bounded(list(bounded(text, 'maxLength', 100)), 'maxItems', 100)],
		['self.all(x, self.all(y, self.all(z, x + y + z != x)))', bounded(list(bounded(text, 'maxLength', 10)), 'maxItems', 50)],
		["self.all(x, x.all(y, y != ''))", list(list(text))],
		["self.all(k, self[k] != 'x')", map(text)],
		['self == oldSelf', list(text)],
	])('%s may be evaluated', (expression, schema) => {
		expect(refused(expression, schema)).toBeUndefined();
	});

	it.each<[string, Schema]>([
		['self.all(x, self.all(y, x == y))', list(text)],
		['self.all(x, self.all(y, self.all(z, x + y + z != x)))', bounded(list(bounded(text, 'maxLength', 10)), 'maxItems', 1_000)],
		['self.map(x, self.filter(y, y == x)).size() == 1', list(text)],
		['cel.bind(all, self, all.all(x, all.exists(y, y == x)))', list(text)],
		['self.all(x, self.join("").contains(x))', list(text)],
		["self.all(k, self[k.substring(0, 1)] + k != '')", map(text)],
		["self.all(k, self[k == 'a' ? k : 'b'].contains(k))", map(text)],
		["self.all(k, self.all(l, self[k] + l != ''))", map(text)],
	])('%s may not', (expression, schema) => {
		expect(refused(expression, schema)).toBe(
			'estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule(s), or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
		);
	});

	it('report the excess over a limit', () => {
		expect(costProblem('x', 11_000_000, 10_000_000)).toMatch(/^x exceeds budget by factor of 1\.100000x \(/);
		expect(costProblem('x', 26_000_000, 10_000_000)).toMatch(/^x exceeds budget by factor of 2\.6x \(/);
	});

	it.each([
		['(has(self.a) && !has(self.b)) || (!has(self.a) && has(self.b))', 4],
		['((has(self.how) ? self.how : "") == "UPSERT") ? (self.a != "") : true', 6],
		['self.n == 1', 3],
	])('%s costs as custom resources count it', (expression, units) => {
		expect(estimate(expression, { self: map(text) }, 1)).toBe(units);
	});

	it('counts an entry of compared lists as a character of compared texts', () => {
		expect(estimate('self == self', { self: bounded(list(text), 'maxItems', 5) }, 1)).toBe(3);
		expect(estimate('self == self', { self: bounded(list(text), 'maxItems', 100) }, 1)).toBe(12);
	});

	it('counts the values that a rule is evaluated for', () => {
		const schema = bounded(list(bounded(text, 'maxLength', 10)), 'maxItems', 50);
		expect(refused('self.all(x, self.all(y, x == y))', schema, 100)).toBeUndefined();
		expect(refused('self.all(x, self.all(y, x == y))', schema, 10_000)).toBeDefined();
	});
});

describe('evaluation', () => {
	const letters = Array.from({ length: 500 }, (_, index) => `x${index}`);

	it.each(endless)('%s ends at its limit', (expression, self) => {
		const run = compileExpression(expression, ['self'], undefined, { most: 50_000 });
		expect(() => run({ self })).toThrow('operation cancelled: actual cost limit exceeded');
	});

	it('has a limit by default', () => {
		const [[expression, self] = ['', null]] = endless;
		expect(() => compileExpression(expression, ['self'])({ self })).toThrow('operation cancelled: actual cost limit exceeded');
	});

	it('ends nested loops over literals, which need no variable', () => {
		const list = `[${Array.from({ length: 40 }, (_, i) => i).join()}]`;
		const nested = [...'abcdefgh'].reduce((inner, name) => `${list}.all(${name}, ${inner})`, 'true');
		const run = compileExpression(nested, ['self']);
		expect(() => run({})).toThrow('cost limit exceeded');
	});

	it('counts the cost of each evaluation separately', () => {
		const run = compileExpression('self.all(x, self.exists(y, y == x))', ['self']);
		expect(run({ self: letters })).toBe(true);
		expect(run.cost()).toBeGreaterThan(10_000);
		expect(run({ self: ['a'] })).toBe(true);
		expect(run.cost()).toBeLessThan(100);
	});

	it('matches patterns in linear time', () => {
		expect(compileExpression("self.matches('^(a+)+$')", ['self'])({ self: `${'a'.repeat(100_000)}b` })).toBe(false);
		expect(compileExpression("['aab', 'aa'].filter(x, x.matches('^(a+)+$'))", ['self'])({ self: null })).toEqual(['aa']);
		expect(() => compileExpression("self.matches('(?=a)')", ['self'])({ self: 'a' })).toThrow('invalid or unsupported Perl syntax: `(?=`');
	});

	it('charges for patterns that it compiles at each evaluation', () => {
		const run = compileExpression("self.exists(p, 'b'.matches(p))", ['self']);
		expect(run({ self: Array(200).fill('^[a-z]a+$') })).toBe(false);
		expect(() => run({ self: Array.from({ length: 200 }, (_, at) => `^a{${800 + at}}$`) })).toThrow('cost');
	});
});
