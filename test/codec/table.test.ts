/** Cached Table rows always equal newly built ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { withAges } from '../../runtime/codec/cached-row.ts';
import { tableColumns } from '../../runtime/codec/columns.ts';
import { canKeepRows, keptTableRow, type TableKind, tableRow } from '../../runtime/codec/table.ts';
import { podCells } from '../../runtime/kinds/pod/cells.ts';
import type { Column, JsonObject, KindDescriptor } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const table = { encoding: 'json', as: 'Table', metaGroup: 'meta.k8s.io', metaVersion: 'v1', mediaType: '', pretty: false } as Parameters<
	typeof keptTableRow
>[1];
const kindOf = (name: string): KindDescriptor => catalog.kinds.find(({ kind }) => kind === name) as KindDescriptor;

function tabled(name: string, type: string, hooks: TableKind['hooks'], more: readonly Column[] = []): TableKind {
	const kind = { ...kindOf(name), columns: [...kindOf(name).columns, ...more] };
	return { hooks, columns: () => tableColumns(kind, type, catalog), fromStorage: (object) => object };
}

const pods = tabled('Pod', 'core/v1.Pod', { cells: podCells as NonNullable<TableKind['hooks']['cells']>, agesInCells: true });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

describe('a kept row', () => {
	const container = (finishedAt: string) => ({
		name: 'c',
		ready: true,
		restartCount: 3,
		state: { running: {} },
		lastState: { terminated: { exitCode: 1, finishedAt } },
	});
	it.each<[string, JsonObject]>([
		['of a new pod', { metadata: { name: 'a', creationTimestamp: ago(100_000) }, spec: { containers: [{ name: 'c' }] }, status: {} }],
		[
			'of one that has been started again',
			{
				metadata: { name: 'b', creationTimestamp: ago(200_000) },
				spec: { containers: [{ name: 'c' }] },
				status: { containerStatuses: [container(ago(50_000))] },
			},
		],
		['without a time', { metadata: { name: 'c' }, spec: {}, status: { reason: 'quoted " \\ \u0000 ü' } }],
		['with what is no time', { metadata: { name: 'd', creationTimestamp: '"\u0000"' }, spec: {}, status: {} }],
	])('of %s equals a newly made row', (_, pod) => {
		const kept = keptTableRow(pods, table, pod, 'Metadata');
		expect(withAges(kept, Date.now()).toString()).toBe(tableRow(pods, table, pod, 'Metadata'));
	});

	it('grows old', () => {
		const kept = keptTableRow(pods, table, { metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' } }, 'None');
		const cells = (time: string) => JSON.parse(withAges(kept, Date.parse(time)).toString()).cells;
		expect([cells('2026-01-01T00:00:05Z')[4], cells('2026-01-03T00:00:00Z')[4]]).toEqual(['5s', '2d']);
	});

	it('is not used where a cell depends on the time', () => {
		const now: Column = { name: 'Now', type: 'string', value: 'age(self.metadata.creationTimestamp)', description: 'How long ago.' };
		expect(canKeepRows(pods)).toBe(true);
		expect(canKeepRows(tabled('ConfigMap', 'core/v1.ConfigMap', {}))).toBe(true);
		expect(canKeepRows(tabled('ConfigMap', 'core/v1.ConfigMap', {}, [now]))).toBe(false);
		expect(canKeepRows(tabled('Pod', 'core/v1.Pod', { cells: () => ({}) }))).toBe(false);
	});
});

describe('lists', () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer();
	});
	afterAll(() => server.close());

	it('show the current object, to the extent that the request asks for', async () => {
		const path = '/api/v1/namespaces/default/configmaps';
		const list = async (include: string) =>
			(await server.call('GET', `${path}?includeObject=${include}`, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })).body.rows;
		await server.call('POST', path, { body: { metadata: { name: 'a' }, data: { one: '1' } } });
		expect([(await list('None'))[0].object, (await list('None'))[0].cells.slice(0, 2)]).toEqual([null, ['a', 1]]);
		expect((await list('Object'))[0].object.data).toEqual({ one: '1' });
		expect((await list('Metadata'))[0].object.kind).toBe('PartialObjectMetadata');
		await server.call('PATCH', `${path}/a`, { type: 'application/merge-patch+json', body: { data: { two: '2' } } });
		expect([(await list('None'))[0].cells[1], (await list('Object'))[0].object.data]).toEqual([2, { one: '1', two: '2' }]);
	});
});
