/** Tests the checker of recorded watches: it finds a violation of each guarantee and names the guarantee. */
import { describe, expect, it } from 'vitest';
import { checkStates, checkWatches } from '../suites/watch-history/check.ts';
import { guarantees } from '../suites/watch-history/guarantees.ts';
import type { RecordedEvent, RecordedState, RecordedWatch, RecordedWrite, SentEvent } from '../suites/watch-history/history.ts';

const object = (name: string) => ({ namespace: 'a', name });
const writes: RecordedWrite[] = [
	{ revision: 11, ...object('x'), value: '1', labels: { on: 'y' } },
	{ revision: 12, ...object('y'), value: '2', labels: {} },
	{ revision: 13, ...object('x'), value: '3', labels: {} },
	{ revision: 15, ...object('x'), value: '4', labels: { on: 'y' } },
	{ revision: 16, ...object('y') },
	{ revision: 17, namespace: 'b', name: 'z', value: '5' },
];
const event = (type: SentEvent['type'], revision: number, name: string, value: string): SentEvent => ({
	type,
	revision,
	...object(name),
	value,
});
const bookmark = (revision: number): RecordedEvent => ({ type: 'BOOKMARK', revision });
const x1 = event('ADDED', 11, 'x', '1');
const y2 = event('ADDED', 12, 'y', '2');
const x3 = event('MODIFIED', 13, 'x', '3');
const x4 = event('MODIFIED', 15, 'x', '4');
const y5 = event('DELETED', 16, 'y', '2');
const right = [x1, y2, x3, bookmark(14), x4, y5];
const selects = (labels: Readonly<Record<string, string>>) => labels.on === 'y';
const check = (events: readonly RecordedEvent[], more: Partial<RecordedWatch> = {}) =>
	checkWatches(writes, [{ name: 'w', from: 10, namespace: 'a', events, ...more }]);

interface Planted {
	readonly events: readonly RecordedEvent[];
	readonly watch?: Partial<RecordedWatch>;
	readonly problem: RegExp;
}

const planted: Readonly<Record<string, Readonly<Record<string, Planted>>>> = {
	ordered: {
		'an event before an earlier one': { events: [y2, x1], problem: /ADDED of a\/x at 11 came after 12/ },
		'a bookmark that goes back': { events: [x1, y2, bookmark(11)], problem: /BOOKMARK at 11 came after 12/ },
	},
	unique: { 'an event twice': { events: [x1, x1], problem: /ADDED of a\/x at 11 came twice/ } },
	atomic: {
		'the content of another write': { events: [event('ADDED', 11, 'x', '7')], problem: /its value is 7, it should be 1/ },
		'another object': { events: [event('ADDED', 11, 'y', '1')], problem: /it was a\/x that changed/ },
	},
	reliable: {
		'a gap': { events: [x1, x3], problem: /ADDED of a\/y at 12 was not sent, though 13/ },
		'an end that is missing': { events: right.slice(0, 5), watch: { completeTo: 16 }, problem: /DELETED of a\/y at 16 was not sent, though 16/ },
		'what never was': { events: [event('ADDED', 14, 'x', '1')], problem: /nothing happened then/ },
	},
	resumable: {
		'a gap behind the start': { events: [x3], watch: { from: 11 }, problem: /ADDED of a\/y at 12 was not sent, though 13/ },
		'nothing at all': { events: [], watch: { from: 12, completeTo: 13 }, problem: /MODIFIED of a\/x at 13 was not sent, though 13/ },
		'what was before the start': { events: [y2, x3], watch: { from: 12 }, problem: /ADDED of a\/y at 12 came again: the watch began after 12/ },
	},
	bookmarkable: {
		'an event that a bookmark has overtaken': { events: [x1, bookmark(12), y2], problem: /ADDED of a\/y at 12 came behind a bookmark at 12/ },
		'a bookmark past what was never sent': { events: [x1, y2, bookmark(14)], problem: /MODIFIED of a\/x at 13 was not sent, though 14/ },
	},
	filtered: {
		'another namespace': { events: [...right, { ...event('ADDED', 17, 'z', '5'), namespace: 'b' }], problem: /ADDED of b\/z at 17 is not what it asked for/ },
		'another object': { events: [x1, y2], watch: { object: 'x' }, problem: /a\/y at 12 is not what it asked for/ },
		'what a selector leaves out': { events: [x1, y2], watch: { selects }, problem: /a\/y at 12 is not what it asked for/ },
	},
	'previous value': {
		'a delete with an older state': { events: [x1, y2, x3, x4, event('DELETED', 16, 'y', '0')], problem: /the state before had the value 2, not 0/ },
		'one that leaves a selector, as it is now': { events: [x1, event('DELETED', 13, 'x', '3')], watch: { selects }, problem: /had the value 1, not 3/ },
		'other labels': { events: [x1, y2, { ...x3, previousLabels: { a: 'b' } }], problem: /had the labels \{"on":"y"\}, not \{"a":"b"\}/ },
	},
	'creation flag': {
		'a create as a change': { events: [event('MODIFIED', 11, 'x', '1')], problem: /it should be ADDED/ },
		'a change as a create': { events: [x1, y2, event('ADDED', 13, 'x', '3')], problem: /it should be MODIFIED/ },
		'one that comes back to a selector as a change': { events: [x1, event('DELETED', 13, 'x', '1'), x4], watch: { selects }, problem: /it should be ADDED/ },
	},
};

