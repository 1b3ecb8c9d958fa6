/** Tests the address at which the server tells the rest of a cluster to reach it. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Family } from '../../runtime/scalars/addresses.ts';
import { type AddressOptions, advertisedAddress, type Host } from '../../runtime/server/advertised-address.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { openSecurity } from '../../runtime/server/open-security.ts';
import { startTestStack } from './stack-fixture.ts';

const lo = [{ address: '127.0.0.1' }, { address: '::1' }];
/** Returns routing tables in the format of Linux with a default route through the interface `name`. */
const routesBy = (name: string): Host['routes'] => {
	const tables: Readonly<Record<Family, string>> = {
		4: [
			'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
			'docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0',
			`${name}\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0`,
			'',
		].join('\n'),
		6: [
			`fd000000000000000000000000000000 40 ${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00000100 00000001 00000000 00000001  docker0`,
			`${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     ${name}`,
			`${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00 ${'0'.repeat(32)} ffffffff 00000001 00000000 00200200       lo`,
		].join('\n'),
	};
	return (family) => tables[family];
};
const interfaces = {
	lo,
	docker0: [{ address: '172.17.0.1' }, { address: 'fd00:d::1' }],
	eth0: [{ address: '192.0.2.2' }, { address: 'fe80::1' }, { address: 'fd00::2' }],
};
const linux: Host = { interfaces: () => interfaces, routes: routesBy('eth0') };
const elsewhere: Host = { interfaces: () => interfaces, routes: () => '' };
const alone: Host = { interfaces: () => ({ lo }), routes: () => '' };
const local = '127.0.0.1';

test.each<[string, Partial<AddressOptions>, Family, Host, string | undefined]>([
	['the one that is asked for', { advertiseAddress: '198.51.100.1', bindAddress: '198.51.100.2' }, 4, linux, '198.51.100.1'],
	['that in its usual form', { advertiseAddress: 'FD00:0::9' }, 6, linux, 'fd00::9'],
	['the one that is listened on', { bindAddress: '198.51.100.2' }, 4, linux, '198.51.100.2'],
	['any, asked for, says nothing', { advertiseAddress: '0.0.0.0', bindAddress: '198.51.100.2' }, 4, linux, '198.51.100.2'],
	['of the interface with the default route', {}, 4, linux, '192.0.2.2'],
	['of the interface with the default route, the other family', { bindAddress: '::1' }, 6, linux, 'fd00::2'],
	['as listening on all does', { bindAddress: '0.0.0.0' }, 4, linux, '192.0.2.2'],
	['without a table of routes, the first', {}, 4, elsewhere, '172.17.0.1'],
	['without a default route, the first', {}, 4, { ...linux, routes: routesBy('gone0') }, '172.17.0.1'],
	['nothing but the loopback', {}, 4, alone, undefined],
	['the loopback, asked for, leads nowhere', { advertiseAddress: '127.0.0.1' }, 4, linux, undefined],
	['an address of the link leads nowhere', { advertiseAddress: '169.254.1.1' }, 4, linux, undefined],
	['what is listened on is of the other family', { bindAddress: 'fd00::2' }, 4, linux, undefined],
])('%s', (_, asked, family, host, address) => {
	expect(advertisedAddress({ advertiseAddress: undefined, bindAddress: local, ...asked }, family, host)).toBe(address);
});

const endpoints = `/api/v1/namespaces/default/endpoints/${vocabulary.product}`;

test('a server is found there, at its port', async () => {
	const stack = await startTestStack({ args: ['--advertise-address', '198.51.100.1'] });
	const { subsets } = (await stack.ask('GET', endpoints)).json() as { subsets: unknown };
	const port = Number(new URL(stack.url).port);
	expect(subsets).toEqual([{ addresses: [{ ip: '198.51.100.1' }], ports: [{ name: 'https', port, protocol: 'TCP' }] }]);
	expect(stack.logged).toEqual([]);
	await stack.close();
});

test('an unreachable address is logged once', async () => {
	const stack = await startTestStack({ args: ['--advertise-address=127.0.0.1'] });
	expect((await stack.ask('GET', endpoints)).status).toBe(404);
	expect(stack.logged.map(({ message }) => message)).toEqual([
		'no endpoint published for the server: the host has no reachable IPv4 address; set --advertise-address',
	]);
	await stack.close();
});

test('servers of one store do not revert each other endlessly', async () => {
	const one = await startTestStack({ shared: true, args: ['--advertise-address', '198.51.100.1'] });
	const other = await startTestStack({ beside: one, args: ['--advertise-address', '198.51.100.2'] });
	const seen = new Set<unknown>();
	for (let round = 0; round < 20; round++) {
		await one.ask('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: `round-${round}` } });
		seen.add(((await one.ask('GET', endpoints)).json() as { metadata: { resourceVersion: string } }).metadata.resourceVersion);
	}
	expect(seen.size).toBe(1);
	await other.close();
	await one.close();
});

test("the certificate has the address and the names of the server's service", async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'orch-test-'));
	const certificate = async (...args: string[]): Promise<X509Certificate> => {
		const { options } = readFlags(['--data-dir', dataDir, ...args]) as { options: ServerOptions };
		return new X509Certificate((await openSecurity(options, dataDir, vocabulary)).cert);
	};
	const { product } = vocabulary;
	const first = await certificate('--advertise-address', '198.51.100.1', '--service-cluster-ip-range', '10.7.0.0/16,fd00:7::/112');
	for (const address of ['127.0.0.1', '198.51.100.1', '10.7.0.1']) expect(first.checkIP(address)).toBe(address);
	for (const domain of ['', '.default', '.default.svc', '.default.svc.cluster.local'])
		expect(first.checkHost(`${product}${domain}`)).toBe(`${product}${domain}`);
	expect(first.checkIP('10.8.0.1')).toBeUndefined();
	const same = await certificate('--advertise-address', '198.51.100.1', '--service-cluster-ip-range', '10.7.0.0/16');
	expect(same.fingerprint256).toBe(first.fingerprint256);
	const other = await certificate('--advertise-address', 'fd00::9', '--service-cluster-ip-range', 'fd00:8::/112');
	for (const address of ['fd00::9', 'fd00:8::1']) expect(other.checkIP(address)).toBe(address);
	rmSync(dataDir, { recursive: true });
});
