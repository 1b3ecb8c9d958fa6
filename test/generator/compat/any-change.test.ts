/** Changes of specs are classified. The slow tests cover every single change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, tries } from '../../setup/sample.ts';
import { changedFiles, checkChanges } from './any-change.ts';
import { changesOf, shop } from './locked.ts';

describe('any change', () => {
	it('is classified where something else is promised, and only there', () => {
		const { specs, changed } = checkChanges(changedFiles(tries({ sample: 20, full: 40 })));
		expect(specs).toBeGreaterThan(10);
		expect(changed).toBeGreaterThan(5);
	});

	it('is none when only descriptions and comments change', () => {
		const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', '-', '1'), minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(text, (words) => {
				const described = shop.map((file) => ({
					...file,
					text: `# ${words}\n${file.text.replace(/description: [^,}\n]+/g, `description: ${JSON.stringify(words)}`)}`,
				}));
				expect(changesOf(shop, described)).toEqual([]);
			}),
			{ numRuns: runs(10) },
		);
	});
});
