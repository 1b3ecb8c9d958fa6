/**
 * Counts what evaluating an expression costs, and ends it at a limit. Only loops can cost more than the expression is
 * long: an iteration costs as much as it has parts, and texts and lists that are compared or searched in it count by
 * their size. Functions that go through all that they are given count wherever they stand, with what they give.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { Pattern } from '../../scalars/pattern.ts';
import { CostError } from './error.ts';
import { ofCharacters } from './functions/characters.ts';
import { throughAll } from './functions/index.ts';
import { position } from './functions/lists.ts';
import { find } from './functions/regex.ts';
import { deepSize, mostMade } from './functions/values.ts';

/** Of one evaluation, as CustomResourceDefinitions have it: about 0.1 s. */
export const mostPerCall = 1_000_000;

export interface Meter {
	/** Of the evaluation that is under way, or the last one. */
	used: number;
	/** What one evaluation may use. */
	readonly most: number;
}

/** What the library gives of a node, beyond its types. */
interface Comprehension {
	readonly iterable: ASTNode;
	readonly step: ASTNode;
	condition?: (accumulated: unknown) => boolean;
}
type Evaluate = (evaluator: Evaluator, node: ASTNode, context: unknown) => unknown;
interface Evaluator {
	run(node: ASTNode, context: unknown): unknown;
}
interface Inner {
	evaluate: Evaluate;
	readonly meta: { readonly alternate?: ASTNode; readonly macro?: { readonly evaluate: Evaluate }; readonly evaluate: Evaluate };
}

/** Of a parsed expression whose types have been checked, so that its nodes know how they are evaluated. Undefined: it has no loops. */
export function meterOf(root: ASTNode, most: number): Meter | undefined {
	const meter: Meter = { used: 0, most };
	const hasLoops = visit(root, meter, false);
	return hasLoops ? meter : undefined;
}

/** Whether there is a loop in it, or what is like one. `inLoop`: it stands in one. */
function visit(node: ASTNode, meter: Meter, inLoop: boolean): boolean {
	const { alternate } = inner(node).meta;
	if (alternate !== undefined) return visit(alternate, meter, inLoop);
	if ((node.op as string) === 'comprehension') {
		visitLoop(node.args as unknown as Comprehension, meter, inLoop);
		return true;
	}
	const goesThrough = node.op === 'rcall' && throughAll.has(node.args[0]);
	let hasLoops = goesThrough;
	for (const part of partsOf(node)) {
		hasLoops = visit(part, meter, inLoop) || hasLoops;
		if (goesThrough) charge(part, meter, deepSize);
		else if (inLoop && usesWhole(node)) charge(part, meter, sizeOf);
	}
	if (node.op === 'rcall' && node.args[0] === 'matches') matchInLinearTime(node, meter);
	if (node.op === 'rcall') countInCharacters(node);
	if (node.op === 'rcall' && (node.args[0] === 'find' || node.args[0] === 'findAll')) findWithinBounds(node, meter);
	if (node.op === 'rcall' && node.args[0] === 'join') joinWithinBounds(node);
	if (goesThrough) {
		endsAtLimit(node, meter);
		charge(node, meter, deepSize);
	}
	return hasLoops;
}

function visitLoop(loop: Comprehension, meter: Meter, inLoop: boolean): void {
	visit(loop.iterable, meter, inLoop);
	visit(loop.step, meter, true);
	const cost = countParts(loop.step);
	charge(loop.step, meter, () => cost);
	const { condition } = loop;
	// Loops go on after errors: not after this one.
	loop.condition = (accumulated) => meter.used <= meter.most && (condition?.(accumulated) ?? true);
}

/** Adds to the meter what a node has cost once it is evaluated. */
function charge(node: ASTNode, meter: Meter, cost: (value: unknown) => number): void {
	const evaluate = evaluateOf(node);
	inner(node).evaluate = (evaluator, at, context) => {
		const value = evaluate(evaluator, at, context);
		meter.used += cost(value);
		if (meter.used > meter.most) throw new CostError();
		return value;
	};
}

/** What a function would have cost too much ends the evaluation: loops would go on after its error. */
function endsAtLimit(node: ASTNode, meter: Meter): void {
	const evaluate = evaluateOf(node);
	inner(node).evaluate = (evaluator, at, context) => {
		try {
			return evaluate(evaluator, at, context);
		} catch (error) {
			if (error instanceof CostError) meter.used = Math.max(meter.used, meter.most + 1);
			throw error;
		}
	};
}

function inner(node: ASTNode): Inner {
	return node as unknown as Inner;
}

/** What the library would call. */
function evaluateOf(node: ASTNode): Evaluate {
	const { evaluate, meta } = inner(node);
	// Some are the library's own methods of the node.
	if (Object.hasOwn(node, 'evaluate')) return evaluate.bind(node);
	const { alternate, macro } = meta;
	if (alternate !== undefined) return (evaluator, _node, context) => evaluator.run(alternate, context);
	return macro === undefined ? meta.evaluate : (evaluator, _node, context) => macro.evaluate(evaluator, macro as unknown as ASTNode, context);
}

