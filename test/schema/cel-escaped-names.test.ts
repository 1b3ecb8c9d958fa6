/** Tests fields whose names are not CEL identifiers: rules escape them as CustomResourceDefinitions do. */
import { describe, expect, it } from 'vitest';
import type { Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { typeChecker } from '../../runtime/schema/cel/check.ts';
import { compileExpression } from '../../runtime/schema/cel/expression.ts';

const self: Schema = { kind: 'struct', type: 'a/v1.Odd' };
const text: Schema = { kind: 'string' };
const odd: TypeDescriptor = {
	name: 'a/v1.Odd',
	openapi: 'a.v1.Odd',
	fields: [
		{ name: 'a-b', schema: text },
		{ name: 'a.b', schema: text },
		{ name: 'a__b', schema: text },
		{ name: 'in', schema: { kind: 'int64' } },
		{ name: 'parts', schema: { kind: 'list', items: self } },
	],
};
const type = () => odd;
const check = typeChecker(type);
const object = { 'a-b': 'dash', 'a.b': 'dot', a__b: 'underscores', in: 1, parts: [{ 'a-b': 'inner' }] };

describe('names that are not identifiers', () => {
	it.each([
		["self.a__dash__b == 'dash'", true],
		["has(self.a__dash__b) && self.a__dot__b == 'dot'", true],
		["self.?a__dash__b.orValue('') == 'dash'", true],
		["self.a__underscores__b == 'underscores'", true],
		["self.a__b == 'underscores'", true],
		['self.__in__ == 1', true],
		["self.parts.all(part, part.a__dash__b == 'inner' && !has(part.__in__))", true],
		["self['a-b'] == 'dash'", true],
		["self.a__dash__b == 'a__dash__b'", false],
	])('%s', (expression, holds) => {
		expect(check(expression, { self }, { types: ['bool'], called: 'bool' })).toBeUndefined();
		expect(compileExpression(expression, { self }, type)({ self: object })).toBe(holds);
	});

	it('are read by a path alone as well', () => {
		expect(compileExpression('self.a__dash__b', { self }, type)({ self: object })).toBe('dash');
		expect(compileExpression('self.parts[0].a__dash__b', { self }, type)({ self: object })).toBe('inner');
	});

	it('have their types, and are named when they are not there', () => {
		expect(check('self.a__dash__b > 3', { self }, { types: ['bool'], called: 'bool' })).toContain('no such overload: string > int');
		expect(check('self.a__dash__c', { self }, { types: ['bool'], called: 'bool' })).toEqual([
			{ field: 'a-c', within: 'a/v1.Odd', known: ['a-b', 'a.b', 'a__b', 'in', 'parts'], at: 5 },
		]);
	});
});
