/** Condition of a rule: an expression over an object. A condition that reads an absent field is false; it does not fail. */

import type { JsonObject } from '../../model/catalog.ts';
import type { Expression } from '../cel/expression.ts';
import { compileExpression, ExpressionError, type Variables } from '../cel/expression.ts';
import type { RuleContext } from './rule.ts';

/** Evaluates a condition. Throws ExpressionError when the evaluation fails for another reason than an absent field. */
export type Condition = (bindings: JsonObject) => boolean;

export function compileCondition(text: string, variables: Variables, type: RuleContext['type']): Condition {
	// Compiled on first use: most objects never need it, and the first expression loads the CEL library, which takes a tenth of a start.
	let expression: Expression | undefined;
	return (bindings) => {
		expression ??= compileExpression(text, variables, type);
		try {
			return expression(bindings) === true;
		} catch (error) {
			if (error instanceof ExpressionError && error.absent) return false;
			throw error;
		}
	};
}
