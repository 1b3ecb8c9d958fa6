import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsOf, prisma, selectOf } from '../../../generator/emit/prisma/index.ts';
import { reportModels } from '../../../generator/emit/prisma/reports.ts';
import type { EmittedFile } from '../../../generator/model.ts';
import { prismaClientFiles } from '../../../generator/sdk/prisma/client.ts';
import type { Catalog, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { speak } from '../../../runtime/model/vocabulary.ts';
import { tables } from '../../../runtime/storage/sqlite/database/format.ts';
import { kubernetes, model } from './fixture.ts';
import { builtInModel } from './reference-documents.ts';

function contentOf(files: readonly EmittedFile[], path: string): string {
	const file = files.find((each) => each.path === path);
	if (file === undefined) throw new Error(`no ${path}`);
	return file.content;
}

describe('Prisma models', () => {
	let files: readonly EmittedFile[];
	let builtIn: readonly EmittedFile[];
	let folder: string;
	beforeAll(async () => {
		files = await prisma.emit(model);
		builtIn = await prisma.emit(await builtInModel());
		folder = await mkdtemp(join(tmpdir(), 'prisma-'));
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	it('show the rows of the table of objects', () => {
		const db = new DatabaseSync(':memory:');
		db.exec(tables);
		db.exec("INSERT INTO versions VALUES (1, '')");
		const insert = db.prepare('INSERT INTO objects (resource, namespace, name, revision, version, checksum, side, bytes) VALUES (?, ?, ?, ?, 1, 0, ?, ?)');
		const metadata = { name: 'a', namespace: 'default', uid: 'u1', creationTimestamp: '2022-08-23T10:00:00Z', labels: { app: 'web' } };
		insert.run(
			'configmaps',
			'default',
			'a',
			7,
			'',
			Buffer.from(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { k: "it's" }, immutable: true })),
		);
		insert.run('gadgets.example.com', 'default', 'g', 8, '', Buffer.from('{"metadata":{"uid":"u2","generation":3},"spec":{"replicas":2}}'));
		db.exec(contentOf(files, 'prisma/sqlite/views.sql'));
		expect(db.prepare('SELECT uid, namespace, name, labels, created_at, deleted_at, revision, generation, data, immutable FROM core_configmaps').all()).toEqual(
			[
				{
					uid: 'u1',
					namespace: 'default',
					name: 'a',
					labels: '{"app":"web"}',
					created_at: '2022-08-23T10:00:00.000Z',
					deleted_at: null,
					revision: 7,
					generation: null,
					data: '{"k":"it\'s"}',
					immutable: 1,
				},
			],
		);
		expect(db.prepare("SELECT name, generation, spec ->> '$.replicas' AS replicas FROM tools_gadgets").all()).toEqual([
			{ name: 'g', generation: 3, replicas: 2 },
		]);
		db.close();
	});

	it('make views of every built-in kind', () => {
		const db = new DatabaseSync(':memory:');
		db.exec(tables);
		db.exec(speak(contentOf(builtIn, 'prisma/sqlite/views.sql'), kubernetes));
		const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").all();
		expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['core_configmaps', 'core_pods', 'storage_csidrivers', 'networking_ingresses']));
		for (const { name } of names) expect(db.prepare(`SELECT * FROM "${name}"`).all()).toEqual([]);
		db.close();
	});

	it('give fields and kinds valid Prisma names', async () => {
		const [configMaps, gadgets] = model.catalog.kinds;
		if (configMaps === undefined || gadgets === undefined) throw new Error('no kinds');
		const odd: TypeDescriptor = {
			...model.catalog.type('tools/v1.Gadget'),
			fields: ['a-b', 'a_b', 'object', '$x'].map((name) => ({ name, schema: { kind: 'string' } })),
		};
		const catalog: Catalog = {
			...model.catalog,
			kinds: [configMaps, { ...gadgets, kind: 'ConfigMap' }],
			type: (name) => (name === odd.name ? odd : model.catalog.type(name)),
		};
		const [schema, views] = await prisma.emit({ ...model, catalog });
		expect([...(schema?.content ?? '').matchAll(/^model (\S+)/gm)].map(([, name]) => name)).toEqual(['ConfigMap', 'ConfigMapOfTools']);
		for (const field of ['a_b', 'a_bField', 'objectField', 'x']) expect(schema?.content).toMatch(new RegExp(`^ {2}${field} String\\?$`, 'm'));
		expect(views?.content).toContain(`CAST(object ->> '$."a-b"' AS TEXT) AS "a_b"`);
		expect(views?.content).toContain(`CAST(object ->> '$."object"' AS TEXT) AS "objectField"`);
	});

	it('have for reports a column for each scalar up to three steps from the top, and rows for lists with keys and for labels', async () => {
		const facts = factsOf(await builtInModel());
		const models = new Map(reportModels(facts).map((each) => [each.name, each]));
		const fields = (name: string) => Object.fromEntries(models.get(name)?.columns.map(({ field, type }) => [field, type]) ?? []);
		const relations = (name: string) => models.get(name)?.relations.map(({ field, type }) => `${field} ${type}`);
		expect(fields('Deployment')).toMatchObject({
			spec: 'Json?',
			specReplicas: 'Int?',
			specPaused: 'Boolean?',
			specStrategyType: 'String?',
			statusReplicas: 'Int?',
		});
		// The columns include no template, no deeper fields, and no list items.
		expect(Object.keys(fields('Deployment')).filter((name) => /^spec(Template|StrategyRolling)/.test(name))).toEqual([]);
		expect(fields('Pod')).toMatchObject({ specNodeName: 'String?', specHostNetwork: 'Boolean?', statusStartTime: 'DateTime?', specPriority: 'Int?' });
		expect(fields('Service')).toMatchObject({ specClusterIP: 'String?', specType: 'String?' });
		expect(fields('ServiceSpecPorts')).toMatchObject({ port: 'Int?', targetPort: 'String?', name: 'String?', entry: 'Json?', position: 'Int' });
		expect(fields('Secret')).not.toHaveProperty('stringData');
		expect(relations('Pod')).toEqual(
			expect.arrayContaining(['labelPairs PodLabels[]', 'specContainers PodSpecContainers[]', 'statusConditions PodStatusConditions[]']),
		);
		expect(relations('PodSpecContainers')).toEqual(['pod Pod @relation(fields: [namespace, objectName], references: [namespace, name])']);
		// Kinds that are not stored have no rows.
		expect(models.has('TokenReview')).toBe(false);
		for (const { name, columns, relations } of models.values()) {
			const names = [...columns, ...relations].map(({ field }) => field);
			expect([name, new Set(names).size]).toEqual([name, names.length]);
		}
	});

	it('read the entries of keyed lists in mixed data', async () => {
		const facts = factsOf(await builtInModel());
		const db = new DatabaseSync(':memory:');
		db.exec(tables);
		db.exec("INSERT INTO versions VALUES (1, ''), (2, 'v1alpha1')");
		for (const each of reportModels(facts)) db.exec(speak(`CREATE TEMP VIEW "${each.view}" AS ${selectOf(each)}`, kubernetes));
		const insert = db.prepare('INSERT INTO objects (resource, namespace, name, revision, version, checksum, side, bytes) VALUES (?, ?, ?, ?, ?, 0, ?, ?)');
		const pod = (name: string, version: number, object: object) => insert.run('pods', 'default', name, 1, version, '', Buffer.from(JSON.stringify(object)));
		const containers = [
			{ name: "it's", image: 'a', ports: [{ containerPort: 1 }] },
			{ name: 'b', securityContext: { privileged: true } },
		];
		pod('two', 1, { metadata: { labels: { app: 'x', 'a.b/c': '' } }, spec: { containers, nodeName: 'n' } });
		pod('none', 1, { spec: { containers: [] } });
		pod('odd', 1, { metadata: { labels: null }, spec: { containers: null } });
		pod('later', 2, { metadata: { labels: { app: 'x' } }, spec: { containers } });
		insert.run('pods', 'default', 'sealed', 1, 1, '', Buffer.from('{"metadata":{},"spec":"text"}'));
		const rows = (sql: string) =>
			db
				.prepare(sql)
				.all()
				.map((row) => Object.values(row));
		expect(rows('SELECT object_name, position, name, image, securityContextPrivileged FROM core_pods_spec_containers ORDER BY 1, 2')).toEqual([
			['two', 0, "it's", 'a', null],
			['two', 1, 'b', null, 1],
		]);
		expect(rows('SELECT object_name, key, value FROM core_pods_labels ORDER BY 2')).toEqual([
			['two', 'a.b/c', ''],
			['two', 'app', 'x'],
		]);
		expect(rows('SELECT name, readable, specNodeName FROM core_pods ORDER BY 1')).toEqual([
			['later', 0, null],
			['none', 1, null],
			['odd', 1, null],
			['sealed', 1, null],
			['two', 1, 'n'],
		]);
		db.close();
	});

	it.each(['sqlite', 'postgresql'])('are a schema of %s that Prisma accepts', async (provider) => {
		const made = await prismaClientFiles(contentOf(builtIn, `prisma/${provider}/schema.prisma`));
		const models = made.map(({ path }) => path).filter((path) => path.startsWith('client/models/'));
		expect(models).toEqual(expect.arrayContaining(['ConfigMap', 'Deployment', 'Ingress', 'Pod'].map((name) => `client/models/${name}.ts`)));
	});
});
