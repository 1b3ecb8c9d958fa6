/** Quotas and limit ranges through the front door, under concurrency, and with two servers over one store. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { controllers } from '../../runtime/controllers/index.ts';
import { resourceQuotaWith } from '../../runtime/controllers/resource-quota/controller.ts';
import type { Loose } from '../setup/loose.ts';
import type { Answer } from '../setup/server.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';
import { firstLines } from './watching.ts';

const namespaces = '/api/v1/namespaces';
const rbac = `rbac.authorization.${vocabulary.groupDomain}`;
const roles = `count/roles.${rbac}`;
/** Short times, so that charges of refused writes end within a test. */
const quick = resourceQuotaWith({ inFlightMs: 500, startingMs: 100, unknownMs: 100 });
const own = controllers.map((each) => (each.name === quick.name ? quick : each));

let stack: TestStack;
let other: TestStack;

beforeAll(async () => {
	stack = await startTestStack({ shared: true, controllers: own });
	other = await startTestStack({ beside: stack, controllers: own });
});
afterAll(async () => {
	await other.close();
	await stack.close();
});

const pod = (name: string, more: object = {}, cpu = '100m') => ({
	metadata: { name },
	spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }], ...more },
});

async function namespace(name: string, hard: object, more: object = {}): Promise<string> {
	await stack.ask('POST', namespaces, { metadata: { name } });
	const path = `${namespaces}/${name}`;
	const made = await stack.ask('POST', `${path}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard, ...more } });
	expect(made.status, made.text).toBe(201);
	return path;
}

/** Resolves when the usage of a quota is the expected one. */
async function untilUsed(path: string, expected: Readonly<Record<string, string>>, name = 'q'): Promise<void> {
	for (const signal = AbortSignal.timeout(20_000); ; signal.throwIfAborted()) {
		const found = (await stack.ask('GET', `${path}/resourcequotas/${name}`)).json() as Loose;
		const { used = {} } = found.status ?? {};
		if (Object.entries(expected).every(([resource, amount]) => used[resource] === amount)) return;
		const query = `watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3D${name}&resourceVersion=${found.metadata.resourceVersion}`;
		await firstLines(`${stack.url}${path}/resourcequotas?${query}`, stack.credentials, 1);
	}
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
const message = (answer: Answer) => (answer.json() as Loose).message;

describe('a quota', () => {
	it('refuses the eleventh pod, and accepts it after a deletion', async () => {
		const path = await namespace('eleven', { pods: '10', 'requests.cpu': '2' });
		for (let i = 0; i < 10; i++) expect((await stack.ask('POST', `${path}/pods`, pod(`p${i}`))).status).toBe(201);
		const refused = await stack.ask('POST', `${path}/pods`, pod('p10'));
		expect([refused.status, message(refused)]).toEqual([403, 'pods "p10" is forbidden: exceeded quota: q, requested: pods=1, used: pods=10, limited: pods=10']);
		expect((await stack.ask('DELETE', `${path}/pods/p0?gracePeriodSeconds=0`)).status).toBe(200);
		await untilUsed(path, { pods: '9', 'requests.cpu': '900m' });
		expect((await stack.ask('POST', `${path}/pods`, pod('p10'))).status).toBe(201);
	});

	it('is exact for 64 creates at once, through two servers', async () => {
		const path = await namespace('many', { pods: '20' });
		const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? stack : other).ask('POST', `${path}/pods`, pod(`p${i}`))));
		expect(statuses(answers)).toEqual([...Array(20).fill(201), ...Array(44).fill(403)]);
		await untilUsed(path, { pods: '20' });
	});

	it('is charged by updates that grow, not by dry runs and writes of other kinds', async () => {
		const path = await namespace('growth', { services: '2', 'services.nodeports': '3' });
		const service = (type: string, ports: number) => ({
			metadata: { name: 's' },
			spec: { type, ports: Array.from({ length: ports }, (_, i) => ({ name: `p${i}`, port: 80 + i })) },
		});
		expect((await stack.ask('POST', `${path}/services?dryRun=All`, service('NodePort', 2))).status).toBe(201);
		expect((await stack.ask('POST', `${path}/services?dryRun=All`, service('NodePort', 4))).status).toBe(403);
		expect((await stack.ask('POST', `${path}/services`, service('NodePort', 2))).status).toBe(201);
		expect((await stack.ask('POST', `${path}/configmaps`, { metadata: { name: 'c' } })).status).toBe(201);
		const grow = (ports: number) => stack.ask('PATCH', `${path}/services/s`, service('NodePort', ports), { 'content-type': 'application/merge-patch+json' });
		expect(message(await grow(5))).toBe(
			'services "s" is forbidden: exceeded quota: q, requested: services.nodeports=3, used: services.nodeports=2, limited: services.nodeports=3',
		);
		expect((await grow(3)).status).toBe(200);
		await untilUsed(path, { services: '1', 'services.nodeports': '3' });
		expect((await grow(1)).status).toBe(200);
		await untilUsed(path, { services: '1', 'services.nodeports': '1' });
	});

	it('gives back charges of objects that were not stored, and pods that have ended', async () => {
		const path = await namespace('repaired', { pods: '5', 'count/pods': '5', 'count/configmaps': '9' });
		for (const name of ['a', 'a', 'b']) await stack.ask('POST', `${path}/pods`, pod(name));
		await untilUsed(path, { pods: '2', 'count/pods': '2' });
		const ended = [{ op: 'add', path: '/status/phase', value: 'Succeeded' }];
		expect((await stack.ask('PATCH', `${path}/pods/a/status`, ended, { 'content-type': 'application/json-patch+json' })).status).toBe(200);
		await untilUsed(path, { pods: '1', 'count/pods': '2' });
	});

	it('counts only pods in its scopes', async () => {
		const path = await namespace('scopes', { pods: '1' }, { scopes: ['BestEffort'] });
		expect((await stack.ask('POST', `${path}/pods`, pod('a'))).status).toBe(201);
		const idle = (name: string) => stack.ask('POST', `${path}/pods`, { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } });
		expect([(await idle('b')).status, (await idle('c')).status]).toEqual([201, 403]);
	});

	it('counts objects of any kind by their number', async () => {
		const path = await namespace('counted', { [roles]: '1' });
		const make = async (name: string) => (await other.ask('POST', `/apis/${rbac}/v1/namespaces/counted/roles`, { metadata: { name } })).status;
		expect([await make('a'), await make('b')]).toEqual([201, 403]);
		await untilUsed(path, { [roles]: '1' });
	});

	it('names missing requests of a pod', async () => {
		const path = await namespace('lacking', { 'limits.cpu': '1', 'requests.cpu': '1' });
		expect(message(await stack.ask('POST', `${path}/pods`, pod('a')))).toBe('pods "a" is forbidden: failed quota: q: must specify limits.cpu for: c');
	});
});

describe('used', () => {
	it('never exceeds the limit, and is exact after random writes of eight writers', { timeout: 60_000 }, async () => {
		const most = 12;
		const path = await namespace('random', { pods: String(most), 'requests.cpu': '2', services: '6', 'services.nodeports': '8' });
		let seed = 7;
		const random = (below: number) => {
			seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
			return seed % below;
		};
		const counts: number[] = [];
		const act = async (): Promise<void> => {
			const server = random(2) === 0 ? stack : other;
			const name = `n${random(16)}`;
			const ports = Array.from({ length: 1 + random(3) }, (_, i) => ({ name: `p${i}`, port: 80 + i }));
			const service = { metadata: { name }, spec: { type: random(2) === 0 ? 'NodePort' : 'ClusterIP', ports } };
			switch (random(6)) {
				case 0:
				case 1:
					await server.ask('POST', `${path}/pods`, pod(name, {}, `${1 + random(4)}00m`));
					break;
				case 2:
					await server.ask('DELETE', `${path}/pods/${name}?gracePeriodSeconds=0`);
					break;
				case 3:
					await server.ask('POST', `${path}/services`, service);
					break;
				case 4:
					await server.ask('PATCH', `${path}/services/${name}`, { spec: service.spec }, { 'content-type': 'application/merge-patch+json' });
					break;
				case 5:
					await server.ask('DELETE', `${path}/services/${name}`);
			}
		};
		const writer = async () => {
			for (let i = 0; i < 12; i++) await act();
			counts.push(((await stack.ask('GET', `${path}/pods`)).json() as { items: readonly unknown[] }).items.length);
		};
		await Promise.all(Array.from({ length: 8 }, writer));
		expect(Math.max(...counts)).toBeLessThanOrEqual(most);
		const items = async (resource: string) => ((await stack.ask('GET', `${path}/${resource}`)).json() as { items: readonly Loose[] }).items;
		const [pods, services] = [await items('pods'), await items('services')];
		const millis = pods.reduce((total, { spec }) => total + Number.parseInt(spec.containers[0].resources.requests.cpu, 10), 0);
		const nodePorts = services.reduce((total, { spec }) => total + (spec.type === 'NodePort' ? spec.ports.length : 0), 0);
		await untilUsed(path, {
			pods: String(pods.length),
			'requests.cpu': millis === 0 ? '0' : millis % 1000 === 0 ? String(millis / 1000) : `${millis}m`,
			services: String(services.length),
			'services.nodeports': String(nodePorts),
		});
		expect(millis).toBeLessThanOrEqual(2000);
		expect(nodePorts).toBeLessThanOrEqual(8);
	});
});

describe('a server without the controller', () => {
	it('reports a quota without a status, and enforces an existing status', async () => {
		const alone = await startTestStack({ controllers: controllers.filter(({ name }) => name !== quick.name) });
		try {
			const path = `${namespaces}/default`;
			await alone.ask('POST', `${path}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard: { configmaps: '1' } } });
			const unknown = await alone.ask('POST', `${path}/configmaps`, { metadata: { name: 'a' } });
			expect([unknown.status, message(unknown)]).toEqual([
				403,
				'configmaps "a" is forbidden: status unknown for quota: q, resources: configmaps; the controller resourcequota does not run in this server (--controllers)',
			]);
			const status = { status: { hard: { configmaps: '1' }, used: { configmaps: '0' } } };
			await alone.ask('PATCH', `${path}/resourcequotas/q/status`, status, { 'content-type': 'application/merge-patch+json' });
			const make = async (name: string) => (await alone.ask('POST', `${path}/configmaps`, { metadata: { name } })).status;
			expect([await make('a'), await make('b')]).toEqual([201, 403]);
		} finally {
			await alone.close();
		}
	});
});