/** Operators and functions that look at all of what they are given. */
function usesWhole({ op }: ASTNode): boolean {
	return op === '==' || op === '!=' || op === 'in' || op === '+' || op === '<' || op === '<=' || op === '>' || op === '>=' || op === 'rcall' || op === 'call';
}

/** As CustomResourceDefinitions count: an entry is one, ten characters are one. */
function sizeOf(value: unknown): number {
	if (typeof value === 'string') return value.length / 10;
	return Array.isArray(value) ? value.length : 0;
}

function countParts(node: ASTNode): number {
	return 1 + partsOf(node).reduce((sum, part) => sum + countParts(part), 0);
}

function partsOf(node: ASTNode): readonly ASTNode[] {
	const { alternate } = inner(node).meta;
	if (alternate !== undefined) return partsOf(alternate);
	if ((node.op as string) === 'comprehension') {
		const { iterable, step } = node.args as unknown as Comprehension;
		return [iterable, step];
	}
	const parts: ASTNode[] = [];
	const gather = (part: unknown): void => {
		if (Array.isArray(part)) part.forEach(gather);
		else if (part !== null && typeof part === 'object' && 'op' in part) parts.push(part as ASTNode);
	};
	gather(node.args);
	return parts;
}

/** Steps count as what they take: of a large pattern many for each character. */
function findWithinBounds(node: ASTNode & { readonly op: 'rcall' }, meter: Meter): void {
	const [name, receiver, [pattern, most]] = node.args;
	if (pattern === undefined) return;
	const evaluate = evaluateOf(node);
	const patternOf = patterns(pattern, meter);
	inner(node).evaluate = (evaluator, at, context) => {
		const text = evaluator.run(receiver, context);
		const source = evaluator.run(pattern, context);
		const limit = most === undefined ? undefined : evaluator.run(most, context);
		// The library says what is wrong with these.
		if (typeof text !== 'string' || typeof source !== 'string' || (limit !== undefined && typeof limit !== 'bigint')) return evaluate(evaluator, at, context);
		const { value, cost } = find(name, text, patternOf(source), limit, meter.most - meter.used);
		meter.used += cost;
		return value;
	};
}

function countInCharacters(node: ASTNode & { readonly op: 'rcall' }): void {
	const [name, receiver, parameters] = node.args;
	const instead = ofCharacters.get(name);
	if (instead === undefined) return;
	const evaluate = evaluateOf(node);
	inner(node).evaluate = (evaluator, at, context) => {
		const of = evaluator.run(receiver, context);
		const given = parameters.map((parameter) => evaluator.run(parameter, context));
		if (typeof of === 'string') return instead(of, given) ?? evaluate(evaluator, at, context);
		// Not evaluated once more: a list may take long to make.
		if (Array.isArray(of) && (name === 'indexOf' || name === 'lastIndexOf') && given.length === 1) return position(of, given[0], name);
		// The library says what is wrong with these.
		return evaluate(evaluator, at, context);
	};
}

/** What a separator would make of a list is known before it is made. */
function joinWithinBounds(node: ASTNode & { readonly op: 'rcall' }): void {
	const [, receiver, [argument]] = node.args;
	if (argument === undefined) return;
	const evaluate = evaluateOf(node);
	inner(node).evaluate = (evaluator, at, context) => {
		const list = evaluator.run(receiver, context);
		const separator = evaluator.run(argument, context);
		// The library says what is wrong with these.
		if (!Array.isArray(list) || typeof separator !== 'string' || !list.every((item) => typeof item === 'string')) return evaluate(evaluator, at, context);
		if (list.length * separator.length > mostMade) throw new CostError();
		return list.join(separator);
	};
}

/** JavaScript's engine, which the library calls, backtracks. */
function matchInLinearTime(node: ASTNode & { readonly op: 'rcall' }, meter: Meter): void {
	const [, receiver, [argument]] = node.args;
	if (argument === undefined) return;
	const evaluate = evaluateOf(node);
	const patternOf = patterns(argument, meter);
	inner(node).evaluate = (evaluator, at, context) => {
		const text = evaluator.run(receiver, context);
		const source = evaluator.run(argument, context);
		// The library says what is wrong with these.
		if (typeof text !== 'string' || typeof source !== 'string') return evaluate(evaluator, at, context);
		return patternOf(source).test(text);
	};
}

/** Compiling an instruction of a pattern takes about 3 µs. */
const unitsPerInstruction = 30;

/** Compiles a literal once; other patterns are compiled, and charged, at each evaluation. */
function patterns(argument: ASTNode, meter: Meter): (source: string) => Pattern {
	let literal: Pattern | undefined;
	return (source) => {
		if (argument.op === 'value') {
			literal ??= new Pattern(source);
			return literal;
		}
		if (meter.used > meter.most) throw new CostError();
		const pattern = new Pattern(source);
		meter.used += pattern.size * unitsPerInstruction;
		return pattern;
	};
}
