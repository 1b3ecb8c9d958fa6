/** Tests lists, watches and chunks selected by an indexed field: the same answers in every form, from few examined objects. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Reader, reader } from './read-fixture.ts';

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const metadata = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const onSecond = '/api/v1/namespaces/a/pods?fieldSelector=spec.nodeName%3Dsecond';

const pod = (name: string, nodeName: string, namespace = 'a') => ({
	metadata: { name, namespace },
	spec: { nodeName, containers: [{ name: 'c', image: 'i' }] },
});
const namesOf = (list: JsonObject) => (list.items as { metadata: { name: string } }[]).map((item) => item.metadata.name);

describe('pods of a node', () => {
	let r: Reader;

	beforeAll(async () => {
		r = await reader();
		for (let i = 0; i < 60; i++) await r.put('pods', pod(`p${10 + i}`, i % 10 === 0 ? 'second' : 'first', i % 20 === 0 ? 'b' : 'a'));
		// The first request builds the index.
		await r.json(onSecond);
		await nextTurn();
		await nextTurn();
	});
	afterAll(() => r.close());

	/** Returns the number of objects that the cache lists meanwhile. */
	async function looked<T>(act: () => Promise<T>): Promise<{ readonly given: T; readonly objects: number }> {
		const list = vi.spyOn(r.cache, 'list');
		try {
			const given = await act();
			const objects = list.mock.results.reduce((sum, { value }) => sum + [...(value as Iterable<unknown>)].length, 0);
			return { given, objects };
		} finally {
			list.mockRestore();
		}
	}

	it.each([
		['one namespace', onSecond, ['p20', 'p40', 'p60']],
		['all', '/api/v1/pods?fieldSelector=spec.nodeName%3Dsecond', ['p20', 'p40', 'p60', 'p10', 'p30', 'p50']],
		['other selectors beside it', `${onSecond},metadata.name!%3Dp40`, ['p20', 'p60']],
		['nobody', '/api/v1/pods?fieldSelector=spec.nodeName%3Dthird', []],
		['another value too', `${onSecond},spec.nodeName%3Dthird`, []],
	])('in %s are found', async (_, path, names) => {
		const { given, objects } = await looked(() => r.json(path));
		expect(namesOf(given)).toEqual(names);
		expect(objects).toBeLessThanOrEqual(6);
	});

	it('are found in tables, in metadata and in protobuf', async () => {
		const { given, objects } = await looked(async () => ({
			table: await r.json(onSecond, { accept: table }),
			metadata: await r.json(onSecond, { accept: metadata }),
			protobuf: (await r.get(onSecond, { accept: 'application/vnd.kubernetes.protobuf' })).body as Buffer,
		}));
		expect((given.table.rows as { cells: string[] }[]).map(({ cells }) => cells[0])).toEqual(['p20', 'p40', 'p60']);
		expect(namesOf(given.metadata)).toEqual(['p20', 'p40', 'p60']);
		expect(['p20', 'p30', 'p40', 'p60'].filter((name) => given.protobuf.includes(name))).toEqual(['p20', 'p40', 'p60']);
		expect(objects).toBe(9);
	});

	it('excluded by a selector are scanned', async () => {
		expect(namesOf(await r.json('/api/v1/namespaces/a/pods?fieldSelector=spec.nodeName!%3Dfirst'))).toEqual(['p20', 'p40', 'p60']);
	});

	it('are listed in chunks of one version, whatever moves meanwhile', async () => {
		const first = await r.json(`${onSecond}&limit=1`);
		const token = (first.metadata as { continue: string }).continue;
		await r.put('pods', pod('p40', 'first'));
		await r.put('pods', pod('p41', 'second'));
		const rest = await r.json(`${onSecond}&limit=5&continue=${encodeURIComponent(token)}`);
		expect([...namesOf(first), ...namesOf(rest)]).toEqual(['p20', 'p40', 'p60']);
		expect(namesOf(await r.json(onSecond))).toEqual(['p20', 'p41', 'p60']);
	});

	it('are the initial state of a watch, which sees only pods that enter and leave', async () => {
		const { given: watching, objects } = await looked(async () => await r.watch(`${onSecond}&watch=1`));
		expect(objects).toBeLessThan(6);
		const begin = (await watching.lines(3)).length;
		await r.put('pods', pod('p11', 'first'));
		await r.put('pods', pod('p60', 'first'));
		await r.put('pods', pod('p12', 'second'));
		const events = (await watching.lines(begin + 2)).slice(begin) as unknown as { type: string; object: { metadata: { name: string } } }[];
		expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual(['DELETED p60', 'ADDED p12']);
		await watching.stop();
	});
});
