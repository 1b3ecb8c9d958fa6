/**
 * Tests encryption of Secrets at rest: no file of a used data directory shows them, and keys are lost, rotated, and stored in another
 * place.
 */
import { execFile } from 'node:child_process';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { TestPlugin } from '../setup/kms-plugin.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { filesThatShow, plant, planted, secrets } from './planted-secrets.ts';

async function password(server: ServerProcess, name: string): Promise<string> {
	const answer = await server.call('GET', `${secrets}/${name}`);
	expect(answer.status, answer.text).toBe(200);
	return Buffer.from((answer.json() as { data: { password: string } }).data.password, 'base64').toString();
}

describe('secrets at rest', () => {
	const { kubernetes } = inject('built');
	const run = (...args: string[]) => promisify(execFile)(process.execPath, [join(kubernetes, 'server.mjs'), ...args]);
	let scratch: Scratch;
	let dataDir: string;
	let config: string;
	let server: ServerProcess | undefined;

	const start = async (...flags: string[]): Promise<ServerProcess> => {
		server = await startServer(kubernetes, { dataDir, flags });
		return server;
	};
	const configure = (...providers: object[]): string => {
		const resources = [{ resources: ['secrets'], providers }];
		writeFileSync(config, JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources }), { mode: 0o600 });
		return `--encryption-provider-config=${config}`;
	};
	const keyed = (name: string, fill: number) => ({ name, secret: Buffer.alloc(32, fill).toString('base64') });

	beforeEach(() => {
		scratch = makeScratch();
		dataDir = join(scratch.path, 'data');
		config = join(scratch.path, 'encryption.yaml');
	});
	afterEach(async () => {
		await server?.stop();
		server = undefined;
		scratch.remove();
	});

	it('are in no file during operation, after a kill or in a backup', async () => {
		let running = await start();
		for (const name of ['kept', 'changed', 'deleted']) await plant(running, name);
		const patch = { data: { password: Buffer.from(`${planted}-2`).toString('base64') } };
		expect((await running.call('PATCH', `${secrets}/changed`, patch, { 'content-type': 'application/merge-patch+json' })).status).toBe(200);
		expect((await running.call('DELETE', `${secrets}/deleted`)).status).toBe(200);
		expect((await running.call('GET', `${secrets}?labelSelector=owner%3D${planted}`)).text).toContain('"changed"');
		// Proves that the search finds the value in these forms.
		writeFileSync(join(scratch.path, 'probe'), (await running.call('GET', secrets)).bytes);
		expect(filesThatShow(scratch.path)).toEqual([join(scratch.path, 'probe')]);
		rmSync(join(scratch.path, 'probe'));
		await running.kill();
		expect(filesThatShow(scratch.path)).toEqual([]);
		running = await start();
		expect(await password(running, 'kept')).toBe(planted);
		const backup = join(scratch.path, 'backup');
		const { stdout } = await run('backup', '--data-dir', dataDir, '--out', backup);
		expect(stdout).toMatch(/; some are encrypted with aesgcm:[0-9a-f]{8}:own, which the backup does not contain: keep a separate copy of the key\n$/);
		await running.stop();
		expect(filesThatShow(scratch.path)).toEqual([]);
		expect(statSync(join(dataDir, 'encryption.key')).mode & 0o777).toBe(0o600);

		const restored = join(scratch.path, 'restored');
		expect((await run('restore', backup, '--data-dir', restored)).stdout).toMatch(
			/; some are encrypted with aesgcm:[0-9a-f]{8}:own, which the server must have when it starts\n$/,
		);
		const before = dataDir;
		dataDir = restored;
		await expect(start()).rejects.toThrow(/is encrypted with the key aesgcm:[0-9a-f]{8}:own, which is not in .*encryption\.key: restore the key there/);
		expect(readdirSync(restored)).not.toContain('encryption.key');
		renameSync(join(before, 'encryption.key'), join(restored, 'encryption.key'));
		expect(await password(await start(), 'changed')).toBe(`${planted}-2`);
	});

	it('stored in clear are encrypted in the background, and no clear text is left', async () => {
		let running = await start(configure({ identity: {} }));
		await plant(running, 'first');
		await plant(running, 'second');
		expect((await running.call('DELETE', `${secrets}/second`)).status).toBe(200);
		await running.stop();
		expect(filesThatShow(dataDir)).not.toEqual([]);
		running = await start();
		await expect.poll(() => running.log(), { timeout: 30_000 }).toContain('cleartext wiped from the database');
		expect(filesThatShow(dataDir)).toEqual([]);
		expect(await password(running, 'first')).toBe(planted);
	});

	it('stored in clear, where encryption is required, prevent the start', async () => {
		const encrypts = { aesgcm: { keys: [keyed('one', 1)] } };
		let running = await start(configure({ identity: {} }));
		await plant(running, 'kept');
		await running.stop();
		await expect(start(configure(encrypts))).rejects.toThrow(
			'secrets "default/kept" is stored in cleartext, and --encryption-provider-config has no identity provider for it: list identity after',
		);
		running = await start(configure(encrypts, { identity: {} }));
		await expect.poll(() => running.log(), { timeout: 30_000 }).toContain('all objects are encrypted with the current key');
		await running.stop();
		expect(await password(await start(configure(encrypts)), 'kept')).toBe(planted);
	});

	it.each(['aesgcm', 'aescbc', 'secretbox'])('%s: keys change one after the other, and who has only an earlier one is refused', async (provider) => {
		let running = await start(configure({ [provider]: { keys: [keyed('one', 1)] } }));
		await plant(running, 'kept');
		expect(filesThatShow(dataDir)).toEqual([]);
		await running.stop();
		running = await start(configure({ [provider]: { keys: [keyed('two', 2), keyed('one', 1)] } }));
		await expect.poll(() => running.log(), { timeout: 30_000 }).toContain('all objects are encrypted with the current key');
		await running.stop();
		await expect(start(configure({ [provider]: { keys: [keyed('one', 1)] } }))).rejects.toThrow(
			new RegExp(`secrets "default/kept" is encrypted with the key ${provider}:[0-9a-f]{8}:two, which is not in `),
		);
		running = await start(configure({ [provider]: { keys: [keyed('two', 2)] } }));
		expect(await password(running, 'kept')).toBe(planted);
		expect(readdirSync(dataDir)).not.toContain('encryption.key');
	});

	it('kms: the key is external; without it the server does not start, and reports it', async () => {
		const plugin = new TestPlugin();
		const socket = join(scratch.path, 'kms.sock');
		await plugin.listen(socket);
		const flag = configure({ kms: { apiVersion: 'v2', name: 'vault', endpoint: `unix://${socket}`, timeout: '1s' } }, { identity: {} });
		let running = await start(flag);
		await plant(running, 'kept');
		expect(filesThatShow(dataDir)).toEqual([]);
		expect((await running.call('GET', '/readyz?verbose')).text).toContain('[+]kms-providers ok');
		expect((await running.call('GET', '/livez?verbose')).text).not.toContain('kms-providers');
		await running.stop();
		running = await start(flag);
		expect(await password(running, 'kept')).toBe(planted);
		await running.stop();
		await plugin.close();
		rmSync(socket, { force: true });
		await expect(start(flag)).rejects.toThrow('kms vault cannot be used: ');
	});
});
