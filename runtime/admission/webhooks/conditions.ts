/** `matchConditions`: a webhook is called where all of them hold (KEP-3716). Variables are `object`, `oldObject` and `request`. */
import type { MatchCondition } from '../../../generated/types/admissionregistration/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { compileExpression, ExpressionError } from '../../schema/cel/expression.ts';

/** `failures`: of those that cannot be told, where none says no. */
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

/** In the words of CEL's other implementations. */
function withoutPlace(message: string): string {
	return message.replace(/ \(at character \d+\)$/, '').replace(/^No such/, 'no such');
}

/** What was stored before expressions were looked at fails whenever it is asked. */
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
