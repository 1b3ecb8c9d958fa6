/** Tests the CEL libraries that Kubernetes 1.31 to 1.34 added. */
import { Environment } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../../runtime/model/catalog.ts';
import { costEstimator, typeChecker } from '../../runtime/schema/cel/check.ts';
import { mostPerExpression } from '../../runtime/schema/cel/cost.ts';
import { CostError } from '../../runtime/schema/cel/error.ts';
import { compileExpression, newEnvironment } from '../../runtime/schema/cel/expression.ts';
import { libraryDocumentation } from '../../runtime/schema/cel/functions/documentation.ts';
import { macros } from '../../runtime/schema/cel/functions/index.ts';
import { failing, given, self } from '../suites/cel/libraries.ts';

describe('libraries', () => {
	it.each(given)('%s', (expression, value) => {
		expect(compileExpression(expression, ['self'])({ self })).toEqual(value);
	});
	it.each(failing)('%s fails', (expression, part) => {
		expect(() => compileExpression(expression, ['self'])({ self })).toThrow(part);
	});
	it('refuses a range of more than a million', () => {
		expect(() => compileExpression('lists.range(1000001).size() > 0', ['self'])({ self })).toThrow(CostError);
	});
});

const text: Schema = { kind: 'string' };
const list = (items: Schema): Schema => ({ kind: 'list', items });

describe('the reference', () => {
	it.each(libraryDocumentation.map(({ example, gives }) => [example, gives] as const))('%s', (example, gives) => {
		expect(compileExpression(example, ['self'])({ self: {} })).toEqual(gives);
	});
	it('names every function', () => {
		const words = libraryDocumentation.map(({ functions }) => functions).join();
		const namesIn = (environment: Environment): string[] => environment.getDefinitions().functions.map(({ name }) => name);
		const own = new Set(namesIn(new Environment({ enableOptionalTypes: true })));
		const names = [...namesIn(newEnvironment()), ...macros.map(({ name }) => name)];
		const missing = new Set(names.filter((name) => !own.has(name) && !new RegExp(`\\b${name}\\b`).test(words)));
		// Functions that only macros use.
		expect([...missing].sort()).toEqual(['keysOf', 'mapOfEntries', 'mapOfPairs', 'sortedByKeys', 'toInt', 'toUint']);
	});
});

describe('types', () => {
	const check = typeChecker(() => undefined);
	const bool = { types: ['bool'], called: 'bool' };
	it.each<[string, Schema, string | undefined]>([
		['self.all(i, v, v.size() > i)', list(text), undefined],
		['self.transformList(i, v, v + "!").sort()[0] == "a!"', list(text), undefined],
		['self.all(k, v, k.startsWith("a") && v > 1)', { kind: 'map', values: { kind: 'int32' } }, undefined],
		['self.sortBy(v, v.size()).first().value() == "a"', list(text), undefined],
		['self.distinct().size() == self.slice(0, 1).size()', list(text), undefined],
		['self.first().hasValue()', list(text), undefined],
		['format.dns1123Label().validate(self).orValue([]).size() == 0', text, undefined],
		['semver(self).isLessThan(semver("1.0.0"))', text, undefined],
		['self.all(i, v, i.startsWith(v))', list(text), "found no matching overload for 'int.startsWith(string)' (at character 16)"],
		['self.all(i, v, true)', text, "Expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic). (at character 1)"],
		['self.all(1, v, true)', list(text), 'expected the name of a variable'],
		['self.sort()', list(list(text)), "found no matching overload for 'list.sort()'"],
		['self.first() == 1', list({ kind: 'int64' }), 'no such overload'],
		['semver("1.0") == semver(self)', text, 'semver("1.0") always fails: No Major.Minor.Patch elements found'],
		['semver(self) < semver("1.0.0")', text, 'no such overload'],
	])('%s', (expression, schema, problem) => {
		const found = attempt(() => check(expression, { self: schema }, bool));
		if (problem === undefined) expect(found).toBeUndefined();
		else expect(found).toContain(problem);
	});
});

function attempt(run: () => unknown): unknown {
	try {
		return run();
	} catch (error) {
		return (error as Error).message;
	}
}

describe('the cost of libraries', () => {
	const estimate = costEstimator(() => undefined);
	it.each<[string, Schema, boolean]>([
		['self.all(i, v, v.size() > i)', list(text), true],
		['self.sortBy(v, v.size()).size() > 0', list(text), true],
		['self.all(i, v, self.all(j, w, v != w))', list(text), false],
		['self.transformList(k, v, self.transformList(l, w, v + w)).size() > 0', { kind: 'map', values: text }, false],
		['self.distinct().all(v, self.exists(w, v == w))', list(text), false],
		['lists.range(10).all(i, self.exists(v, v > i))', { ...list({ kind: 'int32' }), rules: [{ rule: 'maxItems', argument: 1000 }] } as Schema, true],
		['lists.range(size(self)).all(i, lists.range(size(self)).all(j, i > j))', list(text), false],
		[
			'self.all(i, v, self.all(j, w, v != w))',
			{ ...list({ ...text, rules: [{ rule: 'maxLength', argument: 10 }] }), rules: [{ rule: 'maxItems', argument: 10 }] } as Schema,
			true,
		],
	])('%s', (expression, schema, affordable) => {
		expect(estimate(expression, { self: schema }, 1) <= mostPerExpression).toBe(affordable);
	});
});
