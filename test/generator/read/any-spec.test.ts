/** Any spec content yields findings, never an exception or a hang. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import { runs } from '../../setup/sample.ts';
import { product, shop } from '../fixture.ts';

const texts = [
	'{}',
	'[]',
	'null',
	'~',
	'1',
	'-1',
	'true',
	'x',
	'""',
	'{$ref: types#/Part}',
	'{type: array}',
	'{type: object}',
	'[name]',
	'{__proto__: 1}',
	'{constructor: 1}',
	'"self.x["',
	'99999999999999999999',
];

/** Replaces the value after one colon. */
function mutate(text: string, at: number, replacement: string): string {
	const colons = [...text.matchAll(/: /g)].map((match) => match.index);
	const start = (colons[at % colons.length] ?? 0) + 2;
	const end = text.slice(start).search(/[,}\n]/);
	return text.slice(0, start) + replacement + text.slice(start + Math.max(0, end));
}

describe('any spec', () => {
	it('has findings with a position, or becomes a model', () => {
		const edit = fc.record({
			path: fc.constantFrom(
				'shop/product.yaml',
				'shop/types/old.yaml',
				'shop/types/parts.yaml',
				'shop/group.yaml',
				'releases.yaml',
				'meta/types/object-meta.yaml',
			),
			at: fc.nat(200),
			text: fc.constantFrom(...texts),
		});
		fc.assert(
			fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
				const sources = shop.map((one) => ({
					...one,
					text: edits.filter((change) => change.path === one.path).reduce((text, change) => mutate(text, change.at, change.text), one.text),
				}));
				const { model, diagnostics } = makeModel(sources);
				const errors = diagnostics.filter((one) => one.severity === 'error');
				expect(model === undefined).toBe(errors.length > 0);
				for (const { position } of diagnostics) expect(position.line).toBeGreaterThan(0);
			}),
			{ numRuns: runs(100) },
		);
	});

	it('cut off anywhere, too', () => {
		for (let length = 0; length < product.length; length += 17) {
			const cut = shop.map((one) => (one.path === 'shop/product.yaml' ? { ...one, text: product.slice(0, length) } : one));
			expect(() => makeModel(cut)).not.toThrow();
		}
	});
});
