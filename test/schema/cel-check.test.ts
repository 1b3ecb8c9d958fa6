/** Tests the type check of expressions before they run, against the schemas of their variables. */
import { describe, expect, it } from 'vitest';
import type { Field, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { typeChecker } from '../../runtime/schema/cel/check.ts';

const struct = (type: string): Schema => ({ kind: 'struct', type });
const list = (items: Schema): Schema => ({ kind: 'list', items });
const text: Schema = { kind: 'string' };

function described(name: string, fields: Record<string, Schema>, more: Partial<TypeDescriptor> = {}): [string, TypeDescriptor] {
	const made: Field[] = Object.entries(fields).map(([field, schema]) => ({ name: field, schema, ...(field === 'inlined' ? { inline: true } : {}) }));
	return [name, { name, fields: made, openapi: name, ...more }];
}

const types = new Map([
	described('a/v1.Tree', {
		name: text,
		count: { kind: 'int64' },
		share: { kind: 'double' },
		size: { kind: 'quantity' },
		port: { kind: 'intOrString' },
		raw: { kind: 'any' },
		labels: { kind: 'map', values: text },
		branches: list(struct('a/v1.Tree')),
		parent: struct('a/v1.Tree'),
		open: struct('a/v1.Open'),
		lost: struct('a/v1.Lost'),
		inlined: struct('a/v1.Inner'),
	}),
	described('a/v1.Open', { known: text }, { preserveUnknown: true }),
	described('a/v1.Inner', { inside: text }),
]);
const check = typeChecker((name) => types.get(name));
const self = struct('a/v1.Tree');
const bool = { types: ['bool'], called: 'bool' };

describe('the types of expressions', () => {
	it.each([
		"self.count > 1 && self.name == 'x'",
		'self.share > 0.5 && self.count == oldSelf.count',
		"isQuantity(self.size) && compareQuantity(self.size, '1') > 0",
		"self.port == 80 || self.port == 'http'",
		'self.raw.what.ever == 1',
		'self.open.what.ever == 1',
		'self.lost.what == 1',
		"self.inside == ''",
		'self.parent == oldSelf.parent && self.branches == oldSelf.branches',
		"self.labels.anything == '' && 'a' in self.labels && self.labels['b'] == 'c'",
		"self.labels.all(key, key != '')",
		"self.branches.filter(b, b.count > 1).map(b, b.name).exists(n, n == 'x')",
		"self.?parent.?parent.?name.orValue('') == ''",
		'self.?branches.orValue([]).all(b, has(b.name))',
		'self.parent != null',
		'cel.bind(n, self.parent, n.count > 1)',
		"self.name.matches('^a+$') && self.name.matches(self.name + '(') && duration('1h30m') > duration('10s')",
	])('%s is fine', (expression) => {
		expect(check(expression, { self, oldSelf: self }, bool)).toBeUndefined();
	});

	it.each([
		['!oldSelf.hasValue() || self.count >= oldSelf.value().count', undefined],
		['oldSelf.?name.orValue(self.name) == self.name', undefined],
		['oldSelf.?parent.?count.orValue(0) <= self.count', undefined],
		['oldSelf.orValue(self).count <= self.count', undefined],
		['oldSelf.value().nmae == self.name', [expect.objectContaining({ field: 'nmae' })]],
		['self == oldSelf', expect.stringContaining('no such overload')],
	])('%s, where oldSelf is an optional value', (expression, problem) => {
		expect(check(expression, { self, oldSelf: self }, bool, 'oldSelf')).toEqual(problem);
	});

	it.each([
		['self.nmae == 1', 'nmae', 'a/v1.Tree'],
		['has(self.nmae)', 'nmae', 'a/v1.Tree'],
		["self['nmae'] == ''", 'nmae', 'a/v1.Tree'],
		['self.branches.filter(b, b.count > 1)[0].nmae == 1', 'nmae', 'a/v1.Tree'],
		['self.branches.map(b, b.parent).all(p, p.parnt == null)', 'parnt', 'a/v1.Tree'],
		['self.?parent.orValue(oldSelf.parent).nmae == 1', 'nmae', 'a/v1.Tree'],
		['cel.bind(n, self.parent, n.cuont > 1)', 'cuont', 'a/v1.Tree'],
	])('%s names a field that is not there', (expression, field, within) => {
		expect(check(expression, { self, oldSelf: self }, bool)).toMatchObject([{ field, within }]);
	});

	it.each([
		["self.count == 'x'", 'no such overload: int == string (at character 1)'],
		['self.name.count() > 1', "found no matching overload for 'string.count()' (at character 1)"],
		['self.size > 1', 'no such overload: string > int (at character 1)'],
		["self.branches.all(b, b.count == '')", 'no such overload: int == string (at character 22)'],
		['oldSelf == self', 'Unknown variable: oldSelf (at character 1)'],
		['self.count', '"self.count" gives int, and must give bool'],
		["self.name.matches('(')", 'matches("(") always fails: error parsing regexp: missing closing ): `(`'],
		[
			"self.branches.all(b, has(b.name) && !b.name.matches('(?<=a)b'))",
			'matches("(?<=a)b") always fails: error parsing regexp: invalid named capture: `(?<=a)b`',
		],
		[
			"compareQuantity(self.size, '1x') > 0",
			`compareQuantity("1x") always fails: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
		],
		["timestamp('yesterday') < timestamp(self.name)", 'timestamp("yesterday") always fails: timestamp() requires a string in ISO 8601 format (at character 1)'],
	])('%s: %s', (expression, problem) => {
		expect(check(expression, { self }, bool)).toBe(problem);
	});
});
