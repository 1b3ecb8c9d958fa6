/**
 * Checks the guarantees of a watch on recorded histories: ordered, unique, atomic, reliable, resumable, bookmarkable,
 * filtered rightly, previous value right. Works on what any client can record: acknowledged writes with their revision, and what
 * watches were sent; so it serves the cache, the server over HTTP, and several servers over one store alike.
 */

/** An acknowledged write of one object; a write that was not acknowledged but took effect may be added from the log. */
export interface RecordedWrite {
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	/** Absent: deleted. */
	readonly value?: string;
	readonly labels?: Readonly<Record<string, string>>;
}

export type RecordedEvent =
	| {
			readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
			readonly revision: number;
			readonly namespace: string;
			readonly name: string;
			readonly value: string;
			/** Labels of the state before, where the recorder can see them. */
			readonly previousLabels?: Readonly<Record<string, string>>;
	  }
	| { readonly type: 'BOOKMARK'; readonly revision: number };

/** One watch, from its start to its end; a resumed one is another. */
export interface RecordedWatch {
	/** For messages. */
	readonly name: string;
	/** Events after this revision were asked for. */
	readonly from: number;
	/** Empty: all. */
	readonly namespace: string;
	/** Which objects it wants, by their labels; absent: all. */
	readonly selects?: (labels: Readonly<Record<string, string>>) => boolean;
	/** Everything up to here must have been sent (known to the recorder, or by a bookmark); absent: only the order is checked. */
	readonly completeTo?: number;
	readonly events: readonly RecordedEvent[];
}

interface State {
	readonly value: string;
	readonly labels: Readonly<Record<string, string>>;
}

interface Expected {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	readonly value: string;
	readonly previousLabels: Readonly<Record<string, string>> | undefined;
}

/** All that is wrong, one sentence each; empty when every guarantee holds. `writes` are all that took effect, in any order. */
export function checkWatches(writes: readonly RecordedWrite[], watches: readonly RecordedWatch[]): string[] {
	const ordered = writes.toSorted((a, b) => a.revision - b.revision);
	const problems = ordered.flatMap((write, i) =>
		i > 0 && ordered[i - 1]?.revision === write.revision ? [`revision ${write.revision} was given to two writes`] : [],
	);
	return [...problems, ...watches.flatMap((watch) => checkWatch(ordered, watch).map((problem) => `${watch.name}: ${problem}`))];
}

function checkWatch(ordered: readonly RecordedWrite[], watch: RecordedWatch): string[] {
	const problems: string[] = [];
	const sent = watch.events.filter((event) => event.type !== 'BOOKMARK');
	checkOrder(watch, problems);
	const expected = expectedEvents(ordered, watch);
	const byRevision = new Map(expected.map((event) => [event.revision, event]));
	for (const event of sent) compare(event, byRevision.get(event.revision), problems);
	const seen = new Set(sent.map((event) => event.revision));
	const reach = Math.max(watch.completeTo ?? 0, ...watch.events.map((event) => event.revision));
	for (const event of expected) {
		// Reliable and atomic: whoever was told of a revision was told of all before it.
		if (event.revision <= reach && !seen.has(event.revision))
			problems.push(`${event.type} of ${event.namespace}/${event.name} at ${event.revision} was not sent, though ${reach} was reached`);
	}
	return problems;
}

function checkOrder(watch: RecordedWatch, problems: string[]): void {
	let last = watch.from;
	for (const event of watch.events) {
		const repeated = event.type === 'BOOKMARK' ? event.revision < last : event.revision <= last;
		if (repeated) problems.push(`${event.type} at ${event.revision} came after ${last}`);
		last = Math.max(last, event.revision);
	}
}

/** What the filter makes of the writes: entering is ADDED, leaving is DELETED. */
function expectedEvents(ordered: readonly RecordedWrite[], watch: RecordedWatch): Expected[] {
	const states = new Map<string, State>();
	const expected: Expected[] = [];
	for (const write of ordered) {
		const { namespace, name, revision } = write;
		const key = `${namespace}/${name}`;
		const before = states.get(key);
		const after = write.value === undefined ? undefined : { value: write.value, labels: write.labels ?? {} };
		if (after) states.set(key, after);
		else states.delete(key);
		if (revision <= watch.from || (watch.namespace !== '' && watch.namespace !== namespace)) continue;
		const selects = (state: State | undefined) => state !== undefined && (watch.selects?.(state.labels) ?? true);
		const type = typeOf(selects(before), selects(after));
		if (type === undefined) continue;
		// The last state that the watch may know: for a leaving object, what it became.
		const value = (after ?? before)?.value ?? '';
		expected.push({ type, revision, namespace, name, value, previousLabels: before?.labels });
	}
	return expected;
}

function typeOf(was: boolean, is: boolean): Expected['type'] | undefined {
	if (is) return was ? 'MODIFIED' : 'ADDED';
	return was ? 'DELETED' : undefined;
}

function compare(event: Exclude<RecordedEvent, { type: 'BOOKMARK' }>, expected: Expected | undefined, problems: string[]): void {
	const what = `${event.type} of ${event.namespace}/${event.name} at ${event.revision}`;
	if (expected === undefined) {
		problems.push(`${what} was sent, but nothing that it asked for happened then`);
		return;
	}
	if (expected.namespace !== event.namespace || expected.name !== event.name)
		problems.push(`${what}: it was ${expected.namespace}/${expected.name} that changed`);
	if (expected.type !== event.type) problems.push(`${what}: it should be ${expected.type}`);
	// A leaving object may be told with the state before or after; a deleted one with its last state.
	if (event.type !== 'DELETED' && expected.value !== event.value) problems.push(`${what}: its value is ${event.value}, it should be ${expected.value}`);
	if (event.previousLabels !== undefined && JSON.stringify(event.previousLabels) !== JSON.stringify(expected.previousLabels)) {
		problems.push(`${what}: the state before had the labels ${JSON.stringify(expected.previousLabels)}, not ${JSON.stringify(event.previousLabels)}`);
	}
}
