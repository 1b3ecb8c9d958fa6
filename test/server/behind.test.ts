/**
 * Tests two serving stacks, ports included, over one store. One learns late of the other's writes, and its refusals and no-ops must be
 * correct all the same.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { rootHooks } from '../../generated/root-hooks.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { chosenControllers } from '../../runtime/controllers/index.ts';
import { readCatalogs } from '../../runtime/server/catalogs.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { type OwnKeys, openSecurity } from '../../runtime/server/open-security.ts';
import { openStore } from '../../runtime/server/open-store.ts';
import { chosenRows } from '../../runtime/server/registries.ts';
import { Steps } from '../../runtime/server/start-durations.ts';
import { type RunningStack, startStack } from '../../runtime/server/start-stack.ts';
import type { Store } from '../../runtime/storage/store.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import type { Loose } from '../setup/loose.ts';
import { type Answer, call } from '../setup/server.ts';
import { FaultyStore } from '../suites/faulty-store.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const merge = { 'content-type': 'application/merge-patch+json' };
/** Delivery delay in milliseconds: longer than a request takes, shorter than the wait of a consistent read. */
const deliveryDelayMs = 60;

let dataDir: string;
let store: Store;
let tls: OwnKeys;
let ahead: RunningStack;
let behind: RunningStack;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'orch-behind-'));
	const { options } = readFlags(['--data-dir', dataDir, '--secure-port', '0', '--log-level', 'silent']) as { options: ServerOptions };
	const generated = { catalog, vocabulary, rootHooks, rootGroups: {}, docs: async () => docs };
	const log = openLog('silent');
	store = await openStore(options, dataDir, generated, { onFatal: () => undefined, onReport: () => undefined });
	tls = await openSecurity(options, dataDir, vocabulary);
	const start = (over: Store, controllers: readonly string[]): Promise<RunningStack> =>
		startStack({
			options,
			generated,
			catalogs: readCatalogs(options, generated),
			rows: { ...chosenRows(options), controllers: chosenControllers(controllers) },
			store: over,
			storeFailed: new AbortController().signal,
			shared: true,
			tls,
			log,
			onFatal: () => undefined,
			steps: new Steps(),
		});
	ahead = await start(store, ['*']);
	behind = await start(new FaultyStore(store, { deliveryDelayMs }), ['-*']);
});
afterAll(async () => {
	await ahead.close();
	await behind.close();
	await store.close();
	await rm(dataDir, { recursive: true });
});

async function ask(
	stack: RunningStack,
	method: string,
	path: string,
	body?: unknown,
	headers?: Readonly<Record<string, string>>,
): Promise<{ status: number; body: Loose }> {
	const credentials = { ca: Buffer.from(tls.authority), cert: Buffer.from(tls.keys.admin.cert), key: Buffer.from(tls.keys.admin.key) };
	const answer: Answer = await call(stack.url, credentials, method, path, body, headers);
	return { status: answer.status, body: answer.json() };
}

/** Creates an object on the server that is ahead; when it resolves, both servers know the object. */
async function known(name: string, content: object = {}): Promise<Loose> {
	const made = await ask(ahead, 'POST', configMaps, { metadata: { name }, ...content });
	expect(made.status).toBe(201);
	// A read without a version waits for all acknowledged writes.
	expect((await ask(behind, 'GET', `${configMaps}/${name}`)).status).toBe(200);
	return made.body;
}

/** Changes the object on the server that is ahead, before the other learns of it. */
async function changed(name: string, data: object): Promise<Loose> {
	const { status, body } = await ask(ahead, 'PATCH', `${configMaps}/${name}`, { data }, merge);
	expect(status).toBe(200);
	return body;
}

