/** When a rule holds: an expression over an object. A field that is asked for and not there means that it does not hold, not that it failed. */

import type { JsonObject } from '../../model/catalog.ts';
import type { Expression } from '../cel/expression.ts';
import { compileExpression, ExpressionError, type Variables } from '../cel/expression.ts';
import type { RuleContext } from './rule.ts';

/** Throws ExpressionError when evaluation fails for another reason. Made when it is first asked. */
export type Condition = (bindings: JsonObject) => boolean;

export function compileCondition(text: string, variables: Variables, type: RuleContext['type']): Condition {
	// Most objects never come to it, and the first expression loads what reads expressions, which is a tenth of a start.
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
