/**
 * Compiler of expressions of admission: policies and match conditions. It checks types with the messages of the release, and evaluates over
 * values that are converted once for a request. The functions are those of all expressions, with the authorizer and the objects of
 * mutations.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { CostError } from '../../schema/cel/error.ts';
import { newEnvironment } from '../../schema/cel/expression.ts';
import { macros, registerLibrary } from '../../schema/cel/functions/index.ts';
import { expandMacros } from '../../schema/cel/functions/macro.ts';
import { parseTests } from '../../schema/cel/has.ts';
import { type Meter, meterOf, mostPerCall } from '../../schema/cel/meter.ts';
import { rewriteStructs } from '../../schema/cel/structs.ts';
import { typeCheck } from '../../schema/cel/type-check.ts';
import { checkTypes, type TypingScope } from '../../schema/cel/typing/checker.ts';
import { renderIssues } from '../../schema/cel/typing/issues.ts';
import { syntaxIssue } from '../../schema/cel/typing/syntax-issue.ts';
import { type CelType, isSameType, resultText } from '../../schema/cel/typing/type.ts';
import { authorization } from './authorization.ts';
import { mutations } from './objects.ts';
import { evaluationMessage } from './wording.ts';

/** Values of variables, in CEL's form. They may be getters, which run once an expression reads them. */
export type Activation = Readonly<Record<string, unknown>>;

export type Outcome = { readonly value: unknown; readonly cost: number } | { readonly error: string; readonly cost: number; readonly overCost: boolean };

export interface Program {
	readonly text: string;
	readonly type: CelType;
	/** Evaluates the expression. `charged` returns further units that the evaluation has used so far. */
	evaluate(activation: Activation, charged?: () => number): Outcome;
}

/** Reason why a text cannot be evaluated; its message is the release's. */
export interface Invalid {
	readonly problem: string;
}

export function isInvalid(compiled: Program | Invalid): compiled is Invalid {
	return 'problem' in compiled;
}

/** Expression that has been parsed and typed. */
interface Checked {
	readonly type: CelType;
	readonly rewritten: string;
}

export class AdmissionExpressions {
	#environment: Environment | undefined;

	/** Checks syntax and types; `issues` is the text of the problems. */
	check(text: string, scope: TypingScope): Checked | { readonly issues: string } {
		const { text: rewritten, original } = rewriteStructs(text);
		let root: ASTNode;
		try {
			root = this.#library().parse(rewritten).ast;
		} catch (error) {
			const issue = syntaxIssue(error, rewritten);
			return { issues: renderIssues([{ ...issue, at: original(issue.at) }], text) };
		}
		const { type, issues } = checkTypes(root, rewritten, scope);
		const placed = issues.map((issue) => ({ ...issue, at: original(issue.at) }));
		return placed.length > 0 ? { issues: renderIssues(placed, text) } : { type, rewritten };
	}

	/** Compiles an expression with a result of one of these types; empty: any. */
	compile(text: string, scope: TypingScope, gives: readonly CelType[]): Program | Invalid {
		const checked = this.check(text, scope);
		if ('issues' in checked) return { problem: `compilation failed: ${checked.issues}` };
		const wrong = resultProblem(checked.type, gives);
		return wrong === undefined ? this.#program(text, checked) : { problem: wrong };
	}

	#program(text: string, { type, rewritten }: Checked): Program {
		const environment = this.#library();
		let prepared: { readonly run: (activation: Activation) => unknown; readonly meter: Meter | undefined } | undefined;
		return {
			text,
			type,
			evaluate(activation, charged = () => 0) {
				prepared ??= prepare(environment, rewritten);
				const { run, meter } = prepared;
				if (meter !== undefined) meter.used = 0;
				const cost = (): number => 1 + Math.ceil(meter?.used ?? 0) + charged();
				try {
					const value = run(activation);
					return cost() > mostPerCall ? overCost(cost()) : { value, cost: cost() };
				} catch (error) {
					if (error instanceof CostError || cost() > mostPerCall) return overCost(cost());
					return { error: evaluationMessage(error), cost: cost(), overCost: false };
				}
			},
		};
	}

	#library(): Environment {
		if (this.#environment === undefined) {
			this.#environment = newEnvironment();
			for (const library of [authorization, mutations]) registerLibrary(this.#environment, library);
		}
		return this.#environment;
	}
}

function overCost(cost: number): Outcome {
	return { error: 'operation cancelled: actual cost limit exceeded', cost, overCost: true };
}

function resultProblem(type: CelType, gives: readonly CelType[]): string | undefined {
	if (gives.length === 0 || gives.some((each) => isSameType(each, type))) return undefined;
	const [only, ...more] = gives.map(resultText);
	const wanted = more.length === 0 ? only : `one of [${[only, ...more].join(' ')}]`;
	return `must evaluate to ${wanted} but got ${resultText(type)}`;
}

/**
 * Prepares the evaluation. Field names are not escaped here, unlike in rules of schemas: objects of requests have no schema in policies.
 */
function prepare(environment: Environment, text: string): { readonly run: (activation: Activation) => unknown; readonly meter: Meter | undefined } {
	const run = parseTests(environment, text);
	expandMacros(environment, run.ast, macros);
	return { run: (activation) => run(activation as Record<string, unknown>), meter: meterOf(typeCheck(run), mostPerCall) };
}
