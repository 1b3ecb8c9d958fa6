/**
 * Counts the cost of an evaluation and ends it at a limit. Only loops can cost more than the length of the expression. An iteration costs
 * the number of its parts, plus the size of the strings and lists that it compares or searches. Functions that read their arguments
 * completely are counted outside loops, too, together with their results.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { Pattern } from '../../scalars/pattern.ts';
import { CostError } from './error.ts';
import { ofCharacters } from './functions/characters.ts';
import { throughAll } from './functions/index.ts';
import { position } from './functions/lists.ts';
import { find } from './functions/regex.ts';
import { deepSize, mostMade } from './functions/values.ts';

/** Cost limit of an evaluation, about 0.1 s, as in Kubernetes. */
export const mostPerCall = 1_000_000;

export interface Meter {
	/** Cost of the current or the last evaluation. */
	used: number;
	/** Cost limit of an evaluation. */
	readonly most: number;
}

/** Members of a node that the library's types do not declare. */
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

/**
 * Returns the meter of a parsed expression, or undefined if it has no loops. The types must have been checked, which gives the nodes their
 * evaluation functions.
 */
export function meterOf(root: ASTNode, most: number): Meter | undefined {
	const meter: Meter = { used: 0, most };
	const hasLoops = visit(root, meter, false);
	return hasLoops ? meter : undefined;
}

/** Instruments a node. Reports whether it contains a loop, or a function whose cost must be counted. `inLoop`: true inside a loop. */
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
	// Loops of the library continue after an error. They must end when the limit is exceeded.
	loop.condition = (accumulated) => meter.used <= meter.most && (condition?.(accumulated) ?? true);
}

/** Adds the cost of a node to the meter after its evaluation. */
function charge(node: ASTNode, meter: Meter, cost: (value: unknown) => number): void {
	const evaluate = evaluateOf(node);
	inner(node).evaluate = (evaluator, at, context) => {
		const value = evaluate(evaluator, at, context);
		meter.used += cost(value);
		if (meter.used > meter.most) throw new CostError();
		return value;
	};
}

/** Ends the evaluation when a function exceeds the limit, because loops would continue after its error. */
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

/** Returns the function that the library would call. */
function evaluateOf(node: ASTNode): Evaluate {
	const { evaluate, meta } = inner(node);
	// Some evaluation functions are methods of the node.
	if (Object.hasOwn(node, 'evaluate')) return evaluate.bind(node);
	const { alternate, macro } = meta;
	if (alternate !== undefined) return (evaluator, _node, context) => evaluator.run(alternate, context);
	return macro === undefined ? meta.evaluate : (evaluator, _node, context) => macro.evaluate(evaluator, macro as unknown as ASTNode, context);
}

/** Reports whether the operator or function reads its operands completely. */
function usesWhole({ op }: ASTNode): boolean {
	return op === '==' || op === '!=' || op === 'in' || op === '+' || op === '<' || op === '<=' || op === '>' || op === '>=' || op === 'rcall' || op === 'call';
}

/** Returns the size as Kubernetes counts it: a unit per entry and per ten characters. */
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

/** Counts the steps of a search by the time that they take. A large pattern takes many steps for each character. */
function findWithinBounds(node: ASTNode & { readonly op: 'rcall' }, meter: Meter): void {
	const [name, receiver, [pattern, most]] = node.args;
	if (pattern === undefined) return;
	const evaluate = evaluateOf(node);
	const patternOf = patterns(pattern, meter);
	inner(node).evaluate = (evaluator, at, context) => {
		const text = evaluator.run(receiver, context);
		const source = evaluator.run(pattern, context);
		const limit = most === undefined ? undefined : evaluator.run(most, context);
		// The library reports the error.
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
		// The call is handled here, without evaluating the list again, which may be expensive.
		if (Array.isArray(of) && (name === 'indexOf' || name === 'lastIndexOf') && given.length === 1) return position(of, given[0], name);
		// The library reports the error.
		return evaluate(evaluator, at, context);
	};
}

/** Bounds the result of `join`, whose size is known before it is built. */
function joinWithinBounds(node: ASTNode & { readonly op: 'rcall' }): void {
	const [, receiver, [argument]] = node.args;
	if (argument === undefined) return;
	const evaluate = evaluateOf(node);
	inner(node).evaluate = (evaluator, at, context) => {
		const list = evaluator.run(receiver, context);
		const separator = evaluator.run(argument, context);
		// The library reports the error.
		if (!Array.isArray(list) || typeof separator !== 'string' || !list.every((item) => typeof item === 'string')) return evaluate(evaluator, at, context);
		if (list.length * separator.length > mostMade) throw new CostError();
		return list.join(separator);
	};
}

/** Replaces `matches`. The library would call JavaScript's engine, which backtracks. */
function matchInLinearTime(node: ASTNode & { readonly op: 'rcall' }, meter: Meter): void {
	const [, receiver, [argument]] = node.args;
	if (argument === undefined) return;
	const evaluate = evaluateOf(node);
	const patternOf = patterns(argument, meter);
	inner(node).evaluate = (evaluator, at, context) => {
		const text = evaluator.run(receiver, context);
		const source = evaluator.run(argument, context);
		// The library reports the error.
		if (typeof text !== 'string' || typeof source !== 'string') return evaluate(evaluator, at, context);
		return patternOf(source).test(text);
	};
}

/** Cost of compiling one instruction of a pattern, about 3 µs. */
const unitsPerInstruction = 30;

/** Compiles a literal pattern once. Other patterns are compiled, and counted, in each evaluation. */
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
