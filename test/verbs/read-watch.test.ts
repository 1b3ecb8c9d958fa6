import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventBody } from '../../runtime/api/request.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { watchHandler } from '../../runtime/verbs/watch/watch.ts';
import { openCache } from '../../runtime/watch/cache.ts';
import { configMap, type Reader, reader, requestOf, type Watching, watching } from './read-fixture.ts';

const cms = '/api/v1/namespaces/a/configmaps';
const short = (events: JsonObject[], under: Reader): string[] =>
	events.map((event) => {
		const { name = '', resourceVersion } = (event.object as JsonObject).metadata as { name?: string; resourceVersion?: string };
		return `${event.type} ${name}@${Number(resourceVersion) - Number(under.at(0))}`;
	});

describe('watch', () => {
	let under: Reader;
	let open: Watching[];
	beforeEach(async () => {
		under = await reader();
		open = [];
		await under.put('configmaps', configMap('x', { v: '1' }, { app: 'web' }));
		await under.put('configmaps', configMap('y', { v: '1' }));
		await under.put('configmaps', configMap('far', {}, undefined, 'z'));
	});
	afterEach(async () => {
		for (const one of open) await one.stop();
		await under.close();
	});
	const watch = async (path: string, headers?: Record<string, string>): Promise<Watching> => {
		const one = await under.watch(path, headers);
		open.push(one);
		return one;
	};

	it('sends the initial state, then the changes', async () => {
		const one = await watch(`${cms}?watch=1`);
		expect(one.response.headers).toEqual({ 'content-type': 'application/json' });
		await one.lines(2);
		await under.put('configmaps', configMap('x', { v: '2' }));
		await under.put('configmaps', configMap('new'));
		await under.put('configmaps', configMap('elsewhere', {}, undefined, 'z'));
		await under.remove('configmaps', 'a', 'y');
		expect(short(await one.lines(5), under)).toEqual(['ADDED x@1', 'ADDED y@2', 'MODIFIED x@4', 'ADDED new@5', 'DELETED y@7']);
	});

	it('goes on after a version, without the state', async () => {
		const one = await watch(`${cms}?watch=true&resourceVersion=${under.at(1)}`);
		await under.put('configmaps', configMap('x', { v: '2' }));
		expect(short(await one.lines(2), under)).toEqual(['ADDED y@2', 'MODIFIED x@4']);
	});

	it('tells leaving a selector from changing', async () => {
		const one = await watch(`${cms}?watch=1&labelSelector=app%3Dweb&resourceVersion=${under.at(3)}`);
		await under.put('configmaps', configMap('x', { v: '2' }, { app: 'web' }));
		await under.put('configmaps', configMap('x', { v: '3' }, { app: 'db' }));
		await under.put('configmaps', configMap('x', { v: '4' }, { app: 'db' }));
		await under.put('configmaps', configMap('x', { v: '5' }, { app: 'web' }));
		await under.remove('configmaps', 'a', 'x');
		const events = await one.lines(4);
		expect(short(events, under)).toEqual(['MODIFIED x@4', 'DELETED x@5', 'ADDED x@7', 'DELETED x@8']);
		// An object that stops matching is shown as it was while it matched.
		expect(events[1]?.object).toMatchObject({ metadata: { labels: { app: 'web' } }, data: { v: '2' } });
	});

	it('shows what left a selector as it was, from the log and in other forms too', async () => {
		const from = under.at(3);
		await under.put('configmaps', configMap('x', { v: '2' }, { app: 'db' }));
		const path = `${cms}?watch=1&labelSelector=app%3Dweb&resourceVersion=${from}`;
		const partial = await watch(path, { accept: 'application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1' });
		const [left] = await partial.lines(1);
		expect(left).toMatchObject({ type: 'DELETED', object: { metadata: { labels: { app: 'web' } } } });
		expect(short(left ? [left] : [], under)).toEqual(['DELETED x@4']);
	});

	it('follows one object, by path or by field selector', async () => {
		const byPath = await watch(`${cms}/y?watch=1`);
		const byField = await watch('/api/v1/configmaps?watch=1&fieldSelector=metadata.name%3Dy');
		await under.put('configmaps', configMap('x', { v: '2' }));
		await under.put('configmaps', configMap('y', { v: '2' }));
		for (const one of [byPath, byField]) expect(short(await one.lines(2), under)).toEqual(['ADDED y@2', 'MODIFIED y@5']);
	});

	it('streams a list and says when it is over', async () => {
		const one = await watch(`${cms}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`);
		const events = await one.lines(3);
		expect(short(events, under)).toEqual(['ADDED x@1', 'ADDED y@2', 'BOOKMARK @3']);
		expect(events[2]?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { annotations: { 'orch.io/initial-events-end': 'true' } } });
		const none = await watch(`${cms}?watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`);
		await under.put('configmaps', configMap('x', { v: '2' }));
		expect(short(await none.lines(1), under)).toEqual(['MODIFIED x@4']);
	});

	it.each([
		['watch=1&resourceVersionMatch=NotOlderThan&resourceVersion=1', 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'],
		['watch=1&sendInitialEvents=true', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
	])('%s is refused', async (query, message) => {
		await expect(under.get(`${cms}?${query}`)).rejects.toThrow(expect.objectContaining({ reason: 'Invalid', message: expect.stringContaining(message) }));
	});

	it('ends at its time with a bookmark', async () => {
		const one = await watch(`${cms}?watch=1&resourceVersion=${under.at(3)}&timeoutSeconds=1&allowWatchBookmarks=true`);
		await under.put('configmaps', configMap('far', { v: '2' }, undefined, 'z'));
		await one.ended;
		expect(short(await one.lines(1), under)).toEqual(['BOOKMARK @4']);
	});

	it.each([
		['in memory', false],
		['of the store', true],
	])('tells as an event that the history %s is gone', async (_, startsAnew) => {
		await under.put('configmaps', configMap('x'));
		await under.put('configmaps', configMap('x', { v: '2' }));
		await under.under.store.compact(Number(under.at(4)));
		// A cache that starts now has no earlier events in memory.
		if (startsAnew) await under.cache.close();
		const cache = startsAnew ? await openCache(under.under.store) : under.cache;
		const resource = under.context.resource('', 'v1', 'configmaps');
		if (resource === undefined) throw new Error('no configmaps');
		const request = requestOf(
			{ isResource: true, verb: 'watch', group: '', version: 'v1', resource: 'configmaps', subresource: '', namespace: '', name: '' },
			`resourceVersion=${startsAnew ? under.at(1) : 1}`,
			{},
		);
		const one = watching(await watchHandler({ ...under.context, cache })(request, resource));
		open.push(one);
		await one.ended;
		expect(one.response.status).toBe(200);
		const message = expect.stringMatching(/^too old resource version: \d+ \(\d+\)$/);
		expect(await one.lines(1)).toEqual([{ type: 'ERROR', object: expect.objectContaining({ kind: 'Status', code: 410, reason: 'Expired', message }) }]);
		if (startsAnew) await cache.close();
	});

	it('shows tables, naming columns once', async () => {
		const one = await watch(`${cms}?watch=1`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		await one.lines(2);
		await under.put('configmaps', configMap('x', { v: '2' }));
		const events = await one.lines(3);
		expect(events.map((event) => (event.object as JsonObject).kind)).toEqual(['Table', 'Table', 'Table']);
		expect(events.map((event) => Array.isArray((event.object as JsonObject).columnDefinitions))).toEqual([true, false, false]);
		const [row] = (events[2]?.object as { rows?: JsonObject[] } | undefined)?.rows ?? [];
		expect(row?.cells).toEqual(['x', 1, expect.any(String)]);
	});

	it('frames protobuf', async () => {
		const one = await watch(`${cms}?watch=1&resourceVersion=${under.at(3)}`, { accept: 'application/vnd.orch.protobuf;stream=watch' });
		expect(one.response.headers['content-type']).toBe('application/vnd.orch.protobuf;stream=watch');
		await under.put('configmaps', configMap('x', { v: '2' }));
		while (one.bytes().length === 0) await new Promise(setImmediate);
		const frame = one.bytes();
		expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
		expect(frame.subarray(4, 14).toString('latin1')).toBe('\n\x08MODIFIED');
		expect(frame.toString('latin1')).toContain('k8s\0');
		await expect(under.get(`${cms}?watch=1`, { accept: 'application/yaml' })).rejects.toThrow(
			'only the following media types are accepted: application/json, application/vnd.orch.protobuf',
		);
	});

	it('puts a batch together once for all watchers of a scope', async () => {
		const writes: Buffer[][] = Array.from({ length: 20 }, () => []);
		const controller = new AbortController();
		const running = await Promise.all(
			writes.map(async (written, i) => {
				const response = await under.get(`${cms}?watch=1&resourceVersion=${under.at(3)}${i < 10 ? '' : '&labelSelector=app'}`);
				const write = (bytes: Buffer): boolean => {
					written.push(bytes);
					return true;
				};
				return { ended: (response.body as EventBody).start({ signal: controller.signal, write, drained: async () => undefined }) };
			}),
		);
		const mutations = ['p', 'q', 'r'].map((name) => ({
			resource: 'configmaps',
			namespace: 'a',
			name,
			expected: 0,
			bytes: Buffer.from(`{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"${name}","namespace":"a","uid":"${name}"}}`),
			side: '{"l":{"app":"x"},"f":{}}',
		}));
		await under.under.store.commit(mutations);
		await under.cache.waitFor(Number(under.at(6)), 1000);
		await new Promise(setImmediate);
		controller.abort();
		await Promise.all(running.map(({ ended }) => ended));
		expect(new Set(writes.map((written) => written[0])).size).toBeLessThanOrEqual(2);
		for (const written of writes) expect(Buffer.concat(written).toString().split('\n')).toHaveLength(4);
	});
});
