/** Findings on bad specs: every kind of mistake, with its exact message and position. */
import { describe, expect, it } from 'vitest';
import { diagnose, source } from '../fixture.ts';
import { p } from './bad-specs/bad-spec.ts';
import { columns } from './bad-specs/columns.ts';
import { expressions } from './bad-specs/expressions.ts';
import { names } from './bad-specs/names.ts';
import { recursion } from './bad-specs/recursion.ts';
import { rules } from './bad-specs/rules.ts';
import { subresources } from './bad-specs/subresources.ts';
import { types } from './bad-specs/types.ts';
import { unions } from './bad-specs/unions.ts';
import { versions } from './bad-specs/versions.ts';
import { yaml } from './bad-specs/yaml.ts';

const cases = [...subresources, ...columns, ...versions, ...expressions, ...names, ...yaml, ...rules, ...types, ...unions, ...recursion];

describe('bad specs', () => {
	it.each(cases)('%s', (_, files, expected) => {
		const findings = diagnose(...files).map((finding) => finding.split('\n')[0]?.replace(' error: ', ' '));
		expect(findings).toEqual(expected);
	});

	it('are of many kinds', () => {
		expect(cases.length).toBeGreaterThan(80);
	});

	it('underlines the offending text', () => {
		expect(diagnose(...p('scope: Namespaced', 'scop: Namespaced'))[1]).toBe(
			['shop/product.yaml:3:1: error: unknown keyword "scop" in a kind: did you mean "scope"?', '  3 | scop: Namespaced', '    | ^^^^'].join('\n'),
		);
	});

	it('keeps tabs in front of the mark', () => {
		const files = [source('shop/types/more.yaml', 'types:\n  A: {type: string,\tformat: dns-lable}\n')];
		expect(diagnose(...files)[0]?.split('\n')[2]).toBe('    |                    \t        ^^^^^^^^^');
	});

	it('underlines the first line of a range of several lines', () => {
		const files = [
			source(
				'shop/types/more.yaml',
				'types:\n  A: {type: object, properties: {x: {type: array, listType: map, listMapKeys: [k],\n    items: {type: string}}}}\n',
			),
		];
		expect(diagnose(...files).join('\n')).toContain('a list of type map contains objects, not string');
	});

	it('are all reported at once, in the order of files, lines and columns', () => {
		const findings = diagnose(
			...p('size: {type: string,', 'size: {type: strin, patern: x,'),
			source('shop/group.yaml', 'group: shop.example.com\nversion: v1\nversions: [v1, v1beta1]\n'),
		);
		expect(findings.map((finding) => finding.split(': error')[0])).toEqual(['shop/group.yaml:2:1', 'shop/product.yaml:35:22', 'shop/product.yaml:35:29']);
	});
});
