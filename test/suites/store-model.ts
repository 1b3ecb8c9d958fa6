/** The simplest possible store, for comparison with real ones: keeps every state in memory. */

import { compareText } from '../../runtime/model/text-order.ts';
import type { Change, Mutation, Outcome, Revision, Row } from '../../runtime/storage/store.ts';

type Plain = readonly [key: string, revision: Revision, bytes: string | undefined, side: string | undefined];

export const plainRow = (row: Row): Plain => [`${row.resource}/${row.namespace}/${row.name}`, row.revision, Buffer.from(row.bytes).toString(), row.side];

export const plainChange = (change: Change) => [
	`${change.resource}/${change.namespace}/${change.name}`,
	change.revision,
	change.bytes && Buffer.from(change.bytes).toString(),
	change.side,
	change.previous && [change.previous.revision, Buffer.from(change.previous.bytes).toString(), change.previous.side],
];

export class StoreModel {
	readonly log: Change[] = [];
	readonly #states: { readonly revision: Revision; readonly rows: ReadonlyMap<string, Row> }[];

	constructor(start: Revision) {
		this.#states = [{ revision: start, rows: new Map() }];
	}

	get revision(): Revision {
		return this.#states.at(-1)?.revision ?? 0;
	}

	get current(): readonly Row[] {
		return this.at(this.revision);
	}

	get revisions(): readonly Revision[] {
		return this.#states.map((state) => state.revision);
	}

	apply(mutation: Mutation): Outcome {
		const { resource, namespace, name, bytes, side = '', version = '' } = mutation;
		const rows = new Map(this.#states.at(-1)?.rows);
		const key = `${resource}/${namespace}/${name}`;
		const before = rows.get(key);
		if ((before?.revision ?? 0) !== mutation.expected || (bytes === undefined && before === undefined)) return { ok: false, current: before?.revision ?? 0 };
		const revision = this.revision + 1;
		if (bytes === undefined) rows.delete(key);
		else rows.set(key, { resource, namespace, name, revision, bytes, side, version });
		this.#states.push({ revision, rows });
		this.log.push({ resource, namespace, name, revision, timeMs: 0, ...(bytes && { bytes, side, version }), ...(before && { previous: before }) });
		return { ok: true, revision };
	}

	at(revision: Revision): readonly Row[] {
		const state = this.#states.findLast((each) => each.revision <= revision);
		const rows = [...(state?.rows.values() ?? [])];
		return rows.sort((a, b) => compareText(a.resource, b.resource) || compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
	}
}
