/** `matchConditions`: a webhook is called only if all of them hold (KEP-3716). Their variables are `object`, `oldObject` and `request`. */
import type { MatchCondition } from '../../../generated/types/admissionregistration/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { compileExpression, ExpressionError } from '../../schema/cel/expression.ts';

/** Result of the conditions. `failures`: errors of evaluation, in the absence of a false condition. */
export type Verdict = { readonly holds: boolean } | { readonly failures: readonly string[] };

export type Conditions = (bindings: JsonObject) => Verdict;

const variables = ['object', 'oldObject', 'request'];

export function conditionsOf(all: readonly MatchCondition[]): Conditions {
	const compiled = all.map(({ expression }) => compiledOrFailing(expression));
	return (bindings) => {
		const failures: string[] = [];
		for (const { expression, run } of compiled) {
			try {
				const value = run(bindings);
				if (value === false) return { holds: false };
				if (value !== true) failures.push(`expression '${expression}' resulted in error: it gives neither true nor false`);
			} catch (error) {
				if (!(error instanceof ExpressionError)) throw error;
				failures.push(`expression '${expression}' resulted in error: ${withoutPlace(error.message)}`);
			}
		}
		return failures.length > 0 ? { failures } : { holds: true };
	};
}

/** Removes the position, to match the wording of other CEL implementations. */
function withoutPlace(message: string): string {
	return message.replace(/ \(at character \d+\)$/, '').replace(/^No such/, 'no such');
}

/** Compiles an expression. An invalid expression that was stored without validation fails on each evaluation. */
function compiledOrFailing(expression: string): { readonly expression: string; readonly run: (bindings: JsonObject) => unknown } {
	try {
		return { expression, run: compileExpression(expression, variables) };
	} catch (error) {
		if (!(error instanceof ExpressionError)) throw error;
		return {
			expression,
			run: () => {
				throw error;
			},
		};
	}
}