describe('the checker of watch histories', () => {
	it('is content with a right history, from any revision, in any namespace', () => {
		expect(check(right, { completeTo: 16 })).toEqual([]);
		expect(check(right.slice(2), { from: 12, completeTo: 16 })).toEqual([]);
		expect(check([], { namespace: 'c', completeTo: 16 })).toEqual([]);
	});

	it('knows what a selector makes of changes', () => {
		const events = [x1, event('DELETED', 13, 'x', '1'), event('ADDED', 15, 'x', '4')];
		expect(check(events, { selects, completeTo: 16 })).toEqual([]);
		expect(check(right, { selects })).not.toEqual([]);
	});

	it('has nine guarantees, of each of which a break is planted here', () => {
		expect(guarantees.map(({ name }) => name)).toEqual(Object.keys(planted));
		expect(guarantees.length).toBe(9);
	});

	const all = Object.entries(planted).flatMap(([guarantee, cases]) => Object.entries(cases).map(([what, one]) => [guarantee, what, one] as const));
	it.each(all)('finds what is not %s: %s', (guarantee, _, { events, watch, problem }) => {
		const found = check(events, watch).filter((sentence) => sentence.startsWith(`${guarantee}: w: `));
		expect(found.join('\n')).toMatch(problem);
	});

	it('finds a revision used twice', () => {
		expect(checkWatches([...writes, { revision: 11, ...object('q'), value: '' }], [])).toEqual(['atomic: revision 11 was given to two writes']);
	});
});

describe('the checker of lists', () => {
	const y = { revision: 12, ...object('y'), value: '2' };
	const x = { revision: 13, ...object('x'), value: '3' };
	const list = (objects: RecordedState['objects'], more: Partial<RecordedState> = {}) =>
		checkStates(writes, [{ name: 'l', revision: 14, namespace: 'a', objects, ...more }]);

	it('is content with all that was there at the revision, and with nothing else', () => {
		expect(list([y, x])).toEqual([]);
		expect(list([], { selects })).toEqual([]);
		expect(list([{ ...x, revision: 15, value: '4' }], { revision: 16 })).toEqual([]);
	});

	it.each([
		['something missing', [x], /a\/y was not shown/],
		['something gone, or twice', [x, y, y], /a\/y was shown, and is not there, or twice/],
		['an older state', [y, { ...x, revision: 11, value: '1' }], /a\/x was shown as 1 of 11, it was 3 of 13/],
	])('finds %s', (_, objects, problem) => {
		expect(list(objects).join('\n')).toMatch(problem);
	});
});
