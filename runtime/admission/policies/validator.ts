/** Evaluates one ValidatingAdmissionPolicy for one binding and parameter (KEP-3488, "Validation"). */
import type { AuditAnnotation, ValidatingAdmissionPolicySpec, Validation } from '../../../generated/types/admissionregistration/v1.ts';
import type { Invalid, Program } from '../../schema/cel/typed-expressions.ts';
import { types } from '../../schema/cel/typing/type.ts';
import type { AdmissionExpressions } from '../expressions/expressions.ts';
import type { ComposedVariable } from './activation.ts';
import { type Budget, type Evaluation, evaluate, mostPerPolicy, OutOfBudget, type Result } from './budget.ts';
import { type Condition, conditionsHold, joined } from './conditions.ts';
import { PolicyCompiler } from './policy.ts';
import type { Turns, Work } from './work.ts';

/** Maximum length of a message that an expression returns, in bytes. */
const longestMessage = 5 * 1024;

export interface Decision {
	/** False: the request is refused, or gets a warning or an audit annotation, as the binding says. */
	readonly allows: boolean;
	/** True when an evaluation failed. */
	readonly failed: boolean;
	/** Message of a refusal or failure. */
	readonly message: string;
	/** Reason of the refusal. Undefined: the default reason. */
	readonly reason?: string | undefined;
	readonly seconds: number;
}

/** Annotation for the audit log. `error`: its expression failed, and the failure policy is `Fail`. */
export type AuditResult = { readonly key: string; readonly value: string } | { readonly error: string; readonly seconds: number };

export interface Outcome {
	readonly decisions: readonly Decision[];
	readonly annotations: readonly AuditResult[];
}

const nothing: Outcome = { decisions: [], annotations: [] };

interface Compiled {
	readonly variables: readonly ComposedVariable[];
	readonly conditions: readonly Condition[];
	readonly validations: readonly { readonly validation: Validation; readonly program: Program | Invalid; readonly message: Program | Invalid | undefined }[];
	readonly annotations: readonly { readonly annotation: AuditAnnotation; readonly program: Program | Invalid }[];
}

/** Evaluations for one binding. Those of conditions see no namespace. */
export interface Evaluations {
	readonly conditions: Evaluation;
	readonly validations: Evaluation;
}

export class Validator {
	readonly #spec: ValidatingAdmissionPolicySpec;
	readonly #expressions: AdmissionExpressions;
	readonly #ignoresFailure: boolean;
	#compiled: Compiled | undefined;

	constructor(spec: ValidatingAdmissionPolicySpec, expressions: AdmissionExpressions) {
		this.#spec = spec;
		this.#expressions = expressions;
		this.#ignoresFailure = spec.failurePolicy === 'Ignore';
	}

	get variables(): readonly ComposedVariable[] {
		return this.#programs().variables;
	}

	*validate({ conditions, validations }: Evaluations, turns: Turns): Work<Outcome> {
		const compiled = this.#programs();
		if (compiled.conditions.length > 0) {
			const verdict = yield* conditionsHold(compiled.conditions, conditions, turns);
			if ('errors' in verdict) return this.#ignoresFailure ? nothing : this.#failure(joined(verdict.errors));
			if (!verdict.holds) return nothing;
		}
		try {
			const decisions = yield* this.#decisions(compiled, validations, turns);
			return { decisions, annotations: yield* this.#annotations(compiled, validations, turns) };
		} catch (error) {
			if (error instanceof OutOfBudget) return this.#failure(error.message);
			throw error;
		}
	}

	*#decisions({ validations }: Compiled, evaluation: Evaluation, turns: Turns): Work<readonly Decision[]> {
		const budget: Budget = { left: mostPerPolicy };
		const results: Result[] = [];
		for (const { program } of validations) results.push(yield* evaluate(program, evaluation, budget, turns));
		const decisions: Decision[] = [];
		let messagesFailed: string | undefined;
		for (const [at, result] of results.entries()) {
			const { validation, message } = validations[at] ?? { validation: {}, message: undefined };
			let said: string | undefined;
			if (message !== undefined && messagesFailed === undefined && 'value' in result && result.value !== true) {
				try {
					said = textOf(yield* evaluate(message, evaluation, budget, turns));
				} catch (error) {
					if (!(error instanceof OutOfBudget)) throw error;
					messagesFailed = `failed messageExpression: ${error.message}`;
				}
			}
			decisions.push(this.#decision(result, validation, said, messagesFailed));
		}
		return decisions;
	}

	#decision(result: Result, validation: Partial<Validation>, said: string | undefined, messagesFailed: string | undefined): Decision {
		const { seconds } = result;
		const failure = 'error' in result ? result.error : messagesFailed;
		if (failure !== undefined) return { allows: this.#ignoresFailure, failed: true, message: failure, seconds };
		if ('value' in result && result.value === true) return { allows: true, failed: false, message: '', seconds };
		const { message = '', expression = '', reason } = validation;
		return { allows: false, failed: false, message: said || message.trim() || `failed expression: ${expression.trim()}`, reason: reason ?? undefined, seconds };
	}

	*#annotations({ annotations }: Compiled, evaluation: Evaluation, turns: Turns): Work<readonly AuditResult[]> {
		const budget: Budget = { left: mostPerPolicy };
		const results: AuditResult[] = [];
		for (const { annotation, program } of annotations) {
			const result = yield* evaluate(program, evaluation, budget, turns);
			if ('error' in result) {
				if (!this.#ignoresFailure) results.push({ error: result.error, seconds: result.seconds });
				continue;
			}
			const value = typeof result.value === 'string' ? result.value.trim() : '';
			if (value !== '') results.push({ key: annotation.key ?? '', value });
		}
		return results;
	}

	#failure(message: string): Outcome {
		return { decisions: [{ allows: this.#ignoresFailure, failed: true, message, seconds: 0 }], annotations: [] };
	}

	#programs(): Compiled {
		this.#compiled ??= this.#compile();
		return this.#compiled;
	}

	#compile(): Compiled {
		const { paramKind, variables = [], matchConditions = [], validations = [], auditAnnotations = [] } = this.#spec;
		const compiler = new PolicyCompiler(this.#expressions, paramKind !== undefined, variables);
		return {
			variables: compiler.variables,
			conditions: compiler.conditions(matchConditions),
			validations: validations.map((validation) => ({
				validation,
				program: compiler.compile(validation.expression ?? '', [types.bool]),
				message: validation.messageExpression ? compiler.compile(validation.messageExpression, [types.string], { authorizer: false }) : undefined,
			})),
			annotations: auditAnnotations.map((annotation) => ({
				annotation,
				program: compiler.compile(annotation.valueExpression ?? '', [types.string, types.null]),
			})),
		};
	}
}

/** Returns the message that an expression returned. Returns undefined for one that cannot be shown. */
function textOf(result: Result): string | undefined {
	if (!('value' in result) || typeof result.value !== 'string') return undefined;
	const text = result.value.trim();
	return Buffer.byteLength(text) > longestMessage || text.includes('\n') ? undefined : text;
}
