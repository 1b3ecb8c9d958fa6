/** Only tests that run alone measure time or memory: such a figure fails on a busy machine. `CONTRIBUTING.md` names the files. */
import { expect, it } from 'vitest';
import { sources, textOf } from './project.ts';

/** Plants work of a known processor time, and measures nothing. */
const planted = 'test/fuzz/runner.test.ts';

it('fast tests measure neither time nor memory', () => {
	const fast = sources('test').filter((file) => file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts') && file !== planted);
	const measuring = fast.filter((file) => /\bslowness\(|cpuUsage\(|CpuUsage\(|memoryUsage\(|expect\(performance\.now/.test(textOf(file)));
	expect(measuring.filter((file) => file !== 'test/structure/measuring.test.ts')).toEqual([]);
});
