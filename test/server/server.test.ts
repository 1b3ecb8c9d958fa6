/**
 * Tests the composition in this process, with the real parts and the generated code. test/scenarios covers behaviour that needs a process.
 */
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { rootGroups, rootHooks } from '../../generated/root-hooks.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { type RunningServer, startServer } from '../../runtime/server.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import { type Answer, call } from '../setup/server.ts';

let dataDir: string;
let servers: RunningServer[];

beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'orch-server-'));
	servers = [];
});
afterEach(async () => {
	for (const server of servers) await server.close();
	await rm(dataDir, { recursive: true, force: true });
});

async function run(...flags: string[]): Promise<RunningServer> {
	const command = readFlags(['--data-dir', dataDir, '--secure-port', '0', '--log-level', 'silent', ...flags]);
	const options = (command as { options: ServerOptions }).options;
	const server = await startServer(
		options,
		{ catalog, vocabulary, rootHooks, rootGroups, docs: async () => docs },
		{ log: openLog('silent'), onFatal: () => undefined },
	);
	servers.push(server);
	return server;
}

async function ask(server: RunningServer, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
	const config = parse(await readFile(server.kubeconfig, 'utf8'));
	const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
	const [{ user }] = config.users;
	const credentials = {
		ca: bytes(config.clusters[0].cluster['certificate-authority-data']),
		cert: bytes(user['client-certificate-data']),
		key: bytes(user['client-key-data']),
	};
	return call(server.url, credentials, 'GET', path, undefined, headers);
}

describe('server', () => {
	it('answers health, version, index and metrics', async () => {
		const server = await run();
		expect((await ask(server, '/readyz?verbose')).text).toMatch(/\[\+\]ping ok\n[\s\S]*\[\+\]shutdown ok\nhealthz check passed\n/);
		expect((await ask(server, '/livez?verbose&exclude=ping&exclude=nope')).text).toContain('[+]ping excluded: ok\n');
		expect((await ask(server, '/readyz/ping')).text).toBe('ok');
		expect((await ask(server, '/readyz/nope')).status).toBe(404);
		expect((await ask(server, '/version')).json()).toMatchObject({ major: '1', minor: '25', gitVersion: expect.stringMatching(/^v1\.25\.0\+/) });
		expect((await ask(server, '/')).json()).toMatchObject({ paths: expect.arrayContaining(['/api/v1', '/apis/apps/v1', '/openapi/v3']) });
		expect((await ask(server, '/metrics')).text).toContain('apiserver_storage_objects{resource="namespaces"} 4');
		expect((await ask(server, '/nowhere')).json()).toMatchObject({ kind: 'Status', reason: 'NotFound' });
		for (const path of ['//', '//version', '//api/v1/secrets', '///livez', '/apis//', '/apis//v1']) {
			expect([path, (await ask(server, path)).status]).toEqual([path, 404]);
		}
		// Proxies send absolute URLs.
		for (const path of ['https://elsewhere:1/version', 'HTTP://elsewhere/version?x']) expect((await ask(server, path)).json()).toMatchObject({ major: '1' });
		expect((await ask(server, 'https://elsewhere')).json()).toMatchObject({ paths: expect.arrayContaining(['/api/v1']) });
	});

	it('serves both forms of discovery, each under its own content type', async () => {
		const server = await run();
		const aggregated = `application/json;g=apidiscovery.${vocabulary.groupDomain};v=v2;as=APIGroupDiscoveryList`;
		const beta = aggregated.replace('v=v2;', 'v=v2beta1;');
		const both = await ask(server, '/apis', { accept: `${aggregated},${beta},application/json` });
		expect(both.headers['content-type']).toBe(aggregated);
		expect(both.json()).toMatchObject({ kind: 'APIGroupDiscoveryList' });
		expect((await ask(server, '/api', { accept: `${beta},application/json` })).headers['content-type']).toBe(beta);
		const legacy = await ask(server, '/apis', { accept: 'application/json, */*' });
		expect(legacy.headers['content-type']).toBe('application/json');
		expect(legacy.json()).toMatchObject({ kind: 'APIGroupList' });
		expect((await ask(server, '/apis', { 'if-none-match': String(legacy.headers.etag) })).status).toBe(304);
		expect((await ask(server, '/apis/nope')).status).toBe(404);
		expect((await ask(server, '/apis/apps/v1/')).json()).toMatchObject({ kind: 'APIResourceList', groupVersion: 'apps/v1' });
	});

	it('serves OpenAPI: an index with hashes, documents that never change under them, and the older form in JSON and protobuf', async () => {
		const server = await run();
		const index = (await ask(server, '/openapi/v3')).json() as { paths: Record<string, { serverRelativeURL: string }> };
		const url = index.paths['api/v1']?.serverRelativeURL ?? '';
		const document = await ask(server, url);
		expect(document.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
		expect(document.headers['cache-control']).toBe('public, immutable');
		expect((await ask(server, '/openapi/v3/api/v1?hash=OLD')).headers.location).toBe(url);
		expect((await ask(server, '/openapi/v3/api/v9')).status).toBe(404);
		const accepted = async (accept: string): Promise<number> => (await ask(server, url, { accept })).status;
		expect(await accepted('application/com.github.proto-openapi.spec.v3@v1.0+protobuf')).toBe(406);
		expect(await accepted('application/com.github.proto-openapi.spec.v3@v1.0+protobuf, */*;q=0.1')).toBe(200);
		expect((await ask(server, '/openapi/v2', { accept: 'application/json' })).json()).toMatchObject({ swagger: '2.0' });
		const protobuf = await ask(server, '/openapi/v2', { accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' });
		expect(protobuf.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
		expect((await ask(server, '/openapi/v2', { accept: 'text/html' })).status).toBe(406);
	});

	it('--runtime-config removes versions from service and discovery', async () => {
		const server = await run('--runtime-config', 'apps/v1=false,v1/secrets=false');
		expect((await ask(server, '/apis/apps/v1')).status).toBe(404);
		expect((await ask(server, '/apis/apps/v1/deployments')).status).toBe(404);
		expect((await ask(server, '/api/v1/secrets')).status).toBe(404);
		expect((await ask(server, '/api/v1')).text).not.toContain('"secrets"');
		expect((await ask(server, '/api/v1/configmaps')).status).toBe(200);
	});

	it('keeps keys and kubeconfig to the owner, and names the real port after a restart', async () => {
		const first = await run();
		expect(((await stat(first.kubeconfig)).mode & 0o777).toString(8)).toBe('600');
		const before = await readFile(first.kubeconfig, 'utf8');
		expect(before).toContain(first.url);
		await first.close();
		servers = [];
		const second = await run();
		expect(await readFile(second.kubeconfig, 'utf8')).toBe(before.replace(first.url, second.url));
	});

	it('a folder that no database can be made in is refused', async () => {
		await mkdir(join(dataDir, 'orch.db'));
		await expect(run()).rejects.toThrow(`the database ${join(dataDir, 'orch.db')} is not a file`);
	});

	it('a busy port is reported with a remedy', async () => {
		const { port } = await run();
		const other = await mkdtemp(join(tmpdir(), 'orch-server-'));
		await expect(run('--data-dir', other, '--secure-port', String(port))).rejects.toThrow(/is taken by another program: .*--secure-port/);
		await rm(other, { recursive: true, force: true });
	});
});
