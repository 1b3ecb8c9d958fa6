/** Tests that functions called often during the start are compiled as soon afterwards as all others. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

/** Status bit of V8 for a function compiled by Maglev or better. */
const optimized = 1 << 4;

const mostCalls = 20_000;

/** Flags that compile synchronously: a loaded machine may have no time for the compiler thread. */
const flags = ['--no-warnings', '--allow-natives-syntax', '--no-concurrent-recompilation', '--input-type=module'];

/** Program that calls a function during a start and after it, and prints the number of later calls that were interpreted. */
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
