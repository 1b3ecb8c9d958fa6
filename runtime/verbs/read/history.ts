/** Objects as they were: rows of the store's history in the form in which the cache holds objects. */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Predicate } from '../../select/index.ts';
import type { Revision, Row, Store } from '../../storage/store.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { Side } from '../../watch/objects/side.ts';
import { fittingForm, leftOutBy, splice } from '../../watch/objects/splice.ts';

/** One read of the store: bounded, so that a list over a large type does not hold the store's thread. */
const rowsPerRead = 1000;

type Place = { readonly namespace: string; readonly name: string };

/** At most `limit` objects that match, in key order. Throws CompactedError. */
export async function objectsAt(
	store: Store,
	revision: Revision,
	query: { readonly resource: string; readonly form: ItemForm; readonly namespace: string; readonly after: Place | undefined },
	matches: Predicate,
	limit: number,
): Promise<CachedObject[]> {
	const found: CachedObject[] = [];
	let after = query.after;
	for (;;) {
		const rows = await store.at(revision, {
			resource: query.resource,
			...(query.namespace === '' ? {} : { namespace: query.namespace }),
			...(after === undefined ? {} : { after }),
			limit: rowsPerRead,
		});
		for (const row of rows) {
			const object = objectOfRow(row, query.form);
			if (!matches(object)) continue;
			found.push(object);
			if (found.length >= limit) return found;
		}
		const last = rows.at(-1);
		if (rows.length < rowsPerRead || last === undefined) return found;
		after = { namespace: last.namespace, name: last.name };
	}
}

function objectOfRow({ namespace, name, revision, side, bytes }: Row, typeForm: ItemForm): CachedObject {
	const { labels, fields } = new Side(side);
	const form = fittingForm(typeForm, bytes);
	return { namespace, name, revision, labels, fields, form, bytes: splice(bytes, revision, leftOutBy(form)) };
}
