/** Objects as they were: rows of the store's history in the form in which the cache holds objects. */
import { ApiError } from '../../api/errors.ts';
import type { ItemForm } from '../../codec/item-form.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { Revision, Row, Store } from '../../storage/store.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { LabelsAndFields } from '../../watch/objects/labels-and-fields.ts';
import { fittingForm, leftOutBy, splice } from '../../watch/objects/splice.ts';
import type { Sliced } from './in-slices.ts';
import { select } from './select.ts';

/** One read of the store: bounded, so that a list over a large type does not hold the store's thread. */
const rowsPerRead = 1000;

type Place = { readonly namespace: string; readonly name: string };

/**
 * What a list of the past may carry: it is in memory until it is written, while a list of now is made as it is read.
 */
const mostBytes = 64 * 1024 * 1024;

/** At most `limit` objects that match, in key order. Throws CompactedError; ApiError RequestEntityTooLarge. */
export async function objectsAt(
	store: Store,
	revision: Revision,
	query: { readonly resource: string; readonly form: ItemForm; readonly namespace: string; readonly after: Place | undefined },
	matches: Predicate,
	limit: number,
	sliced: Sliced,
): Promise<CachedObject[]> {
	const found: CachedObject[] = [];
	let bytes = 0;
	let after = query.after;
	for (;;) {
		const rows = await store.at(revision, {
			resource: query.resource,
			...(query.namespace === '' ? {} : { namespace: query.namespace }),
			...(after === undefined ? {} : { after }),
			limit: matches === everything ? Math.min(rowsPerRead, limit - found.length) : rowsPerRead,
		});
		const last = rows.at(-1);
		if (last === undefined) return found;
		const objects = Iterator.from(rows).map((row) => objectOfRow(row, query.form));
		for (const object of await select(objects, matches, limit - found.length, sliced)) {
			bytes += object.bytes.length;
			found.push(object);
		}
		if (found.length >= limit) return found;
		if (bytes > mostBytes) throw tooLarge();
		after = { namespace: last.namespace, name: last.name };
	}
}

function tooLarge(): ApiError {
	const message = `a list of the past may carry ${mostBytes / 1024 / 1024} MiB, and this one is longer: ask for it in pages (limit), or for the list of now`;
	return new ApiError('RequestEntityTooLarge', message);
}

function objectOfRow({ namespace, name, revision, side, bytes }: Row, typeForm: ItemForm): CachedObject {
	const { labels, fields } = new LabelsAndFields(side);
	const form = fittingForm(typeForm, bytes);
	return { namespace, name, revision, labels, fields, form, bytes: splice(bytes, revision, leftOutBy(form)) };
}
