/** Tests objects that are damaged on disk: the answers to clients, and the deletion of the objects (KEP-3926). */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowed, type Decision } from '../../runtime/api/authorization.ts';
import { CompactedError } from '../../runtime/storage/store.ts';
import { type TestServer, testServer } from './write-fixture.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const option = 'ignoreStoreReadErrorWithClusterBreakingPotential';
const on = { AllowUnsafeMalformedObjectDeletion: true };
const remedy = /restore a backup, or omit the object with `backup --salvage` and restore that backup; .* DELETE with ignoreStoreReadError/;

let server: TestServer;
let decision: (verb: string) => Decision;

/** Starts a server with three objects, of which `b` is damaged. */
async function start(release: string, gates: Readonly<Record<string, boolean>>, set = "bytes = CAST('{}' AS BLOB)"): Promise<void> {
	decision = () => allowed;
	server = await testServer({ release, gates, authorizer: { authorize: ({ info }) => decision(info.verb) } });
	for (const name of ['a', 'b', 'c'])
		await server.call('POST', configMaps, { body: { metadata: { name, labels: { app: name }, finalizers: ['example.com/x'] } } });
	await server.restart([], (path) => {
		const db = new DatabaseSync(path);
		expect(db.prepare(`UPDATE objects SET ${set} WHERE name = 'b'`).run().changes).toBe(1);
		db.close();
	});
}

const remove = (name: string, options: object = {}) => server.call('DELETE', `${configMaps}/${name}`, { body: { [option]: true, ...options } });
const names = async () => (await server.call('GET', configMaps)).body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);

describe('a damaged object', () => {
	beforeAll(() => start('1.25', {}));
	afterAll(() => server.close());

	it.each([
		['GET', undefined],
		['DELETE', undefined],
		['DELETE', { [option]: true }],
		['PUT', { metadata: { name: 'b' } }],
		['PATCH', { data: { x: 'y' } }],
	])('is answered with 500 and how to go on: %s %j', async (method, body) => {
		const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
		const answer = await server.call(method, `${configMaps}/b`, { type, ...(body && { body }) });
		expect(answer).toMatchObject({ status: 500, body: { reason: 'InternalError' } });
		expect(answer.body.message).toMatch(/^Internal error occurred: corrupt object: configmaps default\/b differs from the written state; /);
		expect(answer.body.message).toMatch(remedy);
	});

	it.each(['', '?labelSelector=app', '?limit=1', '?resourceVersion=0'])('is named by lists over it: %s', async (query) => {
		const answer = await server.call('GET', `${configMaps}${query}`);
		expect(answer).toMatchObject({
			status: 500,
			body: {
				reason: 'StorageReadError',
				message: expect.stringMatching(/^failed to read one or more configmaps from the storage: \/configmaps\/default\/b differs from the written state; /),
				details: {
					kind: 'configmaps',
					name: '/configmaps/',
					causes: [{ reason: 'UnexpectedServerResponse', field: '/configmaps/default/b', message: expect.stringMatching(remedy) }],
				},
			},
		});
	});

	it('blocks the deletion of the whole collection, which stays intact', async () => {
		const answer = await server.call('DELETE', configMaps);
		expect(answer).toMatchObject({ status: 500, body: { reason: 'StorageReadError' } });
		expect((await server.call('GET', `${configMaps}/a`)).body.metadata).not.toHaveProperty('deletionTimestamp');
	});

	it('does not affect other objects', async () => {
		expect((await server.call('GET', `${configMaps}/a`)).status).toBe(200);
		expect((await server.call('GET', '/api/v1/namespaces/other/configmaps')).body.items).toEqual([]);
	});
});

