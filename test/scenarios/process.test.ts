/** Tests the server process: start, restart, drain, refusal of a second server, and invalid flags. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose } from '../setup/loose.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';
import { sharedServer } from '../setup/shared-server.ts';

let dataDir: string;
let server: ServerProcess;
const expectStatus = expecting(() => server);
const collection = '/api/v1/namespaces/default/configmaps';

function begin(): void {
	dataDir = mkdtempSync(join(tmpdir(), 'orch-process-'));
}

async function end(): Promise<void> {
	await server?.stop();
	rmSync(dataDir, { recursive: true, force: true });
}

/** Runs the server until it exits, with flags that must prevent its start. */
function refused(built: string, ...flags: string[]): { code: number | null; text: string } {
	const { status, stderr } = spawnSync(process.execPath, [join(built, 'server.mjs'), ...flags], { encoding: 'utf8', timeout: 15_000, killSignal: 'SIGKILL' });
	return { code: status, text: stderr };
}

describe('a server', () => {
	beforeAll(async () => {
		begin();
		const tokens = join(dataDir, 'tokens.csv');
		writeFileSync(tokens, 'sesame,ali,1,"system:masters,thieves"\nnothing,baba,2\n');
		server = await startServer(inject('built').orch, { dataDir, flags: ['--token-auth-file', tokens] });
	});
	afterAll(end);

	it('makes its keys and an admin kubeconfig that only the owner reads', async () => {
		expect(statSync(join(dataDir, 'kubeconfig')).mode & 0o777).toBe(0o600);
		for (const name of ['ca.key', 'apiserver.key', 'admin.key'].filter((file) => existsSync(join(dataDir, 'pki', file)))) {
			expect(statSync(join(dataDir, 'pki', name)).mode & 0o777).toBe(0o600);
		}
		expect((await server.call('GET', '/readyz')).text).toBe('ok');
	});

	it('authenticates callers by certificate and by token, and refuses others', async () => {
		const { ca } = server.credentials;
		const as = async (token?: string): Promise<Loose> => {
			const answer = await call(server.url, { ca }, 'GET', collection, undefined, token === undefined ? {} : { authorization: `Bearer ${token}` });
			return { status: answer.status, message: (answer.json() as Loose).message };
		};
		expect(await as('sesame')).toEqual({ status: 200, message: undefined });
		expect(await as('nothing')).toEqual({
			status: 403,
			message: 'configmaps is forbidden: User "baba" cannot list resource "configmaps" in API group "" in the namespace "default"',
		});
		// The administrator of another server is rejected.
		const { cert, key } = (await sharedServer({ namespace: 'strangers', built: inject('built').orch })).credentials;
		expect((await call(server.url, { ca, cert, key }, 'GET', collection)).status).toBe(401);
		expect(await as()).toMatchObject({ status: 403, message: expect.stringContaining('system:anonymous') });
		expect(await as('wrong')).toEqual({ status: 401, message: 'Unauthorized' });
		for (const path of ['/version', '/livez', '/readyz', '/healthz']) expect((await call(server.url, { ca }, 'GET', path)).status).toBe(200);
		expect((await call(server.url, { ca }, 'GET', '/metrics')).status).toBe(403);
	});

	it('refuses a second server on the same data, and a data directory of another vocabulary', async () => {
		const second = refused(inject('built').orch, '--data-dir', dataDir, '--secure-port', '0');
		expect(second.code).not.toBe(0);
		expect(second.text.trim().split('\n').length).toBe(1);
		expect(second.text).toMatch(/another server|already/i);
		await server.stop();
		const other = refused(inject('built').kubernetes, '--data-dir', dataDir, '--secure-port', '0');
		expect(other.code).not.toBe(0);
		expect(other.text).toMatch(/vocabulary/);
		expect(other.text.trim().split('\n').length).toBe(1);
	});
});

