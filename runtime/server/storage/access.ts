/** How the command reaches what is stored: through a server that runs, or in the data folder of one that does not. */
import type { StorageStatus, StoredKind } from '../../migration/status.ts';

export interface StorageAccess {
	/** Rejects with an Error of one sentence. */
	status(): Promise<StorageStatus>;
	/** Rewrites some of what is left of a resource, for about a second at most; what is stored then. Rejects with an Error of one sentence. */
	rewriteSome(resource: string, signal: AbortSignal): Promise<StoredKind>;
	close(): Promise<void>;
}
