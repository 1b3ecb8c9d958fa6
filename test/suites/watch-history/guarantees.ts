/** The nine watch guarantees of etcd's robustness tests, one record each. */
import { type ExpectedEvent, keyOf } from './expected.ts';
import type { RecordedEvent, RecordedWatch, RecordedWrite, SentEvent } from './history.ts';

/** A watch with the events it should have received. */
export interface Judged {
	readonly watch: RecordedWatch;
	/** Received events without bookmarks. */
	readonly sent: readonly SentEvent[];
	/** All matching events after the start of the watch, by revision, in order. */
	readonly expected: ReadonlyMap<number, ExpectedEvent>;
	/** All effective writes, matching or not. */
	readonly writes: ReadonlyMap<number, RecordedWrite>;
}

export interface Guarantee {
	readonly name: string;
	readonly promise: string;
	/** Returns one sentence for each violation. */
	check(judged: Judged): readonly string[];
}

export const guarantees: readonly Guarantee[] = [
	{
		name: 'ordered',
		promise: 'events come in the order of their revisions, and no bookmark goes back',
		check: ({ watch: { events } }) => {
			let last = 0;
			return events.flatMap((event) => {
				const before = last;
				last = Math.max(last, event.revision);
				return event.revision < before ? [`${told(event)} came after ${before}`] : [];
			});
		},
	},
	{
		name: 'unique',
		promise: 'an event comes once',
		check: ({ sent }) => {
			const seen = new Set<number>();
			return sent.flatMap((event) => (seen.has(event.revision) ? [`${told(event)} came twice`] : seen.add(event.revision) && []));
		},
	},
	{
		name: 'atomic',
		promise: 'an event shows one write, whole: its object and its content, and nothing of another',
		check: ({ sent, writes }) =>
			sent.flatMap((event) => {
				const write = writes.get(event.revision);
				if (write === undefined) return [];
				if (keyOf(write) !== keyOf(event)) return [`${told(event)}: it was ${keyOf(write)} that changed`];
				if (event.type === 'DELETED' || write.value === event.value) return [];
				return [`${told(event)}: its value is ${event.value}, it should be ${write.value ?? 'gone'}`];
			}),
	},
	{
		name: 'reliable',
		promise: 'from the first event on nothing is left out, and nothing is told that did not happen',
		check: ({ watch, sent, expected, writes }) => {
			const [first, last] = [sent[0], sent.at(-1)];
			if (first === undefined || last === undefined) return [];
			const never = sent.filter(({ revision }) => !writes.has(revision)).map((event) => `${told(event)} was sent, but nothing happened then`);
			return [...never, ...missing(sent, expected, first.revision, Math.max(last.revision, watch.completeTo ?? 0))];
		},
	},
	{
		name: 'resumable',
		promise: 'a watch goes on right behind the revision that it names',
		check: ({ watch, sent, expected }) => [
			...sent.filter(({ revision }) => revision <= watch.from).map((event) => `${told(event)} came again: the watch began after ${watch.from}`),
			...missing(sent, expected, watch.from, sent[0]?.revision ?? watch.completeTo ?? 0),
		],
	},
	{
		name: 'bookmarkable',
		promise: 'all up to a bookmark came before it, and nothing of that comes after it',
		check: ({ watch: { events }, expected }) => {
			const seen = new Set<number>();
			const due = [...expected.values()];
			let marked = 0;
			return events.flatMap((event) => {
				if (event.type !== 'BOOKMARK') {
					seen.add(event.revision);
					return event.revision <= marked ? [`${told(event)} came behind a bookmark at ${marked}`] : [];
				}
				marked = Math.max(marked, event.revision);
				const notYet = due.findIndex(({ revision }) => revision > marked);
				const over = due.splice(0, notYet === -1 ? due.length : notYet);
				return over.filter(({ revision }) => !seen.has(revision)).map((late) => notSent(late, marked));
			});
		},
	},
	{
		name: 'filtered',
		promise: 'nothing comes that was not asked for',
		check: ({ watch, sent, expected, writes }) =>
			sent
				.filter(({ revision }) => revision > watch.from && writes.has(revision) && !expected.has(revision))
				.map((event) => `${told(event)} is not what it asked for`),
	},
	{
		name: 'previous value',
		promise: 'what is deleted, or leaves a selector, is shown as it was before',
		check: (judged) =>
			compared(judged, (event, { type, value, previousLabels }) => {
				if (type === 'DELETED' && event.type === 'DELETED' && event.value !== value) return `the state before had the value ${value}, not ${event.value}`;
				if (event.previousLabels === undefined || sameLabels(event.previousLabels, previousLabels)) return undefined;
				return `the state before had the labels ${JSON.stringify(previousLabels)}, not ${JSON.stringify(event.previousLabels)}`;
			}),
	},
	{
		name: 'creation flag',
		promise: 'ADDED is what is new to the watch, MODIFIED what it knew, DELETED what it no longer sees',
		check: (judged) => compared(judged, (event, { type }) => (event.type === type ? undefined : `it should be ${type}`)),
	},
];

function told(event: RecordedEvent): string {
	return event.type === 'BOOKMARK' ? `BOOKMARK at ${event.revision}` : `${event.type} of ${keyOf(event)} at ${event.revision}`;
}

function missing(sent: readonly SentEvent[], expected: Judged['expected'], after: number, upTo: number): string[] {
	const seen = new Set(sent.map(({ revision }) => revision));
	return [...expected.values()].filter(({ revision }) => revision > after && revision <= upTo && !seen.has(revision)).map((event) => notSent(event, upTo));
}

function notSent(event: SentEvent, reached: number): string {
	return `${told(event)} was not sent, though ${reached} was reached`;
}

/** Returns the differences between received and expected events. */
function compared({ sent, expected }: Judged, differs: (event: SentEvent, expected: ExpectedEvent) => string | undefined): string[] {
	return sent.flatMap((event) => {
		const wanted = expected.get(event.revision);
		const problem = wanted && differs(event, wanted);
		return problem === undefined ? [] : [`${told(event)}: ${problem}`];
	});
}

function sameLabels(some: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): boolean {
	const text = (labels: Readonly<Record<string, string>>): string => JSON.stringify(Object.entries(labels).sort());
	return text(some) === text(others);
}
