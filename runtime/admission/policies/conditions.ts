/** Match conditions of policies and webhooks (KEP-3716). A request is reviewed only if all of them are true. */
import type { MatchCondition } from '../../../generated/types/admissionregistration/v1.ts';
import type { Invalid, Program } from '../../schema/cel/typed-expressions.ts';
import { types } from '../../schema/cel/typing/type.ts';
import type { AdmissionExpressions } from '../expressions/expressions.ts';
import { admissionScope } from '../expressions/scope.ts';
import { type Evaluation, evaluate, mostForConditions, OutOfBudget } from './budget.ts';
import type { Turns, Work } from './work.ts';

/** Condition of a policy or webhook. */
export interface Condition {
	readonly name: string;
	readonly program: Program | Invalid;
}

/** Result of conditions. `errors`: failed evaluations, when no condition is false. */
export type Verdict = { readonly holds: boolean } | { readonly errors: readonly string[] };

/** Compiles conditions without parameters and variables. An invalid one, which an earlier version stored, fails when it is evaluated. */
export function compiledConditions(expressions: AdmissionExpressions, conditions: readonly MatchCondition[]): readonly Condition[] {
	const scope = admissionScope({ params: false, authorizer: true });
	return conditions.map(({ name = '', expression = '' }) => ({ name, program: expressions.compile(expression, scope, [types.bool]) }));
}

export function* conditionsHold(conditions: readonly Condition[], evaluation: Evaluation, turns: Turns): Work<Verdict> {
	const budget = { left: mostForConditions };
	const errors: string[] = [];
	try {
		for (const { program } of conditions) {
			const result = yield* evaluate(program, evaluation, budget, turns);
			if ('error' in result) errors.push(result.error);
			else if (result.value === false) return { holds: false };
		}
	} catch (error) {
		if (!(error instanceof OutOfBudget)) throw error;
		return { errors: [error.message] };
	}
	return errors.length > 0 ? { errors } : { holds: true };
}

/** Joins failures as one message. */
export function joined(errors: readonly string[]): string {
	const distinct = [...new Set(errors)];
	return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
