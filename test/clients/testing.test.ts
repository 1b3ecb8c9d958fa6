/** `orch/testing`: a server inside the process of a test. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startServer } from 'orch/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../sdk/typescript/node.ts';
import { adminOf, type ServerAdmin } from '../setup/server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
let folder = '';
let built = '';
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'orch-testing-'));
	built = inject('built').kubernetes;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function names(admin: ServerAdmin, path = configMaps): Promise<string[]> {
	const { items } = (await admin.call('GET', path)).json() as { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
	return items.map(({ metadata }) => metadata.name);
}

describe('a server in memory', () => {
	it('restores its objects with reset, and tells watches', async () => {
		const server = await startServer({ built, release: '1.36' });
		const admin = adminOf(server.kubeconfig);
		const before = await names(admin, '/api/v1/namespaces');
		expect((await admin.call('POST', configMaps, { metadata: { name: 'a' } })).status).toBe(201);
		await admin.call('POST', '/api/v1/namespaces', { metadata: { name: 'b', finalizers: ['example.com/never'] } });
		await admin.call('DELETE', '/api/v1/namespaces/b');
		const label = { metadata: { labels: { changed: 'yes' } } };
		await admin.call('PATCH', '/api/v1/namespaces/default', label, { 'content-type': 'application/merge-patch+json' });
		const watching = admin.call('GET', `${configMaps}?watch=1&timeoutSeconds=2&fieldSelector=metadata.name=a`);
		await server.reset();
		expect(await names(admin)).not.toContain('a');
		expect(await names(admin, '/api/v1/namespaces')).toEqual(before);
		const { metadata } = (await admin.call('GET', '/api/v1/namespaces/default')).json() as { readonly metadata: { readonly labels?: object } };
		expect(metadata.labels).not.toHaveProperty('changed');
		expect((await watching).text).toMatch(/"ADDED".*\n.*"DELETED"/);
		await server.stop();
	});

	it('has url, CA and client, and removes its folder', async () => {
		const server = await startServer({ built, connect, flags: ['--controllers=-*'] });
		expect(server.ca).toMatch(/^-----BEGIN CERTIFICATE-----/);
		expect(server.client.server).toBe(server.url);
		const keys = dirname(server.kubeconfig);
		expect(existsSync(keys)).toBe(true);
		await Promise.all([server.stop(), server.stop()]);
		expect(existsSync(keys)).toBe(false);
	});

	it('runs beside others in the same process', async () => {
		const servers = await Promise.all([startServer({ built }), startServer({ built })]);
		const [first, second] = servers.map(({ kubeconfig }) => adminOf(kubeconfig)) as [ServerAdmin, ServerAdmin];
		await first.call('POST', configMaps, { metadata: { name: 'mine' } });
		expect(await names(first)).toContain('mine');
		expect(await names(second)).not.toContain('mine');
		await Promise.all(servers.map((server) => server.stop()));
	});

	it('rejects a wrong flag with one sentence, and leaves nothing behind', async () => {
		await expect(startServer({ built, flags: ['--secure-prot=1'] })).rejects.toThrow('unknown flag --secure-prot: did you mean --secure-port?');
		await expect(startServer({ built, release: '9.9' })).rejects.toThrow('--emulated-version');
	});
});

describe('a server in a folder', () => {
	it('keeps its objects', async () => {
		const dataDir = join(folder, 'data');
		const first = await startServer({ built, dataDir });
		await adminOf(first.kubeconfig).call('POST', configMaps, { metadata: { name: 'kept' } });
		await first.stop();
		const second = await startServer({ built, dataDir });
		expect(await names(adminOf(second.kubeconfig))).toContain('kept');
		await second.stop();
	});
});
