import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../runtime/api/errors.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { createObject } from '../../runtime/verbs/create/object.ts';
import { mostAttempts } from '../../runtime/verbs/write/commit/attempts.ts';
import type { WriteScope } from '../../runtime/verbs/write/scope.ts';
import { updateObject } from '../../runtime/verbs/write/update-object.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';
import { admin, type TestServer, testServer } from './write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const configMaps = '/api/v1/namespaces/default/configmaps';

async function scopeOfNew(name: string): Promise<WriteScope> {
	await server.call('POST', configMaps, { body: { metadata: { name }, data: { mine: '0' } } });
	const { context } = server;
	const resource = context.stored('configmaps');
	if (resource === undefined) throw new Error('there are no ConfigMaps');
	return {
		context,
		resource,
		namespace: 'default',
		name,
		subresource: '',
		options: { dryRun: false },
		dryRun: false,
		user: admin,
		manager: 'racer',
		isApply: false,
		warnings: [],
		audit: undefined,
		caller: new AbortController(),
	};
}

/** Simulates another process that commits to the store, bypassing these verbs, between a read and a write. */
function overtake({ context, name }: WriteScope, round: number): void {
	const current = context.cache.get('configmaps', 'default', name);
	if (current === undefined) throw new Error('nothing to overtake');
	const text = current.bytes
		.toString()
		.replace(/,"resourceVersion":"\d+"/, '')
		.replace(/"data":\{.*/, `"data":{"theirs":"${round}"}}`);
	void context.store.commit([{ resource: 'configmaps', namespace: 'default', name, expected: current.revision, bytes: Buffer.from(text), side: '' }]);
}

const withMine = (old: JsonObject): JsonObject => ({ ...old, data: { ...(old.data as JsonObject), mine: '1' } });
/** Returns the object of an update without a resourceVersion. */
const unconditional = (object: JsonObject): JsonObject => {
	const { resourceVersion: _version, ...metadata } = object.metadata as JsonObject;
	return { ...object, metadata };
};

describe('a race that another process wins', () => {
	test('is run again from what it left', async () => {
		const scope = await scopeOfNew('race');
		let rounds = 0;
		const { object } = await updateObject(scope, (old) => {
			if (rounds++ < 3) overtake(scope, rounds);
			return unconditional(withMine(old));
		});
		expect(rounds).toBe(4);
		expect(JSON.parse(object.bytes.toString()).data).toEqual({ theirs: '3', mine: '1' });
		expect(server.context.cache.get('configmaps', 'default', 'race')?.bytes.toString()).toBe(object.bytes.toString());
	});
	test('is given up as a conflict when it is lost too often', async () => {
		const scope = await scopeOfNew('hopeless');
		let rounds = 0;
		const lost = updateObject(scope, (old) => {
			overtake(scope, rounds++);
			return unconditional(withMine(old));
		});
		await expect(lost).rejects.toMatchObject({ reason: 'Conflict' });
		expect(rounds).toBe(mostAttempts);
	});
	test('over an object that was deleted is not found', async () => {
		const scope = await scopeOfNew('deleted');
		const lost = updateObject(scope, (old) => {
			const revision = scope.context.cache.get('configmaps', 'default', 'deleted')?.revision ?? 0;
			void scope.context.store.commit([{ resource: 'configmaps', namespace: 'default', name: 'deleted', expected: revision }]);
			return withMine(old);
		});
		await expect(lost).rejects.toMatchObject({ reason: 'NotFound' });
	});
	test('a failure gives the turn on', async () => {
		const scope = await scopeOfNew('turns');
		const failing = updateObject(scope, () => {
			throw new Error('on purpose');
		});
		const next = updateObject(scope, withMine);
		await expect(failing).rejects.toThrow('on purpose');
		await expect(next).resolves.toMatchObject({ removed: false });
	});
	test('creates and deletes of one name at once: one wins each time', async () => {
		const make = () => server.call('POST', configMaps, { body: { metadata: { name: 'contested' } } });
		const made = await Promise.all(Array.from({ length: 20 }, make));
		expect(made.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
		const deleted = await Promise.all(Array.from({ length: 20 }, () => server.call('DELETE', `${configMaps}/contested`)));
		expect(deleted.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)]);
	});
});

describe('a request that has gone', () => {
	/** Returns a cache that never learns the newest revision of the store. */
	function waitingFor({ cache }: WriteScope['context']): { readonly cache: WriteScope['context']['cache']; readonly asked: Promise<void> } {
		const { promise: asked, resolve } = Promise.withResolvers<void>();
		const consistent: WatchCache['consistent'] = (waiting) => {
			resolve();
			return new Promise((_, reject) => waiting?.signal.addEventListener('abort', () => reject(waiting.signal.reason)));
		};
		const get: WatchCache['get'] = (...key) => cache.get(...key);
		return { cache: { ...cache, get, consistent }, asked };
	}

	test.each<[string, (scope: WriteScope) => Promise<unknown>]>([
		['to change what is not there', (scope) => updateObject({ ...scope, name: 'absent' }, withMine)],
		['to change nothing', (scope) => updateObject(scope, (old) => old)],
		[
			'to change what cannot be changed',
			(scope) =>
				updateObject(scope, () => {
					throw new ApiError('Conflict', 'no');
				}),
		],
		['to try a create', (scope) => createObject({ ...scope, dryRun: true }, () => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'tried' } }))],
	])('does not wait for the store %s', async (name, write) => {
		const scope = await scopeOfNew(`gone-${name.replaceAll(' ', '-')}`);
		const caller = new AbortController();
		const { cache, asked } = waitingFor(scope.context);
		const written = write({ ...scope, caller, context: { ...scope.context, cache } });
		const gone = expect(written).rejects.toThrow('gone');
		await asked;
		caller.abort(new Error('gone'));
		await gone;
	});
});
