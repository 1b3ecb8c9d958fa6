/** TypeScript interfaces with properties named like members that every object inherits. */
import { expect, it } from 'vitest';
import { printInterface } from '../../../generator/print/interface.ts';

it('prints inherited names, which an object without them has all the same', async () => {
	const property = { tsType: 'string' };
	const properties = { constructor: property, hasOwnProperty: property, toString: property, ['__proto__']: property, 'x y': property };
	const schema = { title: 'Odd', type: 'object' as const, additionalProperties: false, required: ['toString'], properties };
	expect(await printInterface(schema, 'Odd')).toBe(
		[
			'export interface Odd {',
			'\t"constructor"?: string | Object[\'constructor\']',
			'\t"hasOwnProperty"?: string | Object[\'hasOwnProperty\']',
			'\t"toString": string',
			'\t"__proto__"?: string',
			'\t"x y"?: string',
			'}',
		].join('\n'),
	);
});
