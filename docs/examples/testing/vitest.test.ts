import { Backup } from '@acme/backups/backup/v1';
import { connect } from '@acme/backups/node';
import { startServer, type TestServer } from 'orch/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let server: TestServer<Awaited<ReturnType<typeof connect>>>;
beforeAll(async () => {
	server = await startServer({ specs: ['specs'], vocabulary: 'kubernetes', connect });
});
afterEach(() => server.reset());
afterAll(() => server.stop());

test('a backup gets its defaults', async () => {
	const backups = server.client.resource(Backup).in('default');
	const backup = await backups.create({ metadata: { name: 'home' }, spec: {} });
	expect(backup.metadata.name).toBe('home');
});

test('each test begins with the same objects', async () => {
	expect(await server.client.resource(Backup).in('default').find('home')).toBeUndefined();
});
