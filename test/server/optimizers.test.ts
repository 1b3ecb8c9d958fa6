/** What a start has called often is compiled as soon afterwards as everything else. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

/** V8's own: one in Maglev's code, or better. */
const optimized = 1 << 4;

const mostCalls = 20_000;

/** Compiled at once, and not by another thread, for which a loaded machine may have no time. */
const flags = ['--no-warnings', '--allow-natives-syntax', '--no-concurrent-recompilation', '--input-type=module'];

/** Calls a function during a start and after it; prints how many of the latter it was interpreted for. */
const program = `
import { withoutOptimizers } from ${JSON.stringify(join(projectRoot, 'runtime/optimizers.ts'))};
const weigh = ({ a, b }) => 3 * a + b;
const values = { a: 1, b: 2 };
await withoutOptimizers(async () => {
	for (let i = 0; i < 1_000; i++) weigh(values);
});
let calls = 0;
for (; calls < ${mostCalls} && (%GetOptimizationStatus(weigh) & ${optimized}) === 0; calls++) {
	weigh(values);
}
console.log(calls);
`;

it('a function that a start has called often is compiled after few calls more', async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', program]);
	expect(Number(stdout)).toBeGreaterThan(0);
	expect(Number(stdout)).toBeLessThan(1_000);
});
