/**
 * Macros that are written in CEL: a call is replaced by its expansion with the arguments inserted. Types are checked and costs are counted
 * as for any expression. Errors point at the call or at an argument.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { ExpressionError } from '../error.ts';
import type { CelMacro } from './library.ts';

/** Members of a node that the library's types do not declare. */
interface Inner {
	pos: number;
	start: number;
	end: number;
	readonly op: string;
	readonly args: unknown;
	readonly meta: { readonly alternate?: unknown };
	setMeta(key: 'alternate', node: ASTNode): unknown;
}

/** Expands all macro calls in an expression that was just parsed. */
export function expandMacros(environment: Environment, node: ASTNode, macros: readonly CelMacro[]): void {
	for (const part of [node.args as unknown].flat(3))
		if (part !== null && typeof part === 'object' && isNode(part)) expandMacros(environment, part as unknown as ASTNode, macros);
	if (node.op !== 'rcall' && node.op !== 'call') return;
	const [name, receiver, args] = node.op === 'call' ? ([node.args[0], undefined, node.args[1]] as const) : node.args;
	const isFunction = receiver === undefined;
	const macro = macros.find((one) => one.name === name && one.parameters === args.length && (one.isFunction === true) === isFunction);
	if (macro !== undefined) (node as unknown as Inner).setMeta('alternate', expanded(environment, macro, node, [receiver, ...args]));
}

/** Prefix of local names and argument placeholders in expansions. It prevents clashes with an author's names. */
const own = '__macro_';

interface Type {
	readonly kind: string;
	readonly keyType?: Type;
}
/** Type checker that the library passes to macros. */
interface Checker {
	readonly registry: { getListType(of: Type): Type };
	check(node: ASTNode, context: unknown): Type;
	getType(name: string): Type;
	createError(code: string, message: string, node: ASTNode): Error;
}

/**
 * `keysOf(entries)` returns the indices of a list or the keys of a map. It is a single function, because overloads cannot express it for a
 * value of any type.
 */
export function keysOf({ args: [entries] }: { readonly args: readonly ASTNode[] }): object {
	if (entries === undefined) throw new TypeError('keysOf takes an argument');
	return {
		async: false,
		typeCheck(checker: Checker, _macro: unknown, context: unknown): Type {
			const type = checker.check(entries, context);
			if (type.kind === 'dyn') return checker.registry.getListType(type);
			if (type.kind === 'list') return checker.registry.getListType(checker.getType('int'));
			if (type.kind === 'map' && type.keyType !== undefined) return checker.registry.getListType(type.keyType);
			const message = `Expression of type '${type}' cannot be range of a comprehension (must be list, map, or dynamic).`;
			throw checker.createError('invalid_comprehension_range', message, entries);
		},
		evaluate(evaluator: { run(node: ASTNode, context: unknown): unknown }, _macro: unknown, context: unknown): readonly unknown[] {
			return keysIn(evaluator.run(entries, context));
		},
	};
}

function keysIn(entries: unknown): readonly unknown[] {
	if (Array.isArray(entries)) return entries.map((_, at) => BigInt(at));
	if (entries instanceof Map) return [...entries.keys()];
	if (entries === null || typeof entries !== 'object') throw new Error('only lists and maps can be gone through');
	return Object.keys(entries);
}

function expanded(environment: Environment, { name, variables, expansion }: CelMacro, use: ASTNode, given: readonly (ASTNode | undefined)[]): ASTNode {
	const text = expansion.replace(/\$(\w+)/g, (_, word: string) => {
		const place = Number(word);
		return place >= 1 && place <= variables ? variableName(given[place], name) : own + word;
	});
	const made = environment.parse(text).ast;
	const replace = (part: unknown): void => {
		if (part === null || typeof part !== 'object') return;
		if (!isNode(part)) {
			for (const inner of Object.values(part)) replace(inner);
			return;
		}
		const argument = part.op === 'id' && String(part.args).startsWith(own) ? given[Number(String(part.args).slice(own.length))] : undefined;
		part.pos = use.pos;
		part.start = use.start;
		part.end = use.end;
		if (argument !== undefined) part.setMeta('alternate', argument);
		else {
			replace(part.args);
			replace(part.meta.alternate);
		}
	};
	replace(made);
	return made;
}

function isNode(part: object): part is Inner {
	return 'op' in part && 'args' in part && 'meta' in part;
}

function variableName(node: ASTNode | undefined, macro: string): string {
	if (node?.op === 'id') return node.args;
	throw new ExpressionError(`${macro}: expected the name of a variable (at character ${(node?.start ?? 0) + 1})`, node?.start);
}
