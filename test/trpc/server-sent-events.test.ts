/**
 * Tests watches as server-sent events: frames that all subscriptions share, ids from which a client resumes, and pings only between frames.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventWriter } from '../../runtime/api/request.ts';
import { serverSentEvents, subscriptionBody } from '../../runtime/trpc/server-sent-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const framing = serverSentEvents((status) => ({ message: status.message }));
const line = (event: object): Buffer => Buffer.from(`${JSON.stringify(event)}\n`);

it.each<[string, object, boolean, string]>([
	['a change has the id of its version', { type: 'ADDED', object: { metadata: { name: 'a', resourceVersion: '7' } } }, false, '7'],
	['a text that looks like a version is none', { type: 'ADDED', object: { a: '"resourceVersion":"1"', metadata: { resourceVersion: '7' } } }, false, '7'],
	['the initial state has one id', { type: 'ADDED', object: { metadata: { resourceVersion: '7' } } }, true, 'initial'],
])('%s', (_, event, isInitial, id) => {
	expect(framing.json(line(event), isInitial).toString()).toBe(`data: ${JSON.stringify(event)}\nid: ${id}\n\n`);
});

it('an error is an event of its own', () => {
	expect(framing.json(line({ type: 'ERROR', object: { message: 'gone' } }), false).toString()).toBe('event: serialized-error\ndata: {"message":"gone"}\n\n');
});

it('a ping is between frames, and waits for a client that does not read', async () => {
	const written: string[] = [];
	let isFull = false;
	let wake: () => void = () => undefined;
	const out: EventWriter = {
		signal: new AbortController().signal,
		write: (bytes) => {
			written.push(bytes.toString());
			return !isFull;
		},
		drained: () => new Promise((resolve) => (wake = resolve)),
	};
	const steps = Promise.withResolvers<EventWriter>();
	void subscriptionBody({
		kind: 'events',
		start: (writer) => {
			steps.resolve(writer);
			return new Promise(() => undefined);
		},
	}).start(out);
	const writer = await steps.promise;
	const pinged = () => {
		const before = written.length;
		vi.advanceTimersByTime(15_000);
		return written.slice(before).includes('event: ping\ndata: \n\n');
	};
	expect(pinged()).toBe(true);
	writer.write(Buffer.from('data: {"a":'));
	expect(pinged()).toBe(false);
	writer.write(Buffer.from('1}\nid: 7\n'));
	expect(pinged()).toBe(false);
	writer.write(Buffer.from('\n'));
	expect(pinged()).toBe(true);
	isFull = true;
	writer.write(Buffer.from('data: {}\nid: 8\n\n'));
	expect(pinged()).toBe(false);
	const drained = writer.drained();
	isFull = false;
	wake();
	await drained;
	expect(pinged()).toBe(true);
});
