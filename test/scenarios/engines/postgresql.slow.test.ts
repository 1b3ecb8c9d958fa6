/** Two built servers over one PostgreSQL database: reads, watches, claims and quotas agree, and an outage loses nothing. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { PostgresqlServer, programs } from '../../suites/postgresql.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

interface Stored {
	readonly metadata: { readonly name: string; readonly resourceVersion: string };
	readonly spec?: { readonly clusterIP?: string };
}

describe.skipIf(programs === undefined)('two servers on PostgreSQL (Debian package postgresql)', () => {
	const folders = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `orch-${name}-`)));
	let database: PostgresqlServer;
	let location: string;
	let one: ServerProcess;
	let two: ServerProcess;
	const start = (index: number): Promise<ServerProcess> =>
		startServer(inject('built').orch, { dataDir: folders[index] as string, flags: ['--datastore', `postgresql:${location}`] });

	beforeAll(async () => {
		database = await PostgresqlServer.start();
		location = await database.createSchema();
		one = await start(0);
		cpSync(join(folders[0] as string, 'pki'), join(folders[1] as string, 'pki'), { recursive: true });
		two = await start(1);
	});
	afterAll(async () => {
		await Promise.all([one, two].map((server) => server?.stop()));
		await database?.stop();
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	});

	const create = async (server: ServerProcess, path: string, object: object): Promise<Stored> => {
		const answer = await server.call('POST', path, object);
		expect(answer.status, answer.text).toBe(201);
		return answer.json() as Stored;
	};

	it('warns that Secrets are unencrypted', () => {
		expect(one.log()).toContain('Secrets are stored unencrypted');
	});

	it('reads at once on either what the other wrote', async () => {
		for (let i = 0; i < 20; i++) {
			const [writer, reader] = i % 2 === 0 ? [one, two] : [two, one];
			const { metadata } = await create(writer, configMaps, { metadata: { name: `seen-${i}` } });
			const found = await reader.call('GET', `${configMaps}/seen-${i}`);
			expect((found.json() as Stored).metadata.resourceVersion).toBe(metadata.resourceVersion);
		}
		const lists = await Promise.all([one, two].map(async (server) => (await server.call('GET', configMaps)).json() as { items: Stored[] }));
		expect(lists[0]?.items).toEqual(lists[1]?.items);
	});

	it('continues on one server a list that began on the other', async () => {
		const first = (await one.call('GET', `${configMaps}?limit=5`)).json() as { items: Stored[]; metadata: { continue: string } };
		const second = await two.call('GET', `${configMaps}?limit=500&continue=${encodeURIComponent(first.metadata.continue)}`);
		expect(second.status, second.text).toBe(200);
		const names = [...first.items, ...(second.json() as { items: Stored[] }).items].map(({ metadata }) => metadata.name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.filter((name) => name.startsWith('seen-'))).toHaveLength(20);
	});

	it('lets one of many concurrent updates win, and gives no address twice', async () => {
		const { metadata } = await create(one, configMaps, { metadata: { name: 'race' } });
		const updates = [one, two].flatMap((server) =>
			Array.from({ length: 10 }, (_, i) => server.call('PUT', `${configMaps}/race`, { metadata, data: { winner: `${server.port}-${i}` } })),
		);
		const codes = (await Promise.all(updates)).map(({ status }) => status);
		expect(codes.filter((code) => code === 200)).toHaveLength(1);
		expect(codes.filter((code) => code === 409)).toHaveLength(19);
		const services = [one, two].flatMap((server) =>
			Array.from({ length: 15 }, (_, i) =>
				create(server, '/api/v1/namespaces/default/services', { metadata: { name: `s-${server.port}-${i}` }, spec: { ports: [{ port: 80 }] } }),
			),
		);
		const addresses = (await Promise.all(services)).map(({ spec }) => spec?.clusterIP);
		expect(new Set(addresses).size).toBe(30);
	});

	it('refuses writes during an outage of the database, keeps watches, and goes on', async () => {
		const { metadata } = (await two.call('GET', configMaps)).json() as { metadata: { resourceVersion: string } };
		const watch = two.call('GET', `${configMaps}?watch=true&timeoutSeconds=30&resourceVersion=${metadata.resourceVersion}&fieldSelector=metadata.name=after`);
		await database.halt('SIGQUIT');
		const refused = await one.call('POST', configMaps, { metadata: { name: 'during' } });
		expect(refused.status).toBe(503);
		expect(refused.headers['retry-after']).toBe('1');
		await database.run();
		await expect.poll(async () => (await one.call('GET', '/readyz')).status).toBe(200);
		await expect.poll(async () => (await one.call('POST', configMaps, { metadata: { name: 'after' } })).status).toBe(201);
		await expect.poll(async () => (await two.call('DELETE', `${configMaps}/after`)).status).toBe(200);
		const events = (await watch).text
			.trim()
			.split('\n')
			.map((line) => (JSON.parse(line) as { type: string }).type);
		expect(events).toEqual(['ADDED', 'DELETED']);
	});

	it('replaces the server that runs the controllers', async () => {
		const accountIn = async (namespace: string) => (await two.call('GET', `/api/v1/namespaces/${namespace}/serviceaccounts/default`)).status;
		await create(two, '/api/v1/namespaces', { metadata: { name: 'before' } });
		await expect.poll(() => accountIn('before')).toBe(200);
		const lease = '/apis/coordination.orch.io/v1/namespaces/orch-system/leases/orch-apiserver-controllers';
		const holder = async () => ((await two.call('GET', lease)).json() as { spec: { holderIdentity: string } }).spec.holderIdentity;
		const first = await holder();
		await one.kill();
		await create(two, '/api/v1/namespaces', { metadata: { name: 'behind' } });
		await expect.poll(() => accountIn('behind'), { timeout: 60_000 }).toBe(200);
		one = await start(0);
		await two.stop();
		await expect.poll(async () => (await one.call('GET', lease)).text, { timeout: 60_000 }).not.toContain(first);
		two = await start(1);
		await create(two, '/api/v1/namespaces', { metadata: { name: 'again' } });
		await expect.poll(() => accountIn('again'), { timeout: 60_000 }).toBe(200);
	});

	it('serves everything after both servers were killed', async () => {
		await create(two, configMaps, { metadata: { name: 'kept' } });
		await Promise.all([one.kill(), two.kill()]);
		[one, two] = await Promise.all([start(0), start(1)]);
		expect((await one.call('GET', `${configMaps}/kept`)).status).toBe(200);
		expect((await two.call('GET', `${configMaps}/seen-3`)).status).toBe(200);
	});
});
