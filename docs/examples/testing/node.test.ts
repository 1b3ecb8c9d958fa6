import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Backup } from '@acme/backups/backup/v1';
import { connect } from '@acme/backups/node';
import { startServer, type TestServer } from 'orch/testing';

let server: TestServer<Awaited<ReturnType<typeof connect>>>;
before(async () => {
	server = await startServer({ specs: ['specs'], vocabulary: 'kubernetes', connect });
});
afterEach(() => server.reset());
after(() => server.stop());

test('a backup gets its defaults', async () => {
	const backups = server.client.resource(Backup).in('default');
	const backup = await backups.create({ metadata: { name: 'home' }, spec: {} });
	assert.equal(backup.metadata.name, 'home');
});

test('each test begins with the same objects', async () => {
	assert.equal(await server.client.resource(Backup).in('default').find('home'), undefined);
});
