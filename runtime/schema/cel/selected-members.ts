/** Members of a variable that an expression selects by name. */
import type { ASTNode } from '@marcbachmann/cel-js';

/** Returns the names in `variable.name` and `variable.?name`. An index, `variable["name"]`, is not a selection. */
export function selectedMembers(node: ASTNode, variable: string): ReadonlySet<string> {
	const own = (node.op === '.' || node.op === '.?') && node.args[0].op === 'id' && node.args[0].args === variable ? [node.args[1]] : [];
	const within = [node.args as unknown].flat(3).flatMap((part) => (isNode(part) ? [...selectedMembers(part, variable)] : []));
	return new Set([...own, ...within]);
}

function isNode(part: unknown): part is ASTNode {
	return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}