describe('a server that is behind', () => {
	it('accepts a PUT with the newest version', async () => {
		await known('put', { data: { k: '1' } });
		const newest = await changed('put', { k: '2' });
		const put = await ask(behind, 'PUT', `${configMaps}/put`, { ...newest, data: { k: '3' } });
		expect([put.status, put.body.data]).toEqual([200, { k: '3' }]);
	});

	it('refuses a PUT of a version that is not the newest', async () => {
		const first = await known('old', { data: { k: '1' } });
		await changed('old', { k: '2' });
		const put = await ask(behind, 'PUT', `${configMaps}/old`, { ...first, data: { k: '3' } });
		expect([put.status, put.body.reason]).toEqual([409, 'Conflict']);
	});

	it('keeps a patch that seems to change nothing', async () => {
		await known('patch', { data: { k: '1' } });
		await changed('patch', { k: '2' });
		const patched = await ask(behind, 'PATCH', `${configMaps}/patch`, { data: { k: '1' } }, merge);
		expect([patched.status, patched.body.data]).toEqual([200, { k: '1' }]);
		expect((await ask(ahead, 'GET', `${configMaps}/patch`)).body.data).toEqual({ k: '1' });
	});

	it('answers a patch that changes nothing with the newest', async () => {
		await known('same', { data: { k: '1' } });
		const newest = await changed('same', { other: '2' });
		const patched = await ask(behind, 'PATCH', `${configMaps}/same`, { data: { k: '1' } }, merge);
		expect([patched.status, patched.body]).toEqual([200, newest]);
	});

	it.each([
		['PATCH', { data: { k: '3' } }, merge],
		['PUT', { metadata: { name: 'new' }, data: { k: '3' } }, undefined],
		['DELETE', undefined, undefined],
	])('finds unseen objects by %s', async (method, body, headers) => {
		await ask(ahead, 'POST', configMaps, { metadata: { name: 'new' } });
		expect((await ask(behind, method, `${configMaps}/new`, body, headers)).status).toBe(200);
		await ask(ahead, 'DELETE', `${configMaps}/new`);
	});

	it('writes an object recreated under its name, and refuses writes for the former one', async () => {
		const first = await known('again');
		await ask(ahead, 'DELETE', `${configMaps}/again`);
		const second = (await ask(ahead, 'POST', configMaps, { metadata: { name: 'again' } })).body;
		const put = await ask(behind, 'PUT', `${configMaps}/again`, { metadata: { name: 'again', uid: second.metadata.uid }, data: { k: '1' } });
		expect(put.status).toBe(200);
		const wrong = await ask(behind, 'DELETE', `${configMaps}/again`, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: first.metadata.uid } });
		expect([wrong.status, wrong.body.reason]).toEqual([409, 'Conflict']);
	});

	it('deletes on conditions that hold', async () => {
		await known('conditions', { data: { k: '1' } });
		const { metadata } = await changed('conditions', { k: '2' });
		const preconditions = { uid: metadata.uid, resourceVersion: metadata.resourceVersion };
		const deleted = await ask(behind, 'DELETE', `${configMaps}/conditions`, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions });
		expect(deleted.status).toBe(200);
	});

	it('does not find deleted objects', async () => {
		await known('gone');
		await ask(ahead, 'DELETE', `${configMaps}/gone`);
		expect((await ask(behind, 'PATCH', `${configMaps}/gone`, { data: { k: '1' } }, merge)).status).toBe(404);
	});

	it('validates against the current object: immutable fields, a dry run', async () => {
		await known('frozen');
		await ask(ahead, 'PATCH', `${configMaps}/frozen`, { immutable: true, data: { k: '1' } }, merge);
		const refused = await ask(behind, 'PATCH', `${configMaps}/frozen`, { data: { k: '2' } }, merge);
		expect(refused.status).toBe(422);
		await ask(ahead, 'DELETE', `${configMaps}/frozen`);
		expect((await ask(behind, 'POST', `${configMaps}?dryRun=All`, { metadata: { name: 'frozen' } })).status).toBe(201);
		await ask(ahead, 'POST', configMaps, { metadata: { name: 'frozen' }, data: { k: '3' } });
		expect((await ask(behind, 'POST', `${configMaps}?dryRun=All`, { metadata: { name: 'frozen' } })).status).toBe(409);
		const dry = await ask(behind, 'PATCH', `${configMaps}/frozen?dryRun=All`, { data: { other: '4' } }, merge);
		expect([dry.status, dry.body.data]).toEqual([200, { k: '3', other: '4' }]);
	});

	it('makes a PUT that creates an update when another was first', async () => {
		const events = '/api/v1/namespaces/default/events';
		for (let round = 0; round < 5; round++) {
			const event = { metadata: { name: `event-${round}` }, involvedObject: { kind: 'Pod', namespace: 'default', name: 'a' } };
			const answers = await Promise.all([ahead, behind, ahead, behind].map((stack) => ask(stack, 'PUT', `${events}/event-${round}`, event)));
			expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
		}
	});

	it('writers of one object through both lose no write', async () => {
		await known('both');
		const keys = Array.from({ length: 16 }, (_, i) => `k${i}`);
		const answers = await Promise.all(keys.map((key, i) => ask(i % 2 === 0 ? ahead : behind, 'PATCH', `${configMaps}/both`, { data: { [key]: 'x' } }, merge)));
		expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
		expect(Object.keys((await ask(ahead, 'GET', `${configMaps}/both`)).body.data).toSorted()).toEqual(keys.toSorted());
	});
});
