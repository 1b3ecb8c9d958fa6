/** Measures that an expression that reaches its cost limit takes at most 2 s until then. */
import { expect, it } from 'vitest';
import { compileExpression } from '../../runtime/schema/cel/expression.ts';
import { endless } from './endless-expressions.ts';

it.each(endless)('%s ends in 2 s', (expression, self) => {
	const before = process.cpuUsage();
	expect(() => compileExpression(expression, ['self'])({ self })).toThrow('operation cancelled: actual cost limit exceeded');
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
});
