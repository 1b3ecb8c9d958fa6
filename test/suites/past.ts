/** All rows of a resource at a revision: a store gives them in as many answers as it likes. */
import type { Revision, Row, Store } from '../../runtime/storage/store.ts';

export async function pastOf(store: Pick<Store, 'at'>, revision: Revision, resource: string, limit = 1000): Promise<Row[]> {
	const all: Row[] = [];
	for (;;) {
		const last = all.at(-1);
		const rows = await store.at(revision, { resource, limit, ...(last && { after: { namespace: last.namespace, name: last.name } }) });
		if (rows.length === 0) return all;
		all.push(...rows);
	}
}
