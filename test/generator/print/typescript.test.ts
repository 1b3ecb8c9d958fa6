/** The printer never turns spec text into code. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageIdentifier, specifier, typeParts } from '../../../generator/print/derived-names.ts';
import { code, docComment, identifier, imported, importedType, type Literal, literal, printModule } from '../../../generator/print/typescript.ts';

function evaluate(expression: Literal): unknown {
	const { content } = printModule('x.ts', [code`return ${literal(expression)};`]);
	const body = content.slice(content.indexOf('return'));
	return new Function('vocabulary', 'words', body)({ groupDomain: 'k8s.io', product: 'kubernetes' }, { Product: 'Kubernetes', groupDomainReversed: 'io.k8s' });
}

describe('literals', () => {
	it('are the data that was given', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(evaluate(value as Literal)).toEqual(value);
			}),
		);
	});

	it('survive quotes, line separators, backslashes and lone surrogates', () => {
		for (const text of ["'", '"', '`', '\\', "\\'", '\\"', '$' + '{x}', '\u2028\u2029', '\ud800', '\0\n\r\t', '*/', '</script>', '{groupDomain', '{nothing}'])
			expect(evaluate(text)).toBe(text);
		for (const text of ['`{product}`', '\\{product}', '$' + '{a}{product}', "'{product}\n"])
			expect(evaluate(text)).toBe(text.replace('{product}', 'kubernetes'));
	});

	it('keep __proto__ as data', () => {
		const value = JSON.parse('{"__proto__": {"polluted": true}}');
		const result = evaluate(value) as object;
		expect(Object.keys(result)).toEqual(['__proto__']);
		expect((result as { polluted?: boolean }).polluted).toBeUndefined();
	});

	it('name the vocabulary by expressions', () => {
		expect(evaluate(['{groupDomain}', 'storage.{groupDomain}/x', '{Product}s', { '{product}-a': 1 }])).toEqual([
			'k8s.io',
			'storage.k8s.io/x',
			'Kubernetess',
			{ 'kubernetes-a': 1 },
		]);
		expect(printModule('a/b.ts', [code`x = ${literal('a.{groupDomain}')};`]).content).toContain("import { vocabulary } from '../vocabulary.ts';");
	});

	it('write big integers exactly', () => {
		expect(evaluate(9007199254740993n)).toBe(9007199254740993n);
	});
});

describe('modules', () => {
	it('import the printed values sorted, types separately', () => {
		const { content } = printModule('deep/x.ts', [
			code`export const a: ${importedType('B', '../runtime/b.ts')} = ${imported('c', 'c.ts', 'd')}(${imported('e', '../runtime/b.ts')});`,
			code`export const f = ${importedType('G', 'deep/g.ts')};`,
		]);
		expect(content).toBe(`// Generated from the specs. Edit those: this file is overwritten.
import { e, type B } from '../../runtime/b.ts';
import { c as d } from '../c.ts';
import type { G } from './g.ts';

export const a: B = d(e);
export const f = G;
`);
	});

	it('refuse names that are code', () => {
		expect(() => identifier('a; b')).toThrow('"a; b" is no identifier');
		expect(docComment('a */ b').parts).toEqual(['/** a *\\/ b */']);
	});
});

describe('names', () => {
	it('are unique in a module', () => {
		expect(typeParts('core/v1.PodSpec')).toEqual({ package: 'core', version: 'v1', name: 'PodSpec' });
		expect(packageIdentifier('a-b.c')).toBe('aBC');
		expect(specifier('a/b.ts', 'a/c.ts')).toBe('./c.ts');
		expect(specifier('a/b.ts', 'c.ts')).toBe('../c.ts');
		expect(specifier('b.ts', '../runtime/x.ts')).toBe('../runtime/x.ts');
		expect(specifier('a/b.ts', '../runtime/x.ts')).toBe('../../runtime/x.ts');
	});
});
