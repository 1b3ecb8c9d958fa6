/** Tests the generated Prisma client over a real store during writes. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsOf, schemaText, selectOf } from '../../generator/emit/prisma/index.ts';
import { reportModels } from '../../generator/emit/prisma/reports.ts';
import { prismaClientFiles } from '../../generator/sdk/prisma/client.ts';
import { openSqliteStore, type SqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { sqliteAdapter } from '../../sdk/prisma/adapter.ts';
import { builtInModel } from '../generator/emit/reference-documents.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Used part of the generated client's type: the client does not exist when this file is type-checked. */
interface ConfigMaps {
	readonly configMap: {
		count(query: object): Promise<number>;
		findMany(query: object): Promise<
			{
				name: string;
				readable: boolean;
				uid: string | null;
				data: unknown;
				labels: unknown;
				revision: bigint;
				createdAt: Date;
				immutable: boolean | null;
				object: unknown;
				labelPairs?: unknown;
			}[]
		>;
		create(query: object): Promise<unknown>;
	};
	readonly lease: { findMany(query: object): Promise<{ specRenewTime: Date; specLeaseTransitions: number }[]> };
	$transaction<T extends readonly unknown[]>(queries: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
	$executeRawUnsafe(sql: string): Promise<number>;
	$disconnect(): Promise<void>;
}

describe('the generated Prisma client', () => {
	let folder: string;
	let store: SqliteStore;
	let client: ConfigMaps;

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'prisma-'));
		symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
		const facts = factsOf(await builtInModel());
		const models = reportModels({ ...facts, kinds: facts.kinds.filter(({ kind }) => kind === 'ConfigMap' || kind === 'Lease') });
		for (const { path, content } of await prismaClientFiles(schemaText('sqlite', models))) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), content);
		}
		writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
		const path = join(folder, 'test.db');
		store = await openSqliteStore({ path, vocabulary: 'test', views: '' });
		await store.commit(Array.from({ length: 25 }, (_, i) => configMap(i)));
		const module = (await import(pathToFileURL(join(folder, 'client/client.js')).href)) as { PrismaClient: new (options: object) => ConfigMaps };
		const views = new Map(models.map((each) => [each.view, selectOf(each)]));
		client = new module.PrismaClient({ adapter: sqliteAdapter({ path, views }) });
	}, 120_000);

	afterAll(async () => {
		await client.$disconnect();
		await store.close();
		rmSync(folder, { recursive: true });
	});

	function configMap(i: number) {
		const name = `config-${String(i).padStart(2, '0')}`;
		const namespace = i % 5 === 0 ? 'other' : 'app';
		const labels = { 'example.io/tier': i % 2 === 0 ? 'front' : 'back' };
		const metadata = { name, namespace, uid: `00000000-0000-4000-8000-0000000000${i + 10}`, creationTimestamp: '2026-01-02T03:04:05Z', labels };
		const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { key: `${i}` }, ...(i === 2 && { immutable: true }) };
		return { resource: 'configmaps', namespace, name, expected: 0, bytes: Buffer.from(JSON.stringify(object)), side: JSON.stringify({ l: labels }) };
	}

	const where = { namespace: 'app', labels: { path: '$."example.io/tier"', equals: 'front' } };

	it('counts and pages the ConfigMaps of a namespace with a label', async () => {
		expect(await client.configMap.count({ where })).toBe(10);
		const page = (skip: number) => client.configMap.findMany({ where, orderBy: { name: 'asc' }, skip, take: 4 });
		const names: string[][] = [];
		for (let skip = 0; skip < 12; skip += 4) names.push((await page(skip)).map((row) => row.name));
		expect(names).toEqual([
			['config-02', 'config-04', 'config-06', 'config-08'],
			['config-12', 'config-14', 'config-16', 'config-18'],
			['config-22', 'config-24'],
		]);
	});

	it('gives typed columns and the whole object', async () => {
		const [row] = await client.configMap.findMany({ where: { name: 'config-02' } });
		expect(row).toMatchObject({
			name: 'config-02',
			data: { key: '2' },
			labels: { 'example.io/tier': 'front' },
			immutable: true,
			createdAt: new Date('2026-01-02T03:04:05Z'),
			object: { kind: 'ConfigMap', metadata: { name: 'config-02' } },
		});
		expect(typeof row?.revision).toBe('bigint');
		expect(await client.configMap.count({ where: { createdAt: { lte: new Date('2026-01-02T03:04:05Z') } } })).toBe(25);
		expect(await client.configMap.count({ where: { createdAt: { gt: new Date('2026-01-02T03:04:05Z') } } })).toBe(0);
		expect(await client.configMap.count({ where: { createdAt: { gt: new Date('2026-01-02T03:04:04.999Z'), lt: new Date('2026-01-02T03:04:05.001Z') } } })).toBe(
			25,
		);
	});

	it('compares times with six decimals as it compares all others', async () => {
		const metadata = { name: 'l', namespace: 'app', uid: 'u', creationTimestamp: '2026-01-02T03:04:05Z' };
		const lease = { kind: 'Lease', apiVersion: 'coordination.orch.io/v1', metadata, spec: { renewTime: '2026-01-02T03:04:05.500000Z', leaseTransitions: 2 } };
		const [kind] = (await builtInModel()).catalog.kinds.filter((each) => each.kind === 'Lease');
		const place = { resource: kind?.storageName ?? '', namespace: 'app', name: 'l' };
		await store.commit([{ ...place, expected: 0, bytes: Buffer.from(JSON.stringify(lease)), side: '' }]);
		const [row] = await client.lease.findMany({});
		expect(row).toMatchObject({ specRenewTime: new Date('2026-01-02T03:04:05.500Z'), specLeaseTransitions: 2 });
		const between = (gt: string, lt: string) => client.lease.findMany({ where: { specRenewTime: { gt: new Date(gt), lt: new Date(lt) } } });
		expect(await between('2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z')).toHaveLength(1);
		expect(await between('2026-01-02T03:04:05.5Z', '2026-01-02T03:04:06Z')).toHaveLength(0);
		expect(await between('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.500Z')).toHaveLength(0);
	});

	it('finds by labels, and returns labels with objects', async () => {
		const where = { labelPairs: { some: { key: 'example.io/tier', value: 'back' } } };
		expect(await client.configMap.count({ where })).toBe(12);
		const [row] = await client.configMap.findMany({ where: { name: 'config-01' }, include: { labelPairs: true } });
		expect(row?.labelPairs).toEqual([{ namespace: 'app', objectName: 'config-01', key: 'example.io/tier', value: 'back' }]);
	});

	it('sees new writes, and consistent counts and rows in a transaction', async () => {
		await store.commit([configMap(26)]);
		const [count, rows] = await client.$transaction([client.configMap.count({ where }), client.configMap.findMany({ where })] as const);
		expect([count, rows.length]).toEqual([11, 11]);
	});

	it('shows of objects in another version that they are there, and which cannot be read', async () => {
		const { resource, namespace, bytes } = configMap(27);
		const written = { v1: 'current', 'v1#5f': 'current, with fields beside it', v1alpha1: 'earlier', v10: 'later' };
		const mutations = Object.keys(written).map((version) => ({ resource, namespace, name: `in-${version}`, expected: 0, bytes, side: '', version }));
		await store.commit(mutations);
		const found = await client.configMap.findMany({ where: { name: { startsWith: 'in-' } }, orderBy: { name: 'asc' } });
		expect(found.map(({ name, readable, uid, data, object }) => [name, readable, uid !== null, data !== null, object !== null])).toEqual([
			['in-v1', true, true, true, true],
			['in-v1#5f', true, true, true, true],
			['in-v10', false, false, false, false],
			['in-v1alpha1', false, false, false, false],
		]);
		expect(found.every(({ revision }) => revision > 0n)).toBe(true);
		expect(await client.configMap.count({ where: { readable: false } })).toBe(2);
	});

	it('cannot write', async () => {
		const data = { uid: 'x', namespace: 'app', name: 'x', readable: true, revision: 1n, object: {} };
		await expect(client.configMap.create({ data })).rejects.toThrow('change objects through the API');
		await expect(client.$executeRawUnsafe('DELETE FROM objects')).rejects.toThrow('change objects through the API');
		expect(await client.configMap.count({ where: { name: 'x' } })).toBe(0);
	});
});
