/**
 * Support for `has(list[0].field)`. CEL tests a field of any value, but the CEL library only one at the end of a chain of names. Other
 * tests are rewritten into a supported form: `list[0].?field.hasValue()`.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';

/** Maximum nesting of tests inside tests. */
const deepest = 20;

/** Parses an expression. Throws the library's errors. */
export function parseTests(environment: Environment, text: string): ReturnType<Environment['parse']> {
	let written = text;
	for (let depth = 0; ; depth++) {
		const parsed = environment.parse(written);
		if (depth === deepest || !/\bhas\s*\(/.test(written)) return parsed;
		const tests = testsIn(parsed.ast);
		if (tests.length === 0) return parsed;
		// From the last test to the first, so that earlier offsets stay valid.
		for (const { start, end, fieldAt, field } of tests.sort((a, b) => b.start - a.start)) {
			const of = written.slice(written.indexOf('(', start) + 1, fieldAt).trimEnd();
			written = `${written.slice(0, start)}${of}?${field}.hasValue()${written.slice(end)}`;
		}
	}
}

interface Test {
	readonly start: number;
	readonly end: number;
	/** Offset of the field's name, after the dot. */
	readonly fieldAt: number;
	readonly field: string;
}

/** Returns the innermost tests that the library refuses. */
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
