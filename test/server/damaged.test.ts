/** Tests a damaged object in a whole server: it is reported and removed. test/verbs tests the verbs alone. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { rootGroups, rootHooks } from '../../generated/root-hooks.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { type RunningServer, startServer } from '../../runtime/server.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import type { Loose } from '../setup/loose.ts';
import { type Answer, call } from '../setup/server.ts';
import { largeThread } from '../setup/thread-files.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const configurations = (type: string) => `/apis/admissionregistration.orch.io/v1/${type}webhookconfigurations`;
const option = 'ignoreStoreReadErrorWithClusterBreakingPotential';
let dataDir: string;
let server: RunningServer;

async function start(...flags: string[]): Promise<void> {
	const command = readFlags(['--data-dir', dataDir, '--secure-port', '0', '--log-level', 'silent', ...flags]);
	const { options } = command as { options: ServerOptions };
	const generated = {
		catalog,
		vocabulary,
		rootHooks,
		rootGroups,
		docs: async () => docs,
		largeThread,
	};
	server = await startServer(options, generated, { log: openLog('silent'), onFatal: () => undefined });
}

async function ask(method: string, path: string, body?: object): Promise<Omit<Answer, 'json'> & { json(): Loose }> {
	const config = parse(await readFile(server.kubeconfig, 'utf8'));
	const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
	const [{ user }] = config.users;
	const ca = bytes(config.clusters[0].cluster['certificate-authority-data']);
	const credentials = { ca, cert: bytes(user['client-certificate-data']), key: bytes(user['client-key-data']) };
	return call(server.url, credentials, method, path, body && JSON.stringify(body), { 'content-type': 'application/json' });
}

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'orch-damaged-'));
	await start();
	for (const name of ['a', 'b', 'c']) expect((await ask('POST', configMaps, { metadata: { name } })).status).toBe(201);
	for (const type of ['validating', 'mutating'])
		expect((await ask('POST', configurations(type), { metadata: { name: 'guard' }, webhooks: [] })).status).toBe(201);
	await server.close();
	const db = new DatabaseSync(join(dataDir, 'orch.db'));
	db.exec("UPDATE objects SET bytes = CAST('{}' AS BLOB) WHERE name IN ('a', 'b', 'guard')");
	db.close();
	await start('--emulated-version', '1.33', '--feature-gates', 'AllowUnsafeMalformedObjectDeletion=true');
});
afterAll(async () => {
	await server.close();
	await rm(dataDir, { recursive: true });
});

it('is named in the error of every request', async () => {
	for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { metadata: { name: 'b' } }]] as const) {
		const answer = await ask(method, `${configMaps}/b`, body);
		expect([method, answer.status, answer.json().message]).toEqual([
			method,
			500,
			expect.stringContaining('configmaps default/b differs from the written state; restore a backup'),
		]);
	}
	expect((await ask('GET', '/api/v1/configmaps')).json()).toMatchObject({
		reason: 'StorageReadError',
		details: { causes: [{}, { field: '/configmaps/default/b' }] },
	});
	expect((await ask('GET', '/readyz')).text).toBe('ok');
});

it('for webhooks blocks all writes but those of webhooks until it is deleted', async () => {
	const refusedFor = async (type: string): Promise<void> => {
		const answer = await ask('POST', configMaps, { metadata: { name: 'd' } });
		expect([answer.status, answer.json().message]).toEqual([
			500,
			expect.stringContaining(`${type}webhookconfigurations.admissionregistration.orch.io guard differs from the written state`),
		]);
		expect((await ask('POST', configurations(type), { metadata: { name: 'other' }, webhooks: [] })).status).toBe(201);
		expect((await ask('DELETE', `${configurations(type)}/guard?${option}=true`)).status).toBe(200);
	};
	await refusedFor('mutating');
	await expect.poll(async () => (await ask('POST', configMaps, { metadata: { name: 'd' } })).json().message).toContain('validatingwebhook');
	await refusedFor('validating');
	await expect.poll(async () => (await ask('POST', configMaps, { metadata: { name: 'd' } })).status).toBe(201);
});

it('is taken away by the option, in the body and in the query', async () => {
	expect((await ask('DELETE', `${configMaps}/a`, { kind: 'DeleteOptions', apiVersion: 'v1', [option]: true })).json()).toMatchObject({ status: 'Success' });
	expect((await ask('DELETE', `${configMaps}/b?${option}=true`)).json()).toMatchObject({ status: 'Success' });
	expect((await ask('GET', configMaps)).json().items.map(({ metadata }: Loose) => metadata.name)).toContain('c');
});
