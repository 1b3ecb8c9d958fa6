/** Evaluates expressions within the cost limits of the release (KEP-3488, "Resource constraints"). */

import type { Activation, Invalid, Program } from '../../schema/cel/typed-expressions.ts';
import { isInvalid } from '../../schema/cel/typed-expressions.ts';
import { unitsPerCheck } from '../expressions/authorization.ts';
import type { RequestChecks } from './checks.ts';
import type { Turns, Work } from './work.ts';

/** Cost limit of all expressions of a policy for one binding: about a second. */
export const mostPerPolicy = 10_000_000;
/** Cost limit of all match conditions of a policy or webhook: about a quarter of a second. */
export const mostForConditions = 2_500_000;

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Thrown when the expressions of a policy together exceed their cost limit. */
export class OutOfBudget extends Error {
	override readonly name = 'OutOfBudget';
	constructor() {
		super(outOfBudget);
	}
}

export interface Budget {
	/** Units that remain. */
	left: number;
}

/** Result of an expression. `error`: message in the wording of the release. */
export type Result = ({ readonly value: unknown } | { readonly error: string }) & { readonly seconds: number };

/** Values of variables, and the costs of computed ones. */
export interface Evaluation {
	readonly activation: Activation;
	readonly checks: RequestChecks;
	/** Returns the cost of composed variables since the last call. */
	takeCost(): number;
}

/** Evaluates an expression. Throws OutOfBudget. */
export function* evaluate(program: Program | Invalid, evaluation: Evaluation, budget: Budget, turns: Turns): Work<Result> {
	if (isInvalid(program)) return { error: `compilation error: ${program.problem}`, seconds: 0 };
	const { activation, checks } = evaluation;
	for (;;) {
		yield* turns.pause();
		const beganMs = performance.now();
		checks.asked = 0;
		evaluation.takeCost();
		const outcome = program.evaluate(activation, () => checks.asked * unitsPerCheck);
		const pending = checks.takePending();
		if ('error' in outcome && pending !== undefined) {
			yield pending;
			continue;
		}
		budget.left -= outcome.cost + evaluation.takeCost();
		if (budget.left < 0) throw new OutOfBudget();
		const seconds = (performance.now() - beganMs) / 1000;
		if ('value' in outcome) return { value: outcome.value, seconds };
		return { error: `expression '${program.text}' resulted in error: ${outcome.error}`, seconds };
	}
}
