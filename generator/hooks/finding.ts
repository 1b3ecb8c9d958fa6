/** Error in a hook file, with its position in the source. */
import type { Node, SourceFile } from 'ts-morph';

export interface Finding {
	readonly source: SourceFile;
	readonly start: number;
	readonly end: number;
	readonly message: string;
	/** Node that contains the whole error; the compiler's own error inside it is a duplicate. */
	readonly whole?: Node;
}

export function findingAt(node: Node, message: string, whole?: Node): Finding {
	return { source: node.getSourceFile(), start: node.getStart(), end: node.getEnd(), message, ...(whole !== undefined && { whole }) };
}
