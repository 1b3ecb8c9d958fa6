/** Compiles expressions over claims and over users (KEP-3331). Their cost is bounded for all expressions of a token together. */

import { isInvalid, TypedExpressions } from '../../schema/cel/typed-expressions.ts';
import type { TypingScope } from '../../schema/cel/typing/checker.ts';
import { allFunctions } from '../../schema/cel/typing/libraries.ts';
import { type CelType, listOf, mapOf, structOf, types } from '../../schema/cel/typing/type.ts';
import { type ClaimExpression, ClaimProblem } from './issuer.ts';

const userType = 'kubernetes.UserInfo';
const { string, dyn, bool } = types;
const userFields: Readonly<Record<string, CelType>> = { username: string, uid: string, groups: listOf(string), extra: mapOf(string, listOf(string)) };

const typesOf = { claims: mapOf(string, dyn), user: structOf(userType) } as const;
export type ExpressionVariable = keyof typeof typesOf;

/** Results of expressions: any value, whose type each token decides, or true and false. */
const results = { any: [], bool: [bool] } as const;

export class ClaimExpressions {
	readonly #expressions = new TypedExpressions({ escapes: true });

	/** Compiles an expression. Throws an Error with the reason in Kubernetes' words. */
	compile(text: string, variable: ExpressionVariable, gives: keyof typeof results): ClaimExpression {
		const program = this.#expressions.compile(text, scopeOf(variable), results[gives]);
		if (isInvalid(program)) throw new Error(program.problem);
		const evaluate: ClaimExpression['evaluate'] = (value, budget) => {
			const used = budget.used;
			const outcome = program.evaluate({ [variable]: value }, () => used);
			budget.used = outcome.cost;
			if ('error' in outcome) throw new ClaimProblem(`expression '${text}' resulted in error: ${outcome.error}`);
			return outcome.value;
		};
		return { text, evaluate };
	}

	/** Reports whether an expression that compiles selects a claim by name. */
	selects(text: string, claim: string): boolean {
		return this.#expressions.selected(text, 'claims').has(claim);
	}
}

function scopeOf(variable: ExpressionVariable): TypingScope {
	return {
		variables: new Map([[variable, typesOf[variable]]]),
		vocabulary: allFunctions(),
		struct: (name) => (name === userType ? { field: (field) => (Object.hasOwn(userFields, field) ? userFields[field] : undefined) } : undefined),
	};
}
