/**
 * Returns all rows of a resource at a revision, in key order. Unchanged rows come from the current state, and all others from the state
 * that their first later change replaced.
 */
import { compareText } from '../../runtime/model/text-order.ts';
import { unpackStates } from '../../runtime/storage/states.ts';
import type { ChangeKey, Key, OutlinedChange, Revision, Row, Store } from '../../runtime/storage/store.ts';

const keyOf = ({ namespace, name }: Key) => `${namespace}/${name}`;

/** Returns the rows that these changes replaced. */
export async function replacedRows(store: Pick<Store, 'replaced'>, changes: readonly ChangeKey[]): Promise<Row[]> {
	const states = unpackStates(await store.replaced(changes, 0));
	return states.map((state, i) => ({ ...keyIn(changes[i] as ChangeKey), ...state }));
}

const keyIn = ({ resource, namespace, name }: Key): Key => ({ resource, namespace, name });

export async function pastOf(store: Pick<Store, 'snapshot' | 'outline' | 'replaced'>, revision: Revision, resource: string, limit = 1000): Promise<Row[]> {
	const rows: Row[] = [];
	const head = await store.snapshot((some) => {
		for (const row of some) if (row.resource === resource && row.revision <= revision) rows.push({ ...row, bytes: Uint8Array.from(row.bytes) });
	});
	const first = new Map<string, OutlinedChange>();
	for (let after = revision; ; ) {
		const changes = await store.outline(after, head, limit);
		for (const change of changes) if (change.resource === resource && !first.has(keyOf(change))) first.set(keyOf(change), change);
		const last = changes.at(-1);
		if (last === undefined) break;
		after = last.revision;
	}
	const replacing = [...first.values()].filter(({ previous }) => previous > 0);
	for (let read = 0; read < replacing.length; ) {
		const some = await replacedRows(store, replacing.slice(read, read + limit));
		rows.push(...some);
		read += some.length;
	}
	return rows.sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}
