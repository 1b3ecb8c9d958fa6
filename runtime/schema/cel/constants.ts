/**
 * Checks constant arguments that fail in every evaluation, such as an invalid pattern for `matches`, or an invalid quantity or time. Their
 * types are right, so the type check does not find them.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { Pattern, PatternError } from '../../scalars/pattern.ts';
import { parseQuantity, QuantityError } from '../../scalars/quantity.ts';
import { asExpressionError, parseIn } from './expression.ts';

/** Functions that parse a string: `timestamp('2026-01-31T10:00:00Z')`. */
const readers: ReadonlySet<string> = new Set(['timestamp', 'duration', 'int', 'uint', 'double', 'bool', 'quantity', 'url', 'ip', 'cidr', 'semver']);

/** String functions that take a pattern. */
const ofPatterns: ReadonlySet<string> = new Set(['matches', 'find', 'findAll']);

/** Returns the problem of the first invalid constant. The expression must have no type errors. */
export function constantProblem(node: ASTNode, environment: Environment): string | undefined {
	const found = ofCall(node, environment);
	if (found !== undefined) return found;
	for (const part of [node.args].flat(3)) {
		if (part === null || typeof part !== 'object' || !('op' in part)) continue;
		const within = constantProblem(part as ASTNode, environment);
		if (within !== undefined) return within;
	}
	return undefined;
}

function ofCall(node: ASTNode, environment: Environment): string | undefined {
	if (node.op === 'rcall') {
		const [name, , [argument]] = node.args;
		const source = ofPatterns.has(name) ? textOf(argument) : undefined;
		return source === undefined ? undefined : refused(() => new Pattern(source), `${name}(${JSON.stringify(source)})`);
	}
	if (node.op !== 'call') return undefined;
	const [name, parameters] = node.args;
	const texts = parameters.flatMap((parameter) => textOf(parameter) ?? []);
	if (name === 'compareQuantity') {
		for (const text of texts) {
			const problem = refused(() => parseQuantity(text), `compareQuantity(${JSON.stringify(text)})`);
			if (problem !== undefined) return problem;
		}
	}
	const [text] = texts;
	if (text === undefined || !readers.has(name) || parameters.length !== 1) return undefined;
	const call = `${name}(${JSON.stringify(text)})`;
	return refused(() => parseIn(environment, call)({}), call);
}

function textOf(node: ASTNode | undefined): string | undefined {
	return node?.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}

function refused(read: () => unknown, call: string): string | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		const said = error instanceof PatternError || error instanceof QuantityError ? error.message : asExpressionError(error).message;
		return `${call} always fails: ${said}`;
	}
}
