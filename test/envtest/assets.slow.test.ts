/** The folder that `orch envtest` writes, driven as controller-runtime's envtest drives it: help, start, health, stop, start again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf } from '../setup/server.ts';

const run = promisify(execFile);
const orch = resolve(import.meta.dirname, '../../bin/orch.mjs');
let folder = '';
let assets = '';
let data = '';
const running = new Set<ChildProcess>();
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-envtest-'));
	assets = join(folder, 'assets');
	data = join(folder, 'data');
	expect((await run(process.execPath, [orch, 'envtest', assets, '-p', 'path'])).stdout).toBe(assets);
});
afterAll(async () => {
	for (const child of running) await stop(child);
	rmSync(folder, { recursive: true, force: true });
});

/** Starts a program, and returns the address in its first output. */
async function start(program: string, flags: readonly string[]): Promise<{ readonly child: ChildProcess; readonly url: string }> {
	const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
	running.add(child);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	return { child, url: /https?:\/\/[^\s,]+/.exec(line.toString())?.[0] ?? '' };
}

async function stop(child: ChildProcess): Promise<number | null> {
	running.delete(child);
	const exited = once(child, 'exit');
	child.kill('SIGTERM');
	await exited;
	return child.exitCode;
}

async function startBoth() {
	const etcd = await start(join(assets, 'etcd'), [`--data-dir=${data}`, '--listen-client-urls=http://127.0.0.1:0', '--unsafe-no-fsync=true']);
	const server = await start(join(assets, 'kube-apiserver'), [`--etcd-servers=${etcd.url}`, '--secure-port=0', '--allow-privileged=true']);
	const stopBoth = async () => [await stop(server.child), await stop(etcd.child)];
	return { admin: adminOf(join(data, 'kubeconfig')), etcd, stopBoth };
}

describe('the folder of orch envtest', () => {
	it.each([
		['etcd', 'unsafe-no-fsync'],
		['kube-apiserver', 'cert-dir'],
		['kube-apiserver', 'service-account-issuer'],
	])('%s --help has a line of --%s', async (program, flag) => {
		expect((await run(join(assets, program), ['--help'])).stdout).toMatch(new RegExp(`^\\s*--${flag}\\b`, 'm'));
	});

	it('has no flag of the insecure port, whose absence envtest looks for', async () => {
		expect((await run(join(assets, 'kube-apiserver'), ['--help'])).stdout).not.toContain('--insecure-port');
	});

	it('starts, keeps data between starts, and stops with status 0', async () => {
		const first = await startBoth();
		expect((await fetch(`${first.etcd.url}/health`)).status).toBe(200);
		for (const path of ['/healthz', '/readyz']) expect((await first.admin.call('GET', path)).status).toBe(200);
		expect((await first.admin.call('GET', '/version')).json()).toMatchObject({ minor: '36' });
		expect((await first.admin.call('POST', '/api/v1/namespaces', { metadata: { name: 'kept' } })).status).toBe(201);
		expect(await first.stopBoth()).toEqual([0, 0]);
		const second = await startBoth();
		expect((await second.admin.call('GET', '/api/v1/namespaces/kept')).status).toBe(200);
		expect((await second.admin.call('GET', '/api/v1/namespaces/kept/serviceaccounts')).json()).toMatchObject({ items: [] });
		expect(await second.stopBoth()).toEqual([0, 0]);
	});

	it('starts through a symbolic link', async () => {
		symlinkSync(join(assets, 'etcd'), join(folder, 'linked-etcd'));
		const { child } = await start(join(folder, 'linked-etcd'), [`--data-dir=${data}`, '--listen-client-urls=http://127.0.0.1:0']);
		expect(await stop(child)).toBe(0);
	});

	it.each([
		['etcd', '--snapshot-count=1'],
		['kube-apiserver', '--data-dir=x'],
		['kube-apiserver', '--etcd-servers='],
	])('%s refuses %s by name', async (program, flag) => {
		const failed = (await run(join(assets, program), [flag]).catch((error: unknown) => error)) as { readonly code: number; readonly stderr: string };
		expect(failed.code).toBe(2);
		expect(failed.stderr).toMatch(new RegExp(`^${program}: .*${flag.split('=')[0]}`));
	});

	it('links the first kubectl of PATH', () => {
		const paths = (process.env.PATH ?? '').split(':').map((place) => join(place, 'kubectl'));
		const found = paths.find((path) => existsSync(path));
		if (found === undefined) expect(existsSync(join(assets, 'kubectl'))).toBe(false);
		else expect(readlinkSync(join(assets, 'kubectl'))).toBe(found);
	});

	it('keeps its compiled code: a start leaves none among the data', () => {
		expect(existsSync(join(assets, 'orch/compiled'))).toBe(true);
		expect(existsSync(join(data, 'compiled'))).toBe(false);
	});

	it('does not change a folder of other files', async () => {
		const failed = await run(process.execPath, [orch, 'envtest', data]).catch((error: unknown) => error);
		expect((failed as { readonly stderr: string }).stderr).toContain('contains files that no orch envtest wrote');
	});
});
