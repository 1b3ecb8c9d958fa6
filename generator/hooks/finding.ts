/** A mistake in a hook file, at a place in its source. */
import type { Node, SourceFile } from 'ts-morph';

export interface Finding {
	readonly source: SourceFile;
	readonly start: number;
	readonly end: number;
	readonly message: string;
	/** The whole of the mistake, in which the compiler finds it a second time in other words. */
	readonly whole?: Node;
}

export function findingAt(node: Node, message: string, whole?: Node): Finding {
	return { source: node.getSourceFile(), start: node.getStart(), end: node.getEnd(), message, ...(whole !== undefined && { whole }) };
}