describe('a restart', () => {
	let first: Loose;
	let before: Loose;
	beforeAll(async () => {
		begin();
		server = await startServer(inject('built').orch, { dataDir });
		for (let n = 0; n < 5; n++) await expectStatus(201, 'POST', collection, { metadata: { name: `page-${n}` } });
		first = await expectStatus(200, 'GET', `${collection}?limit=2`);
		await expectStatus(200, 'DELETE', `${collection}/page-4`);
		for (let n = 0; n < 20; n++) await expectStatus(201, 'POST', collection, { metadata: { name: `z-kept-${n}` }, data: { n: String(n) } });
		await expectStatus(200, 'DELETE', `${collection}/z-kept-0`);
		before = await expectStatus(200, 'GET', collection);
		await server.stop();
		server = await startServer(inject('built').orch, { dataDir });
	});
	afterAll(end);

	it('keeps everything over a restart, revisions included', async () => {
		const after = await expectStatus(200, 'GET', collection);
		expect(after.items).toEqual(before.items);
		expect(Number(after.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(before.metadata.resourceVersion));
		const made = await expectStatus(201, 'POST', collection, { metadata: { name: 'new' } });
		expect(Number(made.metadata.resourceVersion)).toBeGreaterThan(Number(after.metadata.resourceVersion));
		// A watch that began before the restart continues at its revision.
		const watched = await server.call('GET', `${collection}?watch=1&timeoutSeconds=1&resourceVersion=${before.metadata.resourceVersion}`);
		const names = watched.text
			.trim()
			.split('\n')
			.map((line) => (JSON.parse(line) as Loose).object.metadata.name);
		expect(names).toContain('new');
	});

	it('continues a list from before the restart, in the same state', async () => {
		await expectStatus(201, 'POST', collection, { metadata: { name: 'page-2a' } });
		const rest = await expectStatus(200, 'GET', `${collection}?limit=10&continue=${first.metadata.continue}`);
		const names = [...first.items, ...rest.items].map(({ metadata }: Loose) => metadata.name).filter((name: string) => name.startsWith('page-'));
		expect(names).toEqual(['page-0', 'page-1', 'page-2', 'page-3', 'page-4']);
		expect(rest.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
	});
});

describe('process', () => {
	beforeEach(begin);
	afterEach(end);

	it.skipIf(process.platform === 'win32').each(['compiled', '.'])('stores no compiled code where other users can write: %s', async (name) => {
		const compiled = join(dataDir, 'compiled');
		mkdirSync(compiled, { mode: 0o700 });
		const place = join(dataDir, name);
		chmodSync(place, 0o770);
		server = await startServer(inject('built').orch, { dataDir, compiles: true });
		expect(await server.stop()).toBe(0);
		expect(readdirSync(compiled)).toEqual([]);
		expect(server.log()).toContain(`${place} is writable by others `);
	});

	it.skipIf(process.platform === 'win32')('replaces compiled code that many builds have left, and starts without where pipes lie among it', async () => {
		const compiled = join(dataDir, 'compiled');
		mkdirSync(compiled, { mode: 0o700 });
		for (let i = 0; i < 501; i++) writeFileSync(join(compiled, `left-${i}`), '');
		server = await startServer(inject('built').orch, { dataDir, compiles: true });
		expect(await server.stop()).toBe(0);
		expect(server.log()).not.toContain('compile cache disabled');
		expect(readdirSync(compiled, { recursive: true }).filter((name) => String(name).includes('left-'))).toEqual([]);
		const code = readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
		expect(code.length).toBeGreaterThan(0);
		for (const { parentPath, name } of code) {
			rmSync(join(parentPath, name));
			execFileSync('mkfifo', [join(parentPath, name)]);
		}
		server = await startServer(inject('built').orch, { dataDir, compiles: true });
		await expect.poll(() => server.log()).toMatch(/compile cache disabled, the start takes longer: .* is not a file; delete .*compiled/);
	});

	it('reports an invalid flag in one sentence', () => {
		const pipe = join(dataDir, 'pipe');
		execFileSync('mkfifo', [pipe]);
		const cases: [string[], RegExp][] = [
			[['--data-dirr', 'x'], /--data-dirr.*--data-dir/],
			[['--token-auth-file', pipe], /cannot read .*pipe: it is a pipe: use a file/],
		];
		for (const [flags, pattern] of cases) {
			const { code, text } = refused(inject('built').orch, '--data-dir', dataDir, '--secure-port', '0', ...flags);
			expect(code === 0 || code === null, `${flags.join(' ')}: ${text}`).toBe(false);
			expect(text.trim().split('\n'), flags.join(' ')).toHaveLength(1);
			expect(text).toMatch(pattern);
		}
	});

	it('has a help that names its flags', () => {
		const help = execFileSync(process.execPath, [join(inject('built').orch, 'server.mjs'), '--help'], { encoding: 'utf8' });
		for (const flag of ['--data-dir', '--secure-port', '--token-auth-file', '--emulated-version']) expect(help).toContain(flag);
	});

	it.each([
		['backup', '--help'],
		['restore', '-h'],
	])('has a help of %s', (command, word) => {
		const help = execFileSync(process.execPath, [join(inject('built').orch, 'server.mjs'), command, word], { encoding: 'utf8' });
		expect(help).toMatch(new RegExp(`^Usage: node server.mjs ${command} .*FILE`));
		for (const flag of ['--data-dir DIR', '--datastore URL', '--help']) expect(help).toContain(flag);
	});

	it('drains on SIGTERM: watches end cleanly, requests finish, the exit is 0', async () => {
		server = await startServer(inject('built').orch, { dataDir });
		const watches = Array.from({ length: 5 }, () => server.call('GET', `${collection}?watch=1`));
		const session = connect(server.url, server.credentials);
		const stream = session.request({ ':path': `${collection}?watch=1` });
		const ended = new Promise<number>((resolve, reject) => stream.on('close', () => resolve(stream.rstCode ?? 0)).on('error', reject));
		stream.resume();
		await new Promise((resolve) => stream.on('response', resolve));
		await expectStatus(201, 'POST', collection, { metadata: { name: 'last' } });
		const writes = Array.from({ length: 30 }, (_, n) => server.call('POST', collection, { metadata: { name: `in-flight-${n}` } }));
		await writes[0];
		const stopped = server.stop();
		const statuses = (await Promise.allSettled(writes)).map((result) => (result.status === 'fulfilled' ? result.value.status : 'refused'));
		expect(statuses.filter((status) => status !== 201 && status !== 'refused' && status !== 503)).toEqual([]);
		for (const answer of await Promise.all(watches)) {
			expect(answer.status).toBe(200);
			expect(answer.text).toContain('last');
		}
		expect(await ended).toBe(0);
		session.close();
		expect(await stopped).toBe(0);
		// Acknowledged writes are present after the restart.
		server = await startServer(inject('built').orch, { dataDir });
		const names = (await expectStatus(200, 'GET', collection)).items.map((item: Loose) => item.metadata.name);
		for (const [n, status] of statuses.entries()) if (status === 201) expect(names).toContain(`in-flight-${n}`);

		// A terminal and a wrapper both tell it to stop.
		const watch = server.call('GET', `${collection}?watch=1`);
		await expectStatus(201, 'POST', collection, { metadata: { name: 'seen' } });
		server.process.kill('SIGINT');
		server.process.kill('SIGTERM');
		expect((await watch).status).toBe(200);
		expect(await server.stop()).toBe(0);
	});
});
