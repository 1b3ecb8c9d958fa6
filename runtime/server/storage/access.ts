/** Access of the `storage` command to stored objects: through a running server, or in the data folder of a stopped one. */
import type { StorageStatus, StoredKind } from '../../migration/status.ts';

export interface StorageAccess {
	/** Returns the status. Rejects with an Error of one sentence. */
	status(): Promise<StorageStatus>;
	/**
	 * Rewrites some outdated objects of a resource, for about a second at most, and returns the resulting status. Rejects with an Error of
	 * one sentence.
	 */
	rewriteSome(resource: string, signal: AbortSignal): Promise<StoredKind>;
	close(): Promise<void>;
}
