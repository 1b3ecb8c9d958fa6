import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundle, unbundle } from '../../runtime/storage/sqlite/bundle.ts';

it('carries numbers, texts and byte strings to another thread as they are', () => {
	const part = fc.option(fc.uint8Array({ maxLength: 20 }), { nil: undefined });
	fc.assert(
		fc.property(fc.array(fc.double()), fc.array(fc.string({ unit: 'binary' })), fc.array(part), (numbers, texts, parts) => {
			const made = bundle(numbers, texts, parts);
			const { buffer } = made;
			const arrived = structuredClone(made, { transfer: [buffer] });
			expect(buffer.detached).toBe(true);
			const seen = unbundle(arrived, { numbers: numbers.length, texts: texts.length, parts: parts.length });
			expect([...seen.numbers]).toEqual(numbers);
			expect(seen.texts).toEqual(texts);
			expect(seen.parts).toEqual(parts);
		}),
	);
});
