/** Checks recorded histories by replaying the effective writes in revision order. */
import { expectedEvents, expectedState, keyOf } from './expected.ts';
import { guarantees, type Judged } from './guarantees.ts';
import type { RecordedState, RecordedWatch, RecordedWrite, SentEvent } from './history.ts';

/**
 * Returns one sentence for each violation, naming the guarantee; empty when every guarantee holds. `writes` contains all effective writes
 * in any order.
 */
export function checkWatches(writes: readonly RecordedWrite[], watches: readonly RecordedWatch[]): string[] {
	const ordered = inOrder(writes);
	const byRevision = new Map(ordered.map((write) => [write.revision, write]));
	const twice = ordered.filter(({ revision }, i) => ordered[i - 1]?.revision === revision);
	return [
		...twice.map(({ revision }) => `atomic: revision ${revision} was given to two writes`),
		...watches.flatMap((watch) => {
			const expected = new Map(expectedEvents(ordered, watch, watch.from).map((event) => [event.revision, event]));
			const sent = watch.events.filter((event): event is SentEvent => event.type !== 'BOOKMARK');
			const judged: Judged = { watch, sent, expected, writes: byRevision };
			return guarantees.flatMap(({ name, check }) => check(judged).map((problem) => `${name}: ${watch.name}: ${problem}`));
		}),
	];
}

/** Returns the differences between the recorded lists or initial watch states and the true state at their revisions. */
export function checkStates(writes: readonly RecordedWrite[], states: readonly RecordedState[]): string[] {
	const ordered = inOrder(writes);
	return states.flatMap((state) => {
		const wanted = new Map(expectedState(ordered, state, state.revision));
		const problem = (what: string): string => `state: ${state.name} at ${state.revision}: ${what}`;
		const wrong = state.objects.flatMap((object) => {
			const key = keyOf(object);
			const right = wanted.get(key);
			wanted.delete(key);
			if (right === undefined) return [problem(`${key} was shown, and is not there, or twice`)];
			const same = right.revision === object.revision && right.value === object.value;
			return same ? [] : [problem(`${key} was shown as ${object.value} of ${object.revision}, it was ${right.value} of ${right.revision}`)];
		});
		return [...wrong, ...[...wanted.keys()].map((key) => problem(`${key} was not shown`))];
	});
}

function inOrder(writes: readonly RecordedWrite[]): RecordedWrite[] {
	return writes.toSorted((a, b) => a.revision - b.revision);
}
