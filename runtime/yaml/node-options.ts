import type { NodeLines } from './node-lines.ts';
import type { TagHandles } from './properties.ts';

export interface NodeOptions {
	readonly handles: TagHandles;
	/** Receives a sentence per duplicate key. */
	readonly duplicates: string[] | undefined;
	/** Receives the lines of all members. */
	readonly lines: NodeLines | undefined;
}
