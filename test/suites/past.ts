/** Reads all rows of a resource at a revision, page by page. */
import type { Revision, Row, Store } from '../../runtime/storage/store.ts';

export async function pastOf(store: Pick<Store, 'at'>, revision: Revision, resource: string, limit = 1000): Promise<Row[]> {
	const rows: Row[] = [];
	for (;;) {
		const page = await store.at(revision, { resource, after: rows.at(-1) }, limit);
		if (page.length === 0) return rows;
		rows.push(...page);
	}
}
