/** WebSocket client of golang.org/x/net, which Kubernetes' tests use: it treats each frame as a message and does not support fragments. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';

const program = resolve(import.meta.dirname, 'websocket-go');
const go = spawnSync('go', ['version']).status === 0;
if (!go) console.warn('skipped: the WebSocket client of golang.org/x/net needs Go');

describe.skipIf(!go)('the client of golang.org/x/net', () => {
	let folder = '';
	let server: ServerProcess;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'orch-websocket-go-'));
		execFileSync('go', ['build', '-o', join(folder, 'watch'), '.'], { cwd: program, stdio: 'inherit' });
		server = await startServer(inject('built').kubernetes);
		for (const [name, bytes] of Object.entries(server.credentials)) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
	});
	afterAll(async () => {
		await server?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	it('receives the events of a watch over HTTP, with a megabyte in one message', async () => {
		const configmaps = '/api/v1/namespaces/default/configmaps';
		for (const [name, bytes] of [
			['empty', 0],
			['small', 100],
			['medium', 70_000],
			['large', 1_000_000],
		] as const) {
			expect((await server.call('POST', configmaps, { metadata: { name }, data: { text: 'x'.repeat(bytes) } })).status).toBe(201);
		}
		const path = `${configmaps}?watch=1&timeoutSeconds=1`;
		const files = ['ca', 'cert', 'key'].map((name) => join(folder, name));
		const told = execFileSync(join(folder, 'watch'), [server.url.replace('https', 'wss') + path, ...files], { maxBuffer: 16 * 1024 * 1024 });
		expect(told.toString()).toBe((await server.call('GET', path)).text);
		expect(told.length).toBeGreaterThan(1_070_000);
	});
});
