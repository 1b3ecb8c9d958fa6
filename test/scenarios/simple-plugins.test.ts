/** Plugins that are off by default and need no configuration (seed 3, "Built-in admission plugins"), on one server with all of them. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const plugins = [
	...['AlwaysAdmit', 'NamespaceAutoProvision', 'NamespaceExists', 'LimitPodHardAntiAffinityTopology', 'AlwaysPullImages'],
	...['ExtendedResourceToleration', 'PersistentVolumeLabel', 'DenyServiceExternalIPs'],
];
let server: ServerProcess;
beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: ['--enable-admission-plugins', plugins.join()] });
});
afterAll(() => server?.remove());

async function ask(method: string, path: string, body?: object): Promise<Loose> {
	const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
	const answer = await server.call(method, path, body, headers);
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

const inNs = '/api/v1/namespaces/default';
const pod = (name: string, spec: object = {}): object => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i:1' }], ...spec } });

describe('NamespaceAutoProvision', () => {
	it('creates the namespace of a new object', async () => {
		expect((await ask('POST', '/api/v1/namespaces/fresh/configmaps', { metadata: { name: 'x' } })).code).toBe(201);
		expect((await ask('GET', '/api/v1/namespaces/fresh')).status.phase).toBe('Active');
	});
	it('creates none for a trial', async () => {
		const answer = await ask('POST', '/api/v1/namespaces/trial/configmaps?dryRun=All', { metadata: { name: 'x' } });
		expect(answer).toMatchObject({ code: 404, message: 'namespaces "trial" not found' });
	});
	it('names a namespace that cannot be created', async () => {
		const answer = await ask('POST', '/api/v1/namespaces/No/configmaps', { metadata: { name: 'x' } });
		expect(answer).toMatchObject({
			code: 403,
			reason: 'Forbidden',
			message: expect.stringMatching(/^configmaps "x" is forbidden: Namespace "No" is invalid: metadata.name/),
		});
	});
});

describe('AlwaysPullImages', () => {
	it('sets the policy of new images', async () => {
		const containers = [{ name: 'c', image: 'i:1', imagePullPolicy: 'Never' }];
		const made = await ask('POST', `${inNs}/pods`, pod('pulls', { containers, initContainers: [{ name: 'i', image: 'i:1' }] }));
		expect([...made.spec.containers, ...made.spec.initContainers].map(({ imagePullPolicy }: Loose) => imagePullPolicy)).toEqual(['Always', 'Always']);
	});
});

describe('LimitPodHardAntiAffinityTopology', () => {
	const limited = (topologyKey: string): object => ({
		affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { a: 'b' } }, topologyKey }] } },
	});
	it('refuses all but nodes', async () => {
		expect((await ask('POST', `${inNs}/pods`, pod('per-node', limited('kubernetes.io/hostname')))).code).toBe(201);
		expect(await ask('POST', `${inNs}/pods`, pod('per-zone', limited('topology.kubernetes.io/zone')))).toMatchObject({
			code: 403,
			message:
				'pods "per-zone" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey topology.kubernetes.io/zone ' +
				'but only key kubernetes.io/hostname is allowed',
		});
	});
});

describe('ExtendedResourceToleration', () => {
	it('tolerates the taints of requested resources, once each', async () => {
		const resources = (...names: readonly string[]): object => {
			const amounts = Object.fromEntries(names.map((name) => [name, '1']));
			return { requests: amounts, limits: amounts };
		};
		const given = { key: 'example.com/b', operator: 'Exists', effect: 'NoSchedule' };
		const spec = {
			tolerations: [given],
			containers: [{ name: 'c', image: 'i', resources: resources('example.com/b', 'example.com/a', 'cpu') }],
			initContainers: [{ name: 'i', image: 'i', resources: resources('example.com/a') }],
		};
		const made = await ask('POST', `${inNs}/pods`, pod('extended', spec));
		const own = made.spec.tolerations.filter(({ key }: Loose) => key.startsWith('example.com'));
		expect(own).toEqual([given, { key: 'example.com/a', operator: 'Exists', effect: 'NoSchedule' }]);
	});
});

describe('DenyServiceExternalIPs', () => {
	const service = (name: string, externalIPs?: readonly string[]): object => ({
		metadata: { name },
		spec: { ports: [{ port: 80 }], ...(externalIPs && { externalIPs }) },
	});
	it('refuses new addresses', async () => {
		const message = 'services "out" is forbidden: Use of external IPs is denied by admission control';
		expect(await ask('POST', `${inNs}/services`, service('out', ['192.0.2.1']))).toMatchObject({ code: 403, message });
		expect((await ask('POST', `${inNs}/services`, service('out'))).code).toBe(201);
		expect(await ask('PATCH', `${inNs}/services/out`, { spec: { externalIPs: ['192.0.2.1'] } })).toMatchObject({ code: 403, message });
	});
});

describe('PersistentVolumeLabel', () => {
	const volume = (name: string, source: object, metadata: object = {}): object => ({
		metadata: { name, ...metadata },
		spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...source },
	});
	it('makes affinity of the labels of provisioned volumes', async () => {
		const labels = { 'topology.kubernetes.io/zone': 'b__a', 'topology.kubernetes.io/region': 'r' };
		const provisioned = { labels, annotations: { 'pv.kubernetes.io/provisioned-by': 'x' } };
		const made = await ask('POST', '/api/v1/persistentvolumes', volume('zoned', { gcePersistentDisk: { pdName: 'd' } }, provisioned));
		expect(made.spec.nodeAffinity.required.nodeSelectorTerms).toEqual([
			{
				matchExpressions: [
					{ key: 'topology.kubernetes.io/region', operator: 'In', values: ['r'] },
					{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a', 'b'] },
				],
			},
		]);
	});
	it('refuses volumes of cloud providers', async () => {
		const answer = await ask('POST', '/api/v1/persistentvolumes', volume('unknown', { gcePersistentDisk: { pdName: 'd' } }));
		const message = 'persistentvolumes "unknown" is forbidden: error querying GCE PD volume d: unable to build GCE cloud provider for PD';
		expect(answer).toMatchObject({ code: 403, message });
		expect((await ask('POST', '/api/v1/persistentvolumes', volume('local', { hostPath: { path: '/x' } }))).code).toBe(201);
	});
});

it('AlwaysAdmit is warned about', () => {
	expect(server.log()).toContain('admission plugin AlwaysAdmit is deprecated and has no effect');
});

it('AlwaysDeny refuses all writes of clients', async () => {
	const denying = await startServer(inject('built').kubernetes, { flags: ['--enable-admission-plugins', 'AlwaysDeny'] });
	try {
		const answer = await denying.call('POST', `${inNs}/configmaps`, { metadata: { name: 'x' } });
		expect([answer.status, (answer.json() as Loose).message]).toEqual([403, 'configmaps "x" is forbidden: admission control is denying all modifications']);
		expect((await denying.call('GET', inNs)).status).toBe(200);
	} finally {
		await denying.remove();
	}
});

it('a plugin of other releases is refused at the start', async () => {
	const flags = ['--emulated-version', '1.36', '--enable-admission-plugins', 'PersistentVolumeLabel'];
	await expect(startServer(inject('built').kubernetes, { flags })).rejects.toThrow(
		'--enable-admission-plugins: admission plugin PersistentVolumeLabel exists before release 1.31 only; the emulated release is 1.36',
	);
});
