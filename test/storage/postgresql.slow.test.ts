import { afterAll, beforeAll, describe, it } from 'vitest';
import { PostgresqlServer, programs } from '../suites/postgresql.ts';
import { describeStore } from '../suites/store.ts';

if (programs === undefined) describe('a store on PostgreSQL', () => it.skip('needs the Debian package postgresql'));
else {
	let server: PostgresqlServer;
	beforeAll(async () => {
		server = await PostgresqlServer.start();
	});
	afterAll(() => server.stop());

	describeStore('PostgreSQL', () => server.temporaryStore());
}
