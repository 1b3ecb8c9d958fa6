/**
 * Finds uses of `fetch` in synchronous hooks. The server does not wait for these requests, so they could only have side effects, which no
 * dry run or repeated write could undo.
 */
import { Node } from 'ts-morph';
import { type Finding, findingAt } from './finding.ts';
import { hooksFolder, supportFolder } from './hook-file.ts';

/** Hooks that the server awaits. */
export const awaitedHooks: readonly string[] = ['computes', 'observes', 'connects', 'proxy'];

/** Returns the uses in a hook and in functions of hook files that it refers to. */
export function fetchUses(hook: Node, name: string): Finding[] {
	const visited = new Set<Node>();
	const pending: Node[] = [hook];
	const found: Finding[] = [];
	for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
		if (visited.has(node)) continue;
		visited.add(node);
		node.forEachDescendant((inner) => {
			if (!Node.isIdentifier(inner)) return;
			const declarations = declarationsOf(inner);
			if (inner.getText() === 'fetch' && isGlobal(inner, declarations)) found.push(findingAt(inner, messageOf(name)));
			else pending.push(...declarations.filter(isOwn));
		});
	}
	return found;
}

function messageOf(name: string): string {
	return `the hook ${JSON.stringify(name)} must be synchronous and may not use fetch: only ${awaitedHooks.slice(0, -1).join(', ')} and ${awaitedHooks.at(-1)} may`;
}

function declarationsOf(name: Node): readonly Node[] {
	const symbol = name.getSymbol();
	return (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? [];
}

/** Reports whether the name is the global function, not a member or a declaration of a hook file. */
function isGlobal(name: Node, declarations: readonly Node[]): boolean {
	const parent = name.getParent();
	if (Node.isPropertyAccessExpression(parent) && parent.getNameNode() === name) return parent.getExpression().getText() === 'globalThis';
	return !declarations.some(isOwn);
}

/** Reports whether a hook file, or a file next to one, has the declaration. */
function isOwn(declaration: Node): boolean {
	const path = declaration.getSourceFile().getFilePath();
	return path.includes(`/${hooksFolder}/`) && !path.includes(`/${hooksFolder}/${supportFolder}/`) && !path.includes('/node_modules/');
}
