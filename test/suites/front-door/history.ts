/** What clients of one run record together. */
import { keyOf } from '../watch-history/expected.ts';
import type { RecordedState, RecordedWatch, RecordedWrite } from '../watch-history/history.ts';

/** A delete is acknowledged without its revision: only that it is newer than what it deleted is known. */
export interface Deleted {
	readonly namespace: string;
	readonly name: string;
	readonly after: number;
}

export class History {
	readonly writes: RecordedWrite[] = [];
	/** An object has one writer, so that they are in order. */
	readonly deletes: Deleted[] = [];
	readonly watches: RecordedWatch[] = [];
	readonly states: RecordedState[] = [];

	/** All writes, deletes at the revisions at which watches told of them, and what is wrong with those that were never told. */
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
