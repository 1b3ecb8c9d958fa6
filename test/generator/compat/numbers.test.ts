/** Automatic protobuf numbers: each is used once and never reused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { runs } from '../../setup/sample.ts';
import { shop } from '../fixture.ts';
import { lockOf, replaced, source } from './locked.ts';

function box(fields: string): SpecSource[] {
	return replaced(shop, source('shop/types/box.yaml', `types:\n  Box:\n    type: object\n    properties: {${fields}}\n`));
}

function numbers(sources: readonly SpecSource[]): Record<string, number | undefined> {
	const { model, diagnostics } = makeModel(sources);
	if (model === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	return Object.fromEntries(model.catalog.type('shop/v1.Box').fields.map(({ name, number }) => [name, number]));
}

describe('protobuf numbers', () => {
	it('are assigned after the highest if another field has one', () => {
		expect(numbers(box('a: {type: string, protobuf: 4}, b: {type: string}, c: {type: string}'))).toEqual({ a: 4, b: 5, c: 6 });
	});

	it('are not given to an object without any: it has no protobuf form', () => {
		expect(numbers(box('a: {type: string}, b: {type: string}'))).toEqual({ a: undefined, b: undefined });
	});

	it("are those of the lock, regardless of the field's position", () => {
		const lock = lockOf(box('a: {type: string, protobuf: 1}, b: {type: string}, c: {type: string}'));
		expect(numbers([...box('new: {type: string}, c: {type: string}, b: {type: string}, a: {type: string}'), lock])).toEqual({ new: 4, c: 3, b: 2, a: 1 });
	});

	it('skip the range that protobuf reserves', () => {
		expect(numbers(box('a: {type: string, protobuf: 18999}, b: {type: string}'))).toEqual({ a: 18999, b: 20000 });
	});

	it('of removed fields stay reserved, even against numbers in specs', () => {
		const first = lockOf(box('a: {type: string, protobuf: 1}, b: {type: string}'));
		const second = lockOf([...box('a: {type: string}'), first]);
		expect(second.text).toContain('    (reserved): {"2": "b"}\n');
		expect(numbers([...box('a: {type: string}, c: {type: string}'), second])).toEqual({ a: 1, c: 3 });
		const { diagnostics } = makeModel([...box('a: {type: string}, c: {type: string, protobuf: 2}'), second]);
		expect(diagnostics.map((one) => formatDiagnostic(one).split('\n')[0])).toEqual([
			'shop/types/box.yaml:4:65: error: protobuf number 2 was that of "b", and clients with that number would confuse the fields: remove "protobuf", and the field gets 3',
		]);
		// A restored field gets its old number back.
		expect(numbers([...box('a: {type: string}, b: {type: string, protobuf: 2}'), second])).toEqual({ a: 1, b: 2 });
	});

	it('in specs win over the lock', () => {
		const lock = lockOf(box('a: {type: string, protobuf: 1}, b: {type: string}'));
		expect(numbers([...box('a: {type: string}, c: {type: string, protobuf: 2}, b: {type: string}'), lock])).toEqual({ a: 1, c: 2, b: 3 });
	});

	it('are never reused, for any added and removed fields', () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f'];
		fc.assert(
			fc.property(fc.array(fc.subarray(names, { minLength: 1 }), { minLength: 2, maxLength: 6 }), (steps) => {
				const owners = new Map<number, string>();
				let lock: SpecSource | undefined;
				for (const fields of steps) {
					// One field is always present, so that the object always has a protobuf form.
					const sources = [
						...box(['first: {type: string, protobuf: 1}', ...fields.map((name) => `${name}: {type: string}`)].join(', ')),
						...(lock === undefined ? [] : [lock]),
					];
					for (const [name, number] of Object.entries(numbers(sources))) {
						expect(number).toBeDefined();
						expect(owners.get(number ?? 0) ?? name).toBe(name);
						owners.set(number ?? 0, name);
					}
					lock = lockOf(sources);
				}
			}),
			{ numRuns: runs(15) },
		);
	});
});
