/** History recorded by all clients of one run. */
import { keyOf } from '../watch-history/expected.ts';
import type { RecordedState, RecordedWatch, RecordedWrite } from '../watch-history/history.ts';

/** A delete is acknowledged without its revision; the recorder knows only that it is newer than the deleted state. */
export interface Deleted {
	readonly namespace: string;
	readonly name: string;
	readonly after: number;
}

export class History {
	readonly writes: RecordedWrite[] = [];
	/** Deletes in order, because each object has one writer. */
	readonly deletes: Deleted[] = [];
	readonly watches: RecordedWatch[] = [];
	readonly states: RecordedState[] = [];

	/** Returns all writes, with deletes at the revisions that watches reported, and a problem for each unreported delete. */
	placed(): { readonly writes: readonly RecordedWrite[]; readonly problems: readonly string[] } {
		const told = this.watches
			.filter(({ selects }) => selects === undefined)
			.flatMap(({ events }) => events.flatMap((event) => (event.type === 'DELETED' ? [event] : [])));
		const writes = Map.groupBy(this.writes, keyOf);
		const tellings = Map.groupBy(told, keyOf);
		const problems: string[] = [];
		const placed = this.deletes.flatMap((gone) => {
			const { namespace, name, after } = gone;
			const next = Math.min(...(writes.get(keyOf(gone)) ?? []).map(({ revision }) => revision).filter((revision) => revision > after));
			const event = tellings.get(keyOf(gone))?.find(({ revision }) => revision > after && revision < next);
			if (event === undefined) problems.push(`the delete of ${keyOf(gone)} after ${after} was acknowledged, and told to nobody`);
			return event === undefined ? [] : [{ revision: event.revision, namespace, name }];
		});
		return { writes: [...this.writes, ...placed], problems };
	}
}