describe('DELETE that ignores what cannot be read', () => {
	beforeEach(() => start('1.33', on));
	afterEach(() => server.close());

	it('removes it regardless of finalizers, and all others are served', async () => {
		const answer = await server.call('DELETE', `${configMaps}/b?${option}=true`);
		expect(answer).toMatchObject({ status: 200, body: { kind: 'Status', status: 'Success', details: { name: 'b', kind: 'ConfigMap' } } });
		expect(await names()).toEqual(['a', 'c']);
		expect((await server.call('GET', `${configMaps}/b`)).status).toBe(404);
		expect((await server.call('POST', configMaps, { body: { metadata: { name: 'b' } } })).status).toBe(201);
		await server.restart([]);
		expect(await names()).toEqual(['a', 'b', 'c']);
	});

	it('restarts watches of its resource; others continue', async () => {
		const { cache } = server.context;
		const scope = { namespace: '', name: '' };
		const { signal } = new AbortController();
		const before = cache.revision;
		const waiting = cache.cursor('configmaps', before, scope);
		const other = cache.cursor('secrets', before, scope);
		const told = waiting.next(10, signal);
		const toldOther = other.next(10, signal);
		const failed = expect(told).rejects.toThrow(CompactedError);
		expect((await remove('b')).status).toBe(200);
		await failed;
		await expect((async () => cache.cursor('configmaps', before, scope).next(10, signal))()).rejects.toThrow(CompactedError);
		const behind = cache.cursor('configmaps', cache.revision, scope).next(10, signal);
		await server.call('POST', configMaps, { body: { metadata: { name: 'd' } } });
		expect((await behind).map(({ type, object }) => [type, object.name])).toEqual([['ADDED', 'd']]);
		await server.call('POST', '/api/v1/namespaces/default/secrets', { body: { metadata: { name: 's' } } });
		expect((await toldOther).map(({ object }) => object.name)).toEqual(['s']);
	});

	it('is for nothing else', async () => {
		for (const name of ['a', 'missing']) {
			const answer = await remove(name);
			expect(answer.status).toBe(422);
			expect(answer.body.message).toBe(
				`configmaps "${name}" is invalid: ${option}: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`,
			);
		}
	});

	it('allows no other options', async () => {
		const answer = await remove('b', { dryRun: ['All'], propagationPolicy: 'Orphan', gracePeriodSeconds: 1, preconditions: { uid: 'x' } });
		expect(answer.status).toBe(422);
		expect(answer.body.details.causes.map(({ message }: { message: string }) => message)).toEqual(
			['dryRun', 'propagationPolicy', 'gracePeriodSeconds', 'preconditions'].map((name) => `Invalid value: true: cannot be set with .${name}`),
		);
		expect((await server.call('DELETE', configMaps, { body: { [option]: true } })).body.message).toContain('is not allowed with DELETECOLLECTION');
	});

	it('needs a right of its own', async () => {
		decision = (verb) => (verb === 'unsafe-delete-ignore-read-errors' ? { verdict: 'no opinion', reason: '' } : allowed);
		const answer = await remove('b');
		expect(answer.status).toBe(403);
		expect(answer.body.message).toContain('cannot unsafe-delete-ignore-read-errors resource "configmaps"');
		expect((await server.call('GET', `${configMaps}/b`)).status).toBe(500);
	});
});

it.each(['checksum = checksum + 1', "side = '{}'", "version = 77, bytes = CAST('' AS BLOB)"])(
	'leaves a consistent database, whatever was damaged: %s',
	async (set) => {
		await start('1.33', on, set);
		expect((await remove('b')).status).toBe(200);
		await server.call('POST', configMaps, { body: { metadata: { name: 'd' } } });
		const revision = await server.context.cache.store.revision();
		await server.restart([]);
		expect(await names()).toEqual(['a', 'c', 'd']);
		const oldest = await server.context.cache.store.oldest();
		expect((await server.context.cache.store.changes(oldest, revision, 10)).map(({ name }) => name)).toEqual(['d']);
		await server.close();
	},
);

it('the option is passed over where its gate is off', async () => {
	await start('1.33', {});
	expect(await remove('b')).toMatchObject({ status: 500 });
	expect(await remove('a')).toMatchObject({ status: 200, body: { metadata: { deletionTimestamp: expect.any(String) } } });
	await server.close();
});
