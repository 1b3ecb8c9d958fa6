/**
 * `has(list[0].field)`: the language asks whether a field of any value is there, and the library of one that a chain of names leads
 * to. Where something else stands in the chain, the test is written as the library knows it: `list[0].?field.hasValue()`.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';

/** Loops within loops: what stands in a test may hold another. */
const deepest = 20;

/** Throws what the library throws. */
export function parseTests(environment: Environment, text: string): ReturnType<Environment['parse']> {
	let written = text;
	for (let depth = 0; ; depth++) {
		const parsed = environment.parse(written);
		if (depth === deepest || !/\bhas\s*\(/.test(written)) return parsed;
		const tests = testsIn(parsed.ast);
		if (tests.length === 0) return parsed;
		// From behind, so that what stands before keeps its place.
		for (const { start, end, fieldAt, field } of tests.sort((a, b) => b.start - a.start)) {
			const of = written.slice(written.indexOf('(', start) + 1, fieldAt).trimEnd();
			written = `${written.slice(0, start)}${of}?${field}.hasValue()${written.slice(end)}`;
		}
	}
}

interface Test {
	readonly start: number;
	readonly end: number;
	/** Where the name of the field stands, behind a dot. */
	readonly fieldAt: number;
	readonly field: string;
}

/** The innermost tests that the library refuses. */
function testsIn(node: ASTNode): Test[] {
	const within = [node.args as unknown].flat(3).flatMap((part) => (isNode(part) ? testsIn(part) : []));
	if (within.length > 0 || node.op !== 'call' || node.args[0] !== 'has') return within;
	const [selected, ...others] = node.args[1];
	if (selected === undefined || others.length > 0 || selected.op !== '.' || isChain(selected)) return [];
	return [{ start: node.start, end: node.end, fieldAt: selected.pos, field: selected.args[1] }];
}

function isChain(node: ASTNode): boolean {
	return node.op === 'id' || ((node.op === '.' || node.op === '.?') && isChain(node.args[0]));
}

function isNode(part: unknown): part is ASTNode {
	return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}
