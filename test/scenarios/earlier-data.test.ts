/** Tests that a data directory of an earlier build (ac2667ef) opens: its rows have the first layout of the side column. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'orch-earlier-'));
const inNamespace = '/api/v1/namespaces/made';
let server: ServerProcess;

beforeAll(async () => {
	// Files of the data directory, in base64, without the keys and certificates of its TLS.
	const fixture = gunzipSync(readFileSync('test/fixtures/data-of-side-layout-1.json.gz')).toString();
	for (const [name, content] of Object.entries(JSON.parse(fixture) as Record<string, string>)) {
		mkdirSync(dirname(join(dataDir, name)), { recursive: true });
		writeFileSync(join(dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 });
	}
	server = await startServer(inject('built').kubernetes, { dataDir, flags: ['--log-level', 'info'] });
});
afterAll(async () => {
	await server.stop();
	rmSync(dataDir, { recursive: true });
});

const get = async (path: string) => (await server.call('GET', path)).json() as Loose;
const namesOf = (list: Loose): string[] => list.items.map(({ metadata }: Loose) => metadata.name);
const outdated = async () => ((await get('/storage/versions')) as Loose).kinds.filter(({ left }: Loose) => left > 0).map(({ resource }: Loose) => resource);

describe('data of an earlier build', () => {
	it('is served by key, label and field, encrypted objects included', async () => {
		expect((await get(`${inNamespace}/configmaps/plain`)).data).toEqual({ text: 'with "ownerReferences":[{"uid":"x"}] in it', text2: 'later' });
		expect(Buffer.from((await get(`${inNamespace}/secrets/kept`)).data.password, 'base64').toString()).toBe('hidden');
		expect(namesOf(await get(`${inNamespace}/configmaps?labelSelector=app%3Dshown`))).toEqual(['plain']);
		expect(namesOf(await get('/api/v1/pods?fieldSelector=spec.nodeName%3Dn1'))).toEqual(['bound']);
	});

	it('is rewritten, which the log and the report of stored versions show', async () => {
		await expect.poll(outdated).toEqual([]);
		await expect.poll(() => server.log()).toMatch(/configmaps.*rewriting outdated objects/);
		expect(server.log()).toMatch(/configmaps.*outdated objects rewritten/);
		expect(namesOf(await get(`${inNamespace}/secrets?labelSelector=app%3Dshown`))).toEqual(['kept']);
	});

	it('keeps its owners: dependents go with them', async () => {
		// The deletion began with the earlier build and waits for its dependent.
		const patch = { 'content-type': 'application/merge-patch+json' };
		for (const name of ['dependent', 'waiting']) {
			const { status } = await server.call('PATCH', `${inNamespace}/configmaps/${name}`, { metadata: { finalizers: null } }, patch);
			expect(status).toBe(200);
		}
		await expect.poll(async () => namesOf(await get(`${inNamespace}/configmaps`))).not.toContain('waiting');
		expect((await server.call('DELETE', `${inNamespace}/configmaps/owner`)).status).toBe(200);
		await expect.poll(async () => namesOf(await get(`${inNamespace}/configmaps`))).not.toContain('owned-a');
		await expect.poll(async () => namesOf(await get(`${inNamespace}/secrets`))).not.toContain('kept');
		expect(namesOf(await get(`${inNamespace}/configmaps`))).toContain('plain');
	});
});
