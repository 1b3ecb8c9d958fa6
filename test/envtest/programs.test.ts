/** Command lines of the programs that `orch envtest` provides for controller-runtime's envtest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launcherText } from '../../generator/command/envtest/launchers.ts';
import { etcdHelp, startEtcd } from '../../runtime/envtest/etcd.ts';
import { apiServerHelp, serverArguments } from '../../runtime/envtest/kube-apiserver.ts';

let folder = '';
let etcd: Server;
let address = '';
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-envtest-'));
	const flags = ['--listen-peer-urls=http://localhost:0', `--data-dir=${join(folder, 'data')}`, '--unsafe-no-fsync=true'];
	[etcd] = (await startEtcd([...flags, '--listen-client-urls', 'http://127.0.0.1:0'])) as [Server];
	address = `http://127.0.0.1:${(etcd.address() as AddressInfo).port}`;
});
afterAll(() => {
	etcd.close();
	rmSync(folder, { recursive: true, force: true });
});

describe('etcd', () => {
	it('answers the health check', async () => {
		const answer = await fetch(`${address}/health`);
		expect([answer.status, await answer.json()]).toEqual([200, { health: 'true', reason: '' }]);
	});

	it('has its flags at the beginning of lines of the help', () => {
		for (const flag of ['data-dir', 'unsafe-no-fsync', 'listen-client-urls']) expect(etcdHelp()).toMatch(new RegExp(`^\\s*--${flag}\\b`, 'm'));
	});

	it.each<[string[], string]>([
		[['--quota-backend-bytes=1'], 'unknown flag --quota-backend-bytes: expected --data-dir, '],
		[['serve'], '"serve" is not a flag: expected --data-dir, '],
		[['--data-dir'], '--data-dir needs a value (DIR)'],
		[['--data-dir', '--name=a'], '--data-dir needs a value (DIR)'],
		[['--listen-client-urls=https://127.0.0.1:1'], '--listen-client-urls "https://127.0.0.1:1": expected http://HOST:PORT'],
	])('refuses %j', async (words, message) => {
		await expect(startEtcd([`--data-dir=${folder}`, ...words])).rejects.toThrow(message);
	});
});

describe('kube-apiserver', () => {
	it('stores objects in the folder of its etcd, and passes all other flags on', async () => {
		expect(await serverArguments([`--etcd-servers=${address}`, '--secure-port=0', '--allow-privileged', 'true'], '1.36')).toEqual([
			`--data-dir=${join(folder, 'data')}`,
			'--controllers=service-claims',
			'--emulated-version=1.36',
			'--unsafe-no-fsync',
			'--secure-port=0',
			'--allow-privileged',
			'true',
		]);
	});

	it('serves with the certificate of --cert-dir when there is one', async () => {
		const flags = [`--etcd-servers=${address}`, `--cert-dir=${folder}`];
		expect((await serverArguments(flags, '1.36')).filter((flag) => flag.startsWith('--tls'))).toEqual([]);
		for (const name of ['apiserver.crt', 'apiserver.key']) writeFileSync(join(folder, name), '');
		const certificate = [`--tls-cert-file=${join(folder, 'apiserver.crt')}`, `--tls-private-key-file=${join(folder, 'apiserver.key')}`];
		expect((await serverArguments(flags, '1.36')).filter((flag) => flag.startsWith('--tls'))).toEqual(certificate);
	});

	it.each<[string[], string]>([
		[[], '--etcd-servers is missing'],
		[['--etcd-servers=http://127.0.0.1:1'], '--etcd-servers http://127.0.0.1:1: no answer'],
		[['--etcd-servers=https://127.0.0.1:1'], 'expected a single address of its etcd'],
		[['--etcd-servers=http://127.0.0.1:1', '--data-dir=x'], '--data-dir is not a flag here'],
	])('refuses %j', async (words, message) => {
		await expect(serverArguments(words, '1.36')).rejects.toThrow(message);
	});

	it('refuses an engine in place of its etcd', async () => {
		const engine = process.getBuiltinModule('node:http').createServer((_, response) => response.end('404 page not found'));
		await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
		const servers = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
		await expect(serverArguments([`--etcd-servers=${servers}`], '1.36')).rejects.toThrow(`${servers} is not the etcd of this folder`);
		engine.close();
	});

	it('shows its own flags in place of those that it sets', () => {
		const help = apiServerHelp('Usage: node server.mjs\n  --data-dir DIR  Directory.\n  --secure-port PORT  Port.\n');
		expect(help).toMatch(/^ {2}--cert-dir DIR /m);
		expect(help).toMatch(/^ {2}--secure-port PORT {2}Port\.$/m);
		expect(help).not.toMatch(/--data-dir|server\.mjs/);
	});
});

it('a launcher quotes its paths', () => {
	const text = launcherText({ program: 'etcd', folder: "/tmp/a b'c", node: '/opt/no de' });
	expect(text).toContain("here='/tmp/a b'\\''c/orch'");
	expect(text).toContain("node='/opt/no de'");
});
