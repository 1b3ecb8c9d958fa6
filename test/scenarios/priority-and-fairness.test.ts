/** Tests the flow schemas and priority levels that the server maintains: after changes by users, and under another release. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;

const group = '/apis/flowcontrol.apiserver.k8s.io/v1';
const schemas = `${group}/flowschemas`;
const levels = `${group}/prioritylevelconfigurations`;
const merge = { 'content-type': 'application/merge-patch+json' };
const autoupdate = 'apf.kubernetes.io/autoupdate-spec';

describe('flow schemas and priority levels', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36'] });
	});
	afterAll(() => server.remove());

	const read = async (path: string): Promise<Loose> => (await server.call('GET', path)).json() as Loose;
	const patch = async (path: string, body: object): Promise<void> => expect((await server.call('PATCH', path, body, merge)).status).toBe(200);
	const dangling = async (name: string): Promise<Loose> => (await read(`${schemas}/${name}`)).status?.conditions?.[0];

	it('are there when the server is ready, and work by then', async () => {
		expect((await read(schemas)).items.map(({ metadata }: Loose) => metadata.name)).toEqual([
			...['catch-all', 'exempt', 'global-default', 'kube-controller-manager', 'kube-scheduler', 'kube-system-service-accounts', 'probes'],
			...['service-accounts', 'system-leader-election', 'system-node-high', 'system-nodes'],
		]);
		const exempt = await read(`${schemas}/exempt`);
		const { headers } = await server.call('GET', '/version');
		expect(headers['x-kubernetes-pf-flowschema-uid']).toBe(exempt.metadata.uid);
		expect(headers['x-kubernetes-pf-prioritylevel-uid']).toBe((await read(`${levels}/exempt`)).metadata.uid);
		expect(await dangling('exempt')).toMatchObject({ type: 'Dangling', status: 'False', reason: 'Found' });
	});

	it('are recreated after deletion', async () => {
		for (const path of [`${schemas}/catch-all`, `${levels}/system`, `${schemas}/probes`]) {
			const before = (await read(path)).metadata.uid;
			expect((await server.call('DELETE', path)).status).toBe(200);
			await vi.waitFor(async () => expect((await read(path)).metadata?.uid).toEqual(expect.not.stringMatching(`^(${before})?$`)), { timeout: busyMs });
		}
	});

	it('are restored, unless users have taken them over', async () => {
		const path = `${levels}/system`;
		await patch(path, { spec: { limited: { nominalConcurrencyShares: 7 } } });
		await vi.waitFor(async () => expect((await read(path)).spec.limited.nominalConcurrencyShares).toBe(30), { timeout: busyMs });
		await patch(path, { metadata: { annotations: { [autoupdate]: 'false' } }, spec: { limited: { nominalConcurrencyShares: 7 } } });
		await patch(`${schemas}/catch-all`, { metadata: { annotations: { [autoupdate]: 'false' } } });
		// Users may not change this one. Once it is reconciled, the other one has been as well.
		await vi.waitFor(async () => expect((await read(`${schemas}/catch-all`)).metadata.annotations[autoupdate]).toBe('true'), { timeout: busyMs });
		expect((await read(path)).spec.limited.nominalConcurrencyShares).toBe(7);
		await patch(path, { metadata: { annotations: { [autoupdate]: 'true' } } });
		await vi.waitFor(async () => expect((await read(path)).spec.limited.nominalConcurrencyShares).toBe(30), { timeout: busyMs });
	});

	it('users configure the lending of the exempt level', async () => {
		await patch(`${levels}/exempt`, { spec: { exempt: { nominalConcurrencyShares: 40, lendablePercent: 50 } } });
		await server.call('DELETE', `${schemas}/probes`);
		await vi.waitFor(async () => expect((await server.call('GET', `${schemas}/probes`)).status).toBe(200), { timeout: busyMs });
		expect((await read(`${levels}/exempt`)).spec).toEqual({ type: 'Exempt', exempt: { nominalConcurrencyShares: 40, lendablePercent: 50 } });
		expect(await nominal('exempt')).toBe('85');
	});

	async function nominal(level: string): Promise<string | undefined> {
		const { text } = await server.call('GET', '/metrics');
		return new RegExp(`^apiserver_flowcontrol_nominal_limit_seats\\{priority_level="${level}"\\} (.*)$`, 'm').exec(text)?.[1];
	}

	it('of users report whether their level exists, and work once it does', async () => {
		const rules = [{ subjects: [{ kind: 'User', user: { name: 'jane' } }], nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/version'] }] }];
		const schema = { metadata: { name: 'mine' }, spec: { matchingPrecedence: 3, priorityLevelConfiguration: { name: 'mine' }, rules } };
		expect((await server.call('POST', schemas, schema)).status).toBe(201);
		await vi.waitFor(async () => expect(await dangling('mine')).toMatchObject({ status: 'True', reason: 'NotFound' }), { timeout: busyMs });
		const asJane = async () => (await server.call('GET', '/version', undefined, { 'impersonate-user': 'jane' })).headers['x-kubernetes-pf-flowschema-uid'];
		const { uid } = (await read(`${schemas}/mine`)).metadata;
		expect(await asJane()).not.toBe(uid);
		const limited = { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } };
		expect((await server.call('POST', levels, { metadata: { name: 'mine' }, spec: { type: 'Limited', limited } })).status).toBe(201);
		await vi.waitFor(async () => expect(await dangling('mine')).toMatchObject({ status: 'False', reason: 'Found' }), { timeout: busyMs });
		await vi.waitFor(async () => expect(await asJane()).toBe(uid), { timeout: busyMs });
		await server.call('DELETE', `${levels}/mine`);
		await vi.waitFor(async () => expect(await dangling('mine')).toMatchObject({ status: 'True', reason: 'NotFound' }), { timeout: busyMs });
		await vi.waitFor(async () => expect(await asJane()).not.toBe(uid), { timeout: busyMs });
	});
});

it('objects of one release are removed in the next, except modified ones; a later start writes nothing', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'orch-flows-'));
	const start = (release: string) => startServer(inject('built').kubernetes, { dataDir, flags: ['--emulated-version', release, '--controllers=-*'] });
	const names = async (server: ServerProcess) =>
		((await server.call('GET', `${group}/flowschemas`)).json() as Loose).items.map(({ metadata }: Loose) => metadata.name);
	const earlier = await start('1.33');
	expect(await names(earlier)).toEqual(expect.arrayContaining(['endpoint-controller', 'workload-leader-election']));
	expect((await earlier.call('PATCH', `${schemas}/endpoint-controller`, { metadata: { annotations: { [autoupdate]: 'false' } } }, merge)).status).toBe(200);
	await earlier.stop();
	const later = await start('1.34');
	await vi.waitFor(async () => expect(await names(later)).not.toContain('workload-leader-election'), { timeout: busyMs });
	expect(await names(later)).toContain('endpoint-controller');
	const revisions = async (server: ServerProcess) => {
		const lists = await Promise.all([schemas, levels].map(async (path) => (await server.call('GET', path)).json() as Loose));
		return lists.flatMap(({ items }) => items.map(({ metadata }: Loose) => [metadata.name, metadata.resourceVersion]));
	};
	const before = await revisions(later);
	await later.stop();
	const again = await start('1.34');
	expect(await revisions(again)).toEqual(before);
	await again.stop();
	rmSync(dataDir, { recursive: true });
});
