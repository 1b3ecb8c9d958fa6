/** Tests the detection of fields that expressions read without checking their presence. */
import { describe, expect, it } from 'vitest';
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { guardChecker } from '../../runtime/schema/cel/guards.ts';
import { struct } from './fixture.ts';

const text = { kind: 'string' } as const;
const inner = { kind: 'struct', type: 't/v1.Inner' } as const;
const types: readonly TypeDescriptor[] = [
	struct('t/v1.T', [
		{ name: 'given', schema: text, required: true },
		{ name: 'filled', schema: text, default: 'a' },
		{ name: 'zero', schema: { kind: 'int32' }, presence: 'always' },
		{ name: 'note', schema: text },
		{ name: 'inner', schema: inner },
		{ name: 'list', schema: { kind: 'list', items: inner } },
		{ name: 'map', schema: { kind: 'map', values: inner } },
	]),
	struct('t/v1.Inner', [
		{ name: 'a', schema: text, required: true },
		{ name: 'b', schema: text },
	]),
];

describe('unguarded fields', () => {
	const unguarded = guardChecker((name) => types.find((type) => type.name === name));
	it.each<[string, string[]]>([
		["self.given == self.filled && self.zero > 0 && self.free == 'x'", []],
		["self.note == 'x'", ['self.note@5']],
		['has(self.note)', []],
		["has(self.note) && self.note == 'x'", []],
		["self.note == 'x' && has(self.note)", []],
		["has(self.note) || self.note == 'x'", ['self.note@23']],
		["!has(self.note) || self.note == 'x'", []],
		['!(has(self.note) && has(self.inner)) || self.note == self.inner.a', []],
		["has(self.note) ? self.note == 'x' : true", []],
		["has(self.note) ? true : self.note == 'x'", ['self.note@29']],
		["!has(self.note) ? true : self.note == 'x'", []],
		["has(self.inner.b) && self.inner.b == 'x'", ['self.inner@9', 'self.inner@26'].slice(0, 1)],
		['has(self.inner) && has(self.inner.b) && self.inner.b == self.inner.a', []],
		["has(self.inner) && self.inner.b == 'x'", ['self.inner.b@30']],
		["self.?inner.b.orValue('') == 'x' && self.?note.hasValue()", []],
		["self.?note.orValue('') == '' || self.note.size() > 1", []],
		['self.list.all(i, i.a == i.b)', ['i.b@26', 'self.list@5']],
		["self.?list.orValue([]).all(i, has(i.b) && i.b == 'x')", []],
		['self.?list.orValue([]).filter(i, has(i.b)).size() == 0', []],
		['self.?list.orValue([]).map(i, has(i.b), i.b).size() == 0', []],
		['self.?map.orValue({}).all(k, v, v.b == k)', ['v.b@34']],
		["has(self.map) && self.map['x'].b == 'y'", []],
		['cel.bind(i, self.inner, i.a == i.b)', ['i.b@33', 'self.inner@17']],
		["self.?inner.optMap(i, i.b).orValue('') == ''", ['i.b@24']],
	])('%s', (text, expected) => {
		const found = unguarded(text, { self: { kind: 'struct', type: 't/v1.T' } });
		expect(found.map(({ path, at }) => `${path}@${at}`).sort()).toEqual(expected);
	});
});
