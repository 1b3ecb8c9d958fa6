/**
 * Tests the migration of a kind's objects from one stored version to the next. The server reports the stored versions, and rewrites objects
 * while others write and after any crash. It refuses to remove a version in which objects are stored.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type Answer, type ServerProcess, startServer } from '../setup/server.ts';
import { slowness } from '../setup/slowness.ts';
import { backupsIn, buildVariant, orchProgram, type Variant } from './storage-migration/builds.ts';

const resource = 'backups.backup.example.com';
const status = `/storage/versions/${resource}`;
const objects = 3000;
/** Flags with which objects are rewritten only on request. */
const onlyAsked = ['--controllers=*,-storage-version-migrator'];

let folder: string;
let server: ServerProcess | undefined;
const built = {} as Record<Variant, { readonly specs: string; readonly built: string }>;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-migration-'));
	for (const variant of ['first', 'bothAsFirst', 'bothAsSecond', 'second'] as const) built[variant] = await buildVariant(variant, folder);
}, 600_000);
afterAll(async () => {
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

const dataDir = () => join(folder, 'data');

async function start(variant: Variant, ...flags: string[]): Promise<ServerProcess> {
	await server?.stop();
	server = undefined;
	server = await startServer(built[variant].built, { dataDir: dataDir(), flags });
	return server;
}

/** Returns the error of a server that refuses to start. */
async function refusal(variant: Variant): Promise<string> {
	await server?.stop();
	server = undefined;
	return startServer(built[variant].built, { dataDir: dataDir() }).then(
		() => 'it started',
		(error: Error) => error.message,
	);
}

interface Said {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

function run(program: string, ...args: string[]): Promise<Said> {
	return new Promise((resolve) => {
		const env = { ...process.env, NO_COLOR: '1', KUBECONFIG: join(dataDir(), 'kubeconfig') };
		execFile(process.execPath, [program, 'storage', ...args], { env }, (error, stdout, stderr) => {
			resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
		});
	});
}

const orch = (...args: string[]) => run(orchProgram, ...args);
const ofBuild = (variant: Variant, ...args: string[]) => run(join(built[variant].built, 'server.mjs'), ...args);

const running = (): ServerProcess => {
	if (server === undefined) throw new Error('no server runs');
	return server;
};

const stored = async (of = running()): Promise<Loose> => (await of.call('GET', status)).json() as Loose;

/** Creates many objects over few connections. */
async function fill(count: number): Promise<void> {
	const { url, credentials } = running();
	const agent = new Agent({ keepAlive: true, maxSockets: 16, ...credentials });
	const create = (i: number): Promise<void> =>
		new Promise((resolve, reject) => {
			const asked = request(`${url}${backupsIn('v1')}`, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (response) => {
				response.resume().on('end', () => (response.statusCode === 201 ? resolve() : reject(new Error(`status ${response.statusCode}`))));
			});
			asked.on('error', reject).end(JSON.stringify({ metadata: { name: `b${String(i).padStart(5, '0')}` }, spec: { size: i, note: 'x'.repeat(500) } }));
		});
	await Promise.all(Array.from({ length: count }, (_, i) => create(i)));
	agent.destroy();
}

const patch = (of: ServerProcess, version: string, name: string, body: object): Promise<Answer> =>
	of.call('PATCH', backupsIn(version, name), body, { 'content-type': 'application/merge-patch+json' });

describe('a kind that gets another version', { timeout: 300_000 }, () => {
	let owned: Loose;

	it('is reported for stored objects, with and without a server, to permitted users', async () => {
		const { call } = await start('first');
		await fill(objects);
		owned = ((await call('GET', backupsIn('v1', 'b00001'))).json() as Loose).metadata;
		await start('bothAsSecond', ...onlyAsked);
		const told = await orch('status');
		expect([told.code, told.stdout]).toEqual([0, expect.stringMatching(/KIND +GROUP +STORED AS +OBJECTS +TO REWRITE\n/)]);
		expect(told.stdout).toMatch(/Backup +backup\.example\.com +backup\.example\.com\/v2 +3000 +3000 as backup\.example\.com\/v1\n/);
		const json = JSON.parse((await orch('status', 'Backup', '--json')).stdout);
		expect(json.kinds).toEqual([
			{
				...{ resource, kind: 'Backup', group: 'backup.example.com', storageVersion: 'backup.example.com/v2', objects, left: objects, damaged: 0 },
				stored: [{ version: 'backup.example.com/v1', objects, because: 'version' }],
			},
		]);
		const { url, credentials } = running();
		const nobody = await new Promise<number | undefined>((resolve, reject) => {
			const asked = request(`${url}${status}`, { method: 'POST', ca: credentials.ca, agent: false }, ({ statusCode }) => resolve(statusCode));
			asked.on('error', reject).end();
		});
		expect(nobody).toBe(403);
		expect((await running().call('POST', '/storage/versions/nothing')).status).toBe(404);
		expect((await running().call('DELETE', status)).status).toBe(405);
		const busy = await orch('migrate', 'Backup', '--data-dir', dataDir(), '--specs', built.bothAsSecond.specs);
		expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('or remove --data-dir to let the running server do it')]);
		await server?.stop();
		server = undefined;
		const offline = await ofBuild('bothAsSecond', 'status', 'backup.example.com/Backup', '--json', '--data-dir', dataDir());
		expect([offline.stderr, JSON.parse(offline.stdout)]).toEqual(['', { ...json, gone: [] }]);
	});

	it('a build without the stored version does not start, with the remedy in one sentence', async () => {
		expect(await refusal('second')).toMatch(
			/before it was ready:\n3000 objects of Backup are stored as backup\.example\.com\/v1, which is unknown to this build: run "orch storage migrate Backup" with a build that has both versions, and start this build afterwards\n$/,
		);
		const offline = await ofBuild('second', 'migrate', 'Backup', '--data-dir', dataDir());
		expect([offline.code, offline.stderr]).toEqual([
			1,
			expect.stringMatching(/^3000 of Backup cannot be rewritten, such as default\/b00000: .*is stored as backup\.example\.com\/v1/),
		]);
	});

	it('is rewritten during writes, and continues after any interruption', async () => {
		const child = await start('bothAsSecond', ...onlyAsked);
		// The command is stopped as Ctrl-C would.
		const command = spawn(process.execPath, [orchProgram, 'storage', 'migrate', 'Backup', '--kubeconfig', child.kubeconfig], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let said = '';
		command.stderr.setEncoding('utf8').on('data', (text: string) => {
			said += text;
		});
		await expect.poll(async () => (await stored()).left, { interval: 20, timeout: 60_000 }).toBeLessThan(objects);
		command.kill('SIGINT');
		const [code] = await once(command, 'exit');
		expect([code, said]).toEqual([130, expect.stringMatching(/^error: interrupted: \d+ of Backup are rewritten; run the command again for the rest\n$/)]);
		// The server finishes the batch in flight and no more.
		const left = (await stored()).left;
		expect(left).toBeGreaterThan(0);

		const again = orch('migrate', 'Backup');
		await expect.poll(async () => (await stored()).left, { interval: 10, timeout: 60_000 }).toBeLessThan(left);
		await child.kill();
		const ended = await again;
		expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(/of Backup are rewritten; run the command again for the rest\n$/)]);

		const next = await start('bothAsSecond', ...onlyAsked);
		const halfWay = await stored(next);
		const counted = halfWay.stored.reduce((sum: number, row: Loose) => sum + row.objects, 0);
		expect([halfWay.objects, counted, Number(halfWay.left) > 0, Number(halfWay.left) < left]).toEqual([objects, objects, true, true]);
		expect(await refusal('second')).toContain(`${halfWay.left} objects of Backup are stored as backup.example.com/v1`);

		const { call, url, credentials } = await start('bothAsSecond', ...onlyAsked);
		const from = ((await call('GET', `${backupsIn('v2')}?limit=1`)).json() as Loose).metadata;
		let isOver = false;
		const longest: number[] = [];
		// Writers of both versions and readers run during the migration.
		const write = async (version: string, field: string, first: number): Promise<void> => {
			for (let i = first; !isOver && i < objects; i += 7) {
				const answer = await patch(running(), version, `b${String(i).padStart(5, '0')}`, { metadata: { labels: { by: version } }, spec: { [field]: i + 1 } });
				expect(answer.status).toBe(200);
			}
		};
		const read = async (): Promise<void> => {
			const agent = new Agent({ keepAlive: true, ...credentials });
			while (!isOver) {
				const beganMs = performance.now();
				await new Promise<void>((resolve, reject) => {
					request(`${url}${backupsIn('v1', 'b02999')}`, { agent }, (response) => response.resume().on('end', resolve))
						.on('error', reject)
						.end();
				});
				longest.push(performance.now() - beganMs);
			}
			agent.destroy();
		};
		const beside = [write('v1', 'size', 0), write('v2', 'copies', 1), read()];
		const migrated = await orch('migrate', 'backups');
		isOver = true;
		await Promise.all(beside);
		expect([migrated.code, migrated.stdout]).toEqual([
			0,
			expect.stringMatching(/^3000 objects of Backup are stored as backup\.example\.com\/v2 now: \d+ rewritten in \d+\.\d s\n$/),
		]);
		// The slowest 2% depend on other load of the machine; `test/faults/stall` measures how long the migration itself blocks others.
		const usual = longest.sort((a, b) => a - b)[Math.floor(0.98 * longest.length)] ?? 0;
		expect(usual).toBeLessThan(100 * slowness());
		expect((await stored()).stored).toEqual([{ version: 'backup.example.com/v2', objects }]);

		// Each object has its first value or that of a writer, and watchers saw the migration change it once.
		const list = (await call('GET', backupsIn('v2'))).json() as { items: Loose[] };
		expect(list.items).toHaveLength(objects);
		for (const [i, { metadata, spec }] of list.items.entries()) expect(spec.copies).toBe(metadata.labels?.by === undefined ? i : i + 1);
		const untouched = ((await call('GET', backupsIn('v1', 'b00006'))).json() as Loose).metadata;
		const events = (
			await call('GET', `${backupsIn('v2')}?watch=1&timeoutSeconds=1&resourceVersion=${from.resourceVersion}&fieldSelector=metadata.name%3Db02998`)
		).text;
		expect(
			events
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line).type),
		).not.toContain('ADDED');
		expect(Object.keys(untouched)).toEqual(Object.keys(owned));
		expect(await orch('migrate', '--all')).toMatchObject({ code: 0, stdout: 'all objects are stored in the current version\n' });
		expect(await orch('migrate', 'Backup')).toMatchObject({ code: 0, stdout: '3000 objects of Backup are stored as backup.example.com/v2 already\n' });
	});

	it('is reverted the same way, by automatic rewriting', async () => {
		await start('bothAsFirst');
		await expect.poll(async () => (await stored()).left, { timeout: 120_000 }).toBe(0);
		expect((await stored()).stored).toEqual([{ version: 'backup.example.com/v1', objects }]);
		const { call } = await start('first');
		const { metadata, spec } = (await call('GET', backupsIn('v1', 'b00007'))).json() as Loose;
		expect([spec.size, metadata.uid]).toEqual([expect.any(Number), expect.any(String)]);
	});

	it('is rewritten without a server, and then the old version may go', async () => {
		await server?.stop();
		server = undefined;
		const done = await ofBuild('bothAsSecond', 'migrate', 'Backup', '--data-dir', dataDir());
		expect([done.code, done.stderr, done.stdout]).toEqual([
			0,
			'',
			expect.stringMatching(/^3000 objects of Backup are stored as backup\.example\.com\/v2 now: 3000 rewritten in /),
		]);
		const { call } = await start('second');
		expect((await call('GET', backupsIn('v1'))).status).toBe(404);
		expect(((await call('GET', backupsIn('v2', 'b00100'))).json() as Loose).spec.note).toBe('x'.repeat(500));
		// Managed fields recorded in a removed version do not prevent writes.
		expect((await patch(running(), 'v2', 'b00100', { spec: { copies: 3 } })).status).toBe(200);
		const apply = { apiVersion: 'backup.example.com/v2', kind: 'Backup', metadata: { name: 'b00100' }, spec: { copies: 4 } };
		const applied = await call('PATCH', `${backupsIn('v2', 'b00100')}?fieldManager=me&force=true`, apply, { 'content-type': 'application/apply-patch+yaml' });
		expect([applied.status, (applied.json() as Loose).spec.copies]).toEqual([200, 4]);
		expect(await refusal('first')).toContain('are stored as backup.example.com/v2, which is unknown to this build');
	});
});
