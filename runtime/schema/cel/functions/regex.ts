/** Kubernetes' functions of patterns: `find`, `findAll`. What an evaluation may cost bounds the steps (`meter.ts`). */
import { Finder, type Steps } from '../../../scalars/pattern/finder.ts';
import { CostError } from '../error.ts';
import type { CelLibrary } from './library.ts';

/** Positions of a pattern that are looked at in the time of one unit of cost, a tenth of a microsecond. */
const stepsPerUnit = 3;

/** What it finds, and what that has cost. `units`: what it may cost. */
export function find(name: string, text: string, finder: Finder, limit: bigint | undefined, units: number): { readonly value: unknown; readonly cost: number } {
	const all = Math.max(0, Math.ceil(units * stepsPerUnit));
	const steps: Steps = { left: all, error: () => new CostError() };
	const most = name === 'find' ? 1 : limit === undefined || limit < 0n ? Number.POSITIVE_INFINITY : Number(limit);
	const found = finder.findAll(text, most, steps);
	return { value: name === 'find' ? (found[0] ?? '') : found, cost: (all - steps.left) / stepsPerUnit };
}

/** Of a check, before there is an expression: a text that stands in it. */
const unitsAlone = 100_000;

export const regex: CelLibrary = {
	functions: [
		{ signature: 'string.find(string): string', handler: (text, source) => find('find', text, new Finder(source), undefined, unitsAlone).value },
		{ signature: 'string.findAll(string): list<string>', handler: (text, source) => find('findAll', text, new Finder(source), undefined, unitsAlone).value },
		{
			signature: 'string.findAll(string, int): list<string>',
			handler: (text, source, limit) => find('findAll', text, new Finder(source), limit, unitsAlone).value,
		},
	],
};
