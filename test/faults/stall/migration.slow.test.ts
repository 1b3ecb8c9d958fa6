/**
 * Rewriting a hundred thousand objects, requested over many connections at once, delays other requests no longer than any other work
 * (DESIGN section 11).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteStore } from '../../../runtime/storage/sqlite/open.ts';
import type { Mutation } from '../../../runtime/storage/store.ts';
import { backupsIn, buildVariant } from '../../scenarios/storage-migration/builds.ts';
import type { Loose } from '../../setup/loose.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { slowness } from '../../setup/slowness.ts';
import { Measurement } from './measure.ts';

const resource = 'backups.backup.example.com';
const objects = 100_000;
const apiVersion = 'backup.example.com/v1';

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-migration-stall-'));
	const { built } = await buildVariant('bothAsSecond', folder);
	const dataDir = join(folder, 'data');
	const store = await openSqliteStore({ path: join(folder, 'orch.db'), vocabulary: 'orch' });
	const note = 'x'.repeat(500);
	for (let first = 0; first < objects; first += 1000) {
		const rows = Array.from({ length: 1000 }, (_, i): Mutation => {
			const name = `b${String(first + i).padStart(6, '0')}`;
			const metadata = {
				name,
				namespace: 'default',
				uid: `00000000-0000-4000-8000-${String(first + i).padStart(12, '0')}`,
				creationTimestamp: '2024-01-01T00:00:00Z',
			};
			const object = { kind: 'Backup', apiVersion, metadata, spec: { size: first + i, note } };
			return { resource, namespace: 'default', name, expected: 0, bytes: Buffer.from(JSON.stringify(object)), side: '', version: apiVersion };
		});
		await store.commit(rows);
	}
	await store.close();
	server = await startServer(built, { dataDir, flags: ['--datastore', `sqlite:${join(folder, 'orch.db')}`, '--controllers=*,-storage-version-migrator'] });
}, 600_000);
afterAll(async () => {
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

it('100,000 objects are rewritten without a delay of 100 ms', async () => {
	const measurement = await Measurement.start(server);
	const path = `/storage/versions/${resource}`;
	const left = async (method: string): Promise<number> => ((await server.call(method, path)).json() as Loose).left;
	expect(await left('GET')).toBe(objects);
	const send = async () => {
		while ((await left('POST')) > 0);
		return 200;
	};
	const measured = await measurement.run({ name: 'rewriting', prepare: () => send, answers: [200] });
	measurement.end();
	console.info(
		`${objects} objects in ${measured.seconds} s; at the longest others waited ${measured.server.worstMs} ms, of which the server worked ${measured.server.workedMs} ms`,
	);
	expect(measured.server.workedMs).toBeLessThan(100 * slowness());
	expect([await left('GET'), measured.server.failed]).toEqual([0, 0]);
	const { items } = (await server.call('GET', `${backupsIn('v2')}?limit=2`)).json() as Loose;
	expect(items.map(({ spec }: Loose) => spec.copies)).toEqual([0, 1]);
});