describe('resources that are limited by the configuration', () => {
	it('need a quota that covers them', async () => {
		const file = join(tmpdir(), `orch-quota-${process.pid}.yaml`);
		const scopes = [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical'] }];
		const limitedResources = [
			{ resource: 'configmaps', matchContains: ['count/'] },
			{ resource: 'pods', matchScopes: scopes },
		];
		const configuration = { apiVersion: 'apiserver.config.orch.io/v1', kind: 'ResourceQuotaConfiguration', limitedResources };
		const plugins = [{ name: 'ResourceQuota', configuration }];
		await writeFile(file, JSON.stringify({ apiVersion: 'apiserver.config.orch.io/v1', kind: 'AdmissionConfiguration', plugins }));
		const limited = await startTestStack({ controllers: own, args: ['--admission-control-config-file', file] });
		try {
			const path = `${namespaces}/limited`;
			await limited.ask('POST', namespaces, { metadata: { name: 'limited' } });
			await limited.watchUntil(`${path}/serviceaccounts`, 'default');
			const refused = await limited.ask('POST', `${path}/configmaps`, { metadata: { name: 'a' } });
			expect([refused.status, message(refused)]).toEqual([403, 'configmaps "a" is forbidden: insufficient quota to consume: count/configmaps']);
			const critical = pod('p', { priorityClassName: 'system-cluster-critical' });
			const uncovered = await limited.ask('POST', `${path}/pods`, critical);
			expect([uncovered.status, message(uncovered)]).toEqual([500, 'insufficient quota to match these scopes: [{PriorityClass In [system-cluster-critical]}]']);
			await limited.ask('POST', `${path}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard: { 'count/configmaps': '5' } } });
			const covering = { hard: { pods: '1' }, scopeSelector: { matchExpressions: scopes } };
			await limited.ask('POST', `${path}/resourcequotas`, { metadata: { name: 'critical' }, spec: covering });
			expect((await limited.ask('POST', `${path}/configmaps`, { metadata: { name: 'a' } })).status).toBe(201);
			expect((await limited.ask('POST', `${path}/pods`, critical)).status).toBe(201);
			expect((await limited.ask('POST', `${path}/pods`, { ...critical, metadata: { name: 'p2' } })).status).toBe(403);
		} finally {
			await limited.close();
		}
	});
});

describe('limit ranges', () => {
	it('of `default` give containers a tenth of a CPU, until they are deleted', async () => {
		const idle = (name: string) => stack.ask('POST', `${namespaces}/default/pods`, { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } });
		expect((await idle('a')).json()).toMatchObject({
			metadata: { annotations: { 'orch.io/limit-ranger': 'LimitRanger plugin set: cpu request for container c' } },
			spec: { containers: [{ resources: { requests: { cpu: '100m' } } }] },
		});
		expect((await stack.ask('DELETE', `${namespaces}/default/limitranges/limits`)).status).toBe(200);
		expect(((await idle('b')).json() as Loose).spec.containers[0].resources ?? {}).toEqual({});
	});

	it('refuse pods and claims outside of them', async () => {
		await stack.ask('POST', namespaces, { metadata: { name: 'ranged' } });
		const path = `${namespaces}/ranged`;
		const limits = [
			{ type: 'Container', max: { cpu: '50m' }, default: { cpu: '50m' } },
			{ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } },
		];
		await stack.ask('POST', `${path}/limitranges`, { metadata: { name: 'l' }, spec: { limits } });
		const resources = { requests: { cpu: '100m' }, limits: { cpu: '100m' } };
		const fixed = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i', resources }] } };
		expect(message(await stack.ask('POST', `${path}/pods`, fixed))).toBe('pods "a" is forbidden: maximum cpu usage per Container is 50m, but limit is 100m');
		const claim = { metadata: { name: 'c' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } } };
		expect(message(await stack.ask('POST', `${path}/persistentvolumeclaims`, claim))).toBe(
			'persistentvolumeclaims "c" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi',
		);
	});
});
