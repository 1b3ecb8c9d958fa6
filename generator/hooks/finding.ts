/** An error in a hook file, with its position. */
import type { Node, SourceFile } from 'ts-morph';

export interface Finding {
	readonly source: SourceFile;
	readonly start: number;
	readonly end: number;
	readonly message: string;
	/** Node with the whole error; the compiler's own errors inside it are duplicates. */
	readonly whole?: Node;
}

export function findingAt(node: Node, message: string, whole?: Node): Finding {
	return { source: node.getSourceFile(), start: node.getStart(), end: node.getEnd(), message, ...(whole !== undefined && { whole }) };
}
