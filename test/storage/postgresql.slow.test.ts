/** The store on PostgreSQL: its contracts, an outage of the database, and lost commits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresqlStore } from '../../runtime/storage/postgresql/store.ts';
import { PostgresqlServer, programs } from '../suites/postgresql.ts';
import { describeSharedStore } from '../suites/shared-store.ts';
import { put, remove, write } from '../suites/store/fixture.ts';
import { describeStore } from '../suites/store.ts';

let server: PostgresqlServer;

describe.skipIf(programs === undefined)('with the Debian package postgresql', () => {
	beforeAll(async () => {
		server = await PostgresqlServer.start();
	});
	afterAll(() => server.stop());

	describeStore('PostgreSQL', () => server.temporaryStore());

	describeSharedStore('PostgreSQL', async () => {
		const location = await server.createSchema();
		const open = () => openPostgresqlStore({ location, vocabulary: 'test' });
		const stores = [await open(), await open()] as const;
		return {
			stores,
			destroy: async () => {
				await Promise.all(stores.map((store) => store.close()));
			},
		};
	});

	it.each<[name: string, sql: string, message: RegExp]>([
		['a newer format', "UPDATE meta SET value = '99' WHERE key = 'format'", /written by a newer release \(format 99/],
		['another vocabulary', "UPDATE meta SET value = 'other' WHERE key = 'vocabulary'", /holds data in the vocabulary "other"/],
	])('refuses %s', async (_, sql, message) => {
		const { location, store } = await server.temporaryStore();
		await store.close();
		await server.queryAt(location, sql);
		await expect(openPostgresqlStore({ location, vocabulary: 'test' })).rejects.toThrow(message);
	});

	it.each([
		['?nonsense=1', 'unknown parameter nonsense; known are sslmode'],
		['?SSLMODE=require', 'unknown parameter SSLMODE'],
		['?sslmode=verify-ful', 'sslmode=verify-ful is not one of disable, prefer, require'],
	])('refuses %s', async (query, message) => {
		await expect(openPostgresqlStore({ location: `${server.url('postgres')}${query}`, vocabulary: 'test' })).rejects.toThrow(message);
	});

	it('refuses a server that it cannot reach', async () => {
		await expect(openPostgresqlStore({ location: '//orch@127.0.0.1:1/orch', vocabulary: 'test' })).rejects.toThrow(
			'cannot connect to postgresql://127.0.0.1:1/orch: connect ECONNREFUSED',
		);
	});

	it('refuses an empty database next to keys of a server, unless losses are accepted', async () => {
		const location = await server.createSchema();
		const options = { location, vocabulary: 'test', known: true };
		await expect(openPostgresqlStore(options)).rejects.toThrow('is empty, although this server stored objects before');
		await (await openPostgresqlStore({ ...options, acceptLoss: true })).close();
	});

	it('marks changed rows as damaged, and refuses a snapshot without a vanished one', async () => {
		const { location, store } = await server.temporaryStore();
		const x = await write(store, put('x', 0, '1'));
		await write(store, put('y', 0, '1'));
		await server.queryAt(location, "UPDATE objects SET bytes = 'other' WHERE name = 'x'");
		const damaged: boolean[] = [];
		await store.snapshot((rows) => damaged.push(...rows.map((row) => row.damaged === true)));
		expect(damaged).toEqual([true, false]);
		await expect(store.commit([put('x', x, '2')])).rejects.toThrow('corrupt object');
		const removed = await write(store, { ...remove('x', x), ignoresDamage: true });
		expect(await store.oldest()).toBe(removed);
		await store.snapshot(() => undefined);
		await server.queryAt(location, "DELETE FROM objects WHERE name = 'y'");
		await expect(store.snapshot(() => undefined)).rejects.toThrow('the database has 0 objects, 1 were written');
		await store.close();
	});

	it('survives an outage: refuses calls, keeps followers, and delivers what they missed', async () => {
		const { location, store } = await server.temporaryStore();
		const events: string[] = [];
		const resumed = Promise.withResolvers<void>();
		const interrupted = Promise.withResolvers<void>();
		await store.follow(await store.revision(), {
			onChanges: (changes) => events.push(...changes.map(({ name }) => name)),
			onInterrupted: () => {
				events.push('interrupted');
				interrupted.resolve();
			},
			onResumed: () => {
				events.push('resumed');
				resumed.resolve();
			},
			onLost: (error) => events.push(error.message),
		});
		await write(store, put('a', 0, '1'));
		await server.halt('SIGQUIT');
		await interrupted.promise;
		await expect(store.commit([put('b', 0, '1')])).rejects.toMatchObject({ reason: 'ServiceUnavailable', details: { retryAfterSeconds: 1 } });
		await expect(store.revision()).rejects.toMatchObject({ reason: 'ServiceUnavailable' });
		await server.run();
		await resumed.promise;
		const other = await openPostgresqlStore({ location, vocabulary: 'test' });
		await write(other, put('c', 0, '1'));
		await write(store, put('d', 0, '1'));
		expect(events).toEqual(['a', 'interrupted', 'resumed', 'c', 'd']);
		await Promise.all([store.close(), other.close()]);
	});

	it('ends when the database lost commits, and allots no revision twice', async () => {
		const failed = Promise.withResolvers<Error>();
		const { location, store } = await server.temporaryStore({ onFatal: failed.resolve });
		const x = await write(store, put('x', 0, '1'));
		const y = await write(store, put('y', 0, '1'));
		// The state of a standby that had not received the last commit.
		await server.queryAt(
			location,
			`UPDATE sequencer SET revision = ${x}; DELETE FROM objects WHERE revision > ${x}; DELETE FROM revisions WHERE revision > ${x}`,
		);
		expect((await failed.promise).message).toContain(`at revision ${x}, before ${y}`);
		await expect(store.commit([put('z', 0, '1')])).rejects.toThrow('acknowledges no further write');
		await store.close();
		const next = await openPostgresqlStore({ location, vocabulary: 'test' });
		expect(await write(next, put('z', 0, '1'))).toBeGreaterThan(y);
		await next.close();
	});
});
