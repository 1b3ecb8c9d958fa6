/** Reads the complete log between two revisions, for any page size of the store. */
import type { Change, ChangesFilter, Revision, Store } from '../../runtime/storage/store.ts';

export async function changesBetween(store: Pick<Store, 'changes'>, after: Revision, upTo: Revision, filter?: ChangesFilter): Promise<Change[]> {
	const found: Change[] = [];
	for (;;) {
		const changes = await store.changes(found.at(-1)?.revision ?? after, upTo, 1000, filter);
		if (changes.length === 0) return found;
		found.push(...changes);
	}
}
