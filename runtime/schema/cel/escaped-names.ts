/**
 * Field names that are no CEL identifiers, spelled as in rules of CustomResourceDefinitions: `max__dash__size` for `max-size`, `__in__` for
 * `in`, `a__underscores__b` for `a__b`.
 */
import type { ASTNode } from '@marcbachmann/cel-js';

const characters: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' };

const spellings: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(characters).map(([called, part]) => [part, called]));

const words: ReadonlySet<string> = new Set(
	'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

export function unescapedName(name: string): string {
	const word = /^__([a-z]+)__$/.exec(name)?.[1];
	if (word !== undefined && words.has(word)) return word;
	return name.replace(/__(underscores|dot|dash|slash)__/g, (_, called: string) => characters[called] ?? '');
}

/** Returns the spelling of a field's name in expressions. */
export function escapedName(name: string): string {
	if (words.has(name)) return `__${name}__`;
	return name.replace(/__|[./-]/g, (part) => `__${spellings[part] ?? ''}__`);
}

/** Restores the original field names in an expression that was just parsed. */
export function unescapeNames(node: ASTNode): void {
	// The library's types declare nodes as read-only, but the library reads them only in the check and the evaluation.
	if (node.op === '.' || node.op === '.?') (node.args as [ASTNode, string])[1] = unescapedName(node.args[1]);
	for (const part of [node.args as unknown].flat(3)) if (isNode(part)) unescapeNames(part);
}

function isNode(part: unknown): part is ASTNode {
	return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}
