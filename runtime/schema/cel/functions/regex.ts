/** Kubernetes' pattern functions: `find`, `findAll`. The cost limit of the evaluation bounds their steps (`meter.ts`). */
import { Pattern, type Steps } from '../../../scalars/pattern.ts';
import { CostError } from '../error.ts';
import type { CelLibrary } from './library.ts';

/** Number of search steps that take the time of a unit of cost, a tenth of a microsecond. */
const stepsPerUnit = 3;

/** Returns the matches and their cost. `units`: maximum cost. */
export function find(
	name: string,
	text: string,
	pattern: Pattern,
	limit: bigint | undefined,
	units: number,
): { readonly value: unknown; readonly cost: number } {
	const all = Math.max(0, Math.ceil(units * stepsPerUnit));
	const steps: Steps = { left: all, error: () => new CostError() };
	const most = name === 'find' ? 1 : limit === undefined || limit < 0n ? -1 : Number(limit);
	const found = pattern.findAll(text, most, steps);
	return { value: name === 'find' ? (found[0] ?? '') : found, cost: (all - steps.left) / stepsPerUnit };
}

/** Maximum cost in a static check, where the text is a literal. */
const unitsAlone = 100_000;

export const regex: CelLibrary = {
	functions: [
		{ signature: 'string.find(string): string', handler: (text, source) => find('find', text, new Pattern(source), undefined, unitsAlone).value },
		{ signature: 'string.findAll(string): list<string>', handler: (text, source) => find('findAll', text, new Pattern(source), undefined, unitsAlone).value },
		{
			signature: 'string.findAll(string, int): list<string>',
			handler: (text, source, limit) => find('findAll', text, new Pattern(source), limit, unitsAlone).value,
		},
	],
};
