/** The checker itself: it must find each kind of broken promise. */
import { describe, expect, it } from 'vitest';
import { checkWatches, type RecordedEvent, type RecordedWatch, type RecordedWrite } from '../suites/watch-history.ts';

const object = (name: string) => ({ namespace: 'a', name });
const writes: RecordedWrite[] = [
	{ revision: 11, ...object('x'), value: '1', labels: { on: 'y' } },
	{ revision: 12, ...object('y'), value: '2', labels: {} },
	{ revision: 13, ...object('x'), value: '3', labels: {} },
	{ revision: 15, ...object('x'), value: '4', labels: { on: 'y' } },
	{ revision: 16, ...object('y') },
];
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', revision: number, name: string, value: string): RecordedEvent => ({
	type,
	revision,
	...object(name),
	value,
});
const right: RecordedEvent[] = [
	event('ADDED', 11, 'x', '1'),
	event('ADDED', 12, 'y', '2'),
	event('MODIFIED', 13, 'x', '3'),
	{ type: 'BOOKMARK', revision: 14 },
	event('MODIFIED', 15, 'x', '4'),
	event('DELETED', 16, 'y', '2'),
];
const check = (events: RecordedEvent[], more: Partial<RecordedWatch> = {}) => checkWatches(writes, [{ name: 'w', from: 10, namespace: '', events, ...more }]);

describe('the checker of watch histories', () => {
	it('is content with a right history, from any revision, in any namespace', () => {
		expect(check(right, { completeTo: 16 })).toEqual([]);
		expect(check(right.slice(2), { from: 12, completeTo: 16 })).toEqual([]);
		expect(check([], { namespace: 'b', completeTo: 16 })).toEqual([]);
	});

	it('knows what a selector makes of changes', () => {
		const selects = (labels: Readonly<Record<string, string>>) => labels.on === 'y';
		const events = [event('ADDED', 11, 'x', '1'), event('DELETED', 13, 'x', '3'), event('ADDED', 15, 'x', '4')];
		expect(check(events, { selects, completeTo: 16 })).toEqual([]);
		expect(check(right, { selects })).not.toEqual([]);
	});

	it.each([
		['out of order', [right[1], right[0]], /ADDED at 11 came after 12/],
		['twice', [right[0], right[0]], /ADDED at 11 came after 11/],
		['with a gap', [right[0], right[2]], /ADDED of a\/y at 12 was not sent/],
		['with the wrong type', [event('MODIFIED', 11, 'x', '1')], /it should be ADDED/],
		['with the wrong value', [event('ADDED', 11, 'x', '7')], /its value is 7/],
		['of the wrong object', [event('ADDED', 11, 'y', '1')], /a\/x that changed/],
		['that never were', [event('ADDED', 14, 'x', '1')], /nothing that it asked for/],
		['before a bookmark is kept', [{ type: 'BOOKMARK', revision: 12 } as const, right[1]], /ADDED at 12 came after 12/],
		['missing at a bookmark', [right[0], { type: 'BOOKMARK', revision: 14 } as const], /MODIFIED of a\/x at 13 was not sent, though 14/],
		['with a wrong previous state', [{ ...event('ADDED', 11, 'x', '1'), previousLabels: { a: 'b' } } as RecordedEvent], /the state before/],
	])('finds events %s', (_, events, problem) => {
		expect(check(events as RecordedEvent[]).join('\n')).toMatch(problem);
	});

	it('finds missing events at the end, and a revision used twice', () => {
		expect(check(right.slice(0, 5), { completeTo: 16 })).toEqual(['w: DELETED of a/y at 16 was not sent, though 16 was reached']);
		expect(checkWatches([...writes, { revision: 11, ...object('z'), value: '' }], [])).toEqual(['revision 11 was given to two writes']);
	});
});
