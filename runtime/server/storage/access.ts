/** Access of the `storage` command to stored objects: through a running server, or in the data directory of a stopped one. */
import type { StorageStatus, StoredKind } from '../../migration/status.ts';

export interface StorageAccess {
	/** Returns the versions in which objects are stored. Rejects with an Error of one sentence. */
	status(): Promise<StorageStatus>;
	/**
	 * Rewrites outdated objects of a resource for at most about a second, and returns the resulting status. Rejects with an Error of one
	 * sentence.
	 */
	rewriteSome(resource: string, signal: AbortSignal): Promise<StoredKind>;
	close(): Promise<void>;
}
