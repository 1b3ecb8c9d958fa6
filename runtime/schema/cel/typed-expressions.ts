/**
 * Compiler of expressions that are checked with the messages of Kubernetes: policies, match conditions, claims of tokens. It checks types,
 * and evaluates over values that are converted once for a request. The functions are those of all expressions, with further libraries.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { CostError } from './error.ts';
import { unescapeNames } from './escaped-names.ts';
import { newEnvironment } from './expression.ts';
import { macros, registerLibrary } from './functions/index.ts';
import type { CelLibrary } from './functions/library.ts';
import { expandMacros } from './functions/macro.ts';
import { parseTests } from './has.ts';
import { type Meter, meterOf, mostPerCall } from './meter.ts';
import { optionalEntries, rewriteOptionalEntries } from './optional-entries.ts';
import { selectedMembers } from './selected-members.ts';
import { type Rewritten, rewriteStructs } from './structs.ts';
import { typeCheck } from './type-check.ts';
import { checkTypes, type TypingScope } from './typing/checker.ts';
import { renderIssues } from './typing/issues.ts';
import { syntaxIssue } from './typing/syntax-issue.ts';
import { type CelType, isSameType, resultText } from './typing/type.ts';
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

export class TypedExpressions {
	readonly #libraries: readonly CelLibrary[];
	readonly #hasEscapes: boolean;
	#environment: Environment | undefined;

	/** `libraries`: functions in addition to those of all expressions. `escapes`: whether names are escaped, as in `a__dot__b`. */
	constructor({ libraries = [], escapes = false }: { readonly libraries?: readonly CelLibrary[]; readonly escapes?: boolean } = {}) {
		this.#libraries = libraries;
		this.#hasEscapes = escapes;
	}

	/** Returns the members of a variable that an expression selects, as in `claims.email` and `claims.?email`. */
	selected(text: string, variable: string): ReadonlySet<string> {
		return selectedMembers(this.#library().parse(rewrite(text).text).ast, variable);
	}

	/** Checks syntax and types; `issues` is the text of the problems. */
	check(text: string, scope: TypingScope): Checked | { readonly issues: string } {
		const { text: rewritten, original } = rewrite(text);
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
		const hasEscapes = this.#hasEscapes;
		let prepared: { readonly run: (activation: Activation) => unknown; readonly meter: Meter | undefined } | undefined;
		return {
			text,
			type,
			evaluate(activation, charged = () => 0) {
				prepared ??= prepare(environment, rewritten, hasEscapes);
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
			for (const library of [optionalEntries, ...this.#libraries]) registerLibrary(this.#environment, library);
		}
		return this.#environment;
	}
}

/** Rewrites what the library's syntax lacks. */
function rewrite(text: string): Rewritten {
	const structs = rewriteStructs(text);
	const entries = rewriteOptionalEntries(structs.text);
	return { text: entries.text, original: (offset) => structs.original(entries.original(offset)) };
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

function prepare(
	environment: Environment,
	text: string,
	hasEscapes: boolean,
): { readonly run: (activation: Activation) => unknown; readonly meter: Meter | undefined } {
	const run = parseTests(environment, text);
	if (hasEscapes) unescapeNames(run.ast);
	expandMacros(environment, run.ast, macros);
	return { run: (activation) => run(activation as Record<string, unknown>), meter: meterOf(typeCheck(run), mostPerCall) };
}
