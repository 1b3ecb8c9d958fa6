/** Tests requests to which kube-apiserver 1.25 and 1.36 answer differently, or to which an earlier answer here was different. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

const { labelDomain } = vocabulary;
const ofDefault = '/api/v1/namespaces/default';
const dry = '?dryRun=All';
const claims = `${ofDefault}/persistentvolumeclaims${dry}`;
const volumes = `/api/v1/persistentvolumes${dry}`;
const pods = `${ofDefault}/pods${dry}`;
const claim = (part: JsonObject) => ({
	metadata: { name: 'x' },
	spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...part },
});
const volume = (part: JsonObject) => ({ metadata: { name: 'x' }, spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...part } });
const nfs = { server: 's', path: '/' };
const csi = { driver: 'd', volumeHandle: 'h' };
const container = { name: 'c', image: 'i' };
const pod = (part: JsonObject, metadata: JsonObject = {}) => ({ metadata: { name: 'x', ...metadata }, spec: { containers: [container], ...part } });
const appArmor = (profile: string) => ({ annotations: { [`container.apparmor.security.beta.${labelDomain}/c`]: profile } });
const confined = (localhostProfile: string) => ({ ...container, securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile } } });
const labels = { a: 'b' };
const daemons = (updateStrategy: JsonObject) => ({
	metadata: { name: 'x' },
	spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [container] } }, updateStrategy },
});
const elsewhere = { apiGroup: 'x.io', kind: 'Foo', name: 'n', namespace: 'other' };
const { namespace: _, ...here } = elsewhere;
const own = { kind: 'PersistentVolumeClaim', name: 'n' };

/** Causes or expected content at 1.25 and at 1.36, then the fields that 1.36 drops. */
type Said = readonly string[] | { readonly spec?: JsonObject };
const rows: readonly (readonly [what: string, path: string, body: JsonObject, earlier: Said, later?: Said, gone?: readonly string[]])[] = [
	[
		'a source in another namespace',
		claims,
		claim({ dataSourceRef: elsewhere }),
		{ spec: { dataSource: here, dataSourceRef: here } },
		{},
		['spec.dataSource', 'spec.dataSourceRef'],
	],
	[
		'a source in an empty namespace',
		claims,
		claim({ dataSourceRef: { ...here, namespace: '' } }),
		{ spec: { dataSource: here, dataSourceRef: here } },
		{ spec: { dataSource: here, dataSourceRef: { ...here, namespace: '' } } },
	],
	[
		'a source beside one in another namespace',
		claims,
		claim({ dataSource: own, dataSourceRef: { ...own, namespace: 'other' } }),
		{ spec: { dataSourceRef: own } },
	],
	[
		'a source in another namespace in the template of a pod',
		pods,
		pod({
			volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { ...claim({}).spec, dataSource: own, dataSourceRef: { ...own, namespace: 'A' } } } } }],
		}),
		{},
		[
			'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSourceRef.namespace: Invalid value: "A": a lowercase RFC 1123 label',
			'spec.volumes[0].ephemeral.volumeClaimTemplate.spec: Invalid value: "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource": may not be specified when dataSourceRef.namespace is specified',
		],
	],
	[
		'an empty class of attributes',
		volumes,
		volume({ nfs, volumeAttributesClassName: '' }),
		{},
		[
			'spec.csi: Required value: has to be specified when using volumeAttributesClassName',
			'spec.volumeAttributesClassName: Required value: an empty string is disallowed',
		],
	],
	['a class of attributes with a driver', volumes, volume({ csi, volumeAttributesClassName: 'gold' }), {}],
	['a binding of nothing', `${ofDefault}/pods/bound/binding`, {}, ['name in URL does not match name in Binding object']],
	['a binding to nothing', `${ofDefault}/pods/bound/binding`, { metadata: { name: 'bound' } }, ['target.name: Required value']],
	[
		'a binding to what is no node',
		`${ofDefault}/pods/bound/binding`,
		{ metadata: { name: 'bound' }, target: { kind: 'Pod', name: 'n' } },
		['target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"'],
	],
	[
		'finalizers of a new namespace',
		`/api/v1/namespaces${dry}`,
		{ metadata: { name: 'x' }, spec: { finalizers: ['bad'] } },
		['spec.finalizers: Invalid value: "bad"'],
	],
	[
		'daemons that are replaced when they are deleted',
		`/apis/apps/v1/namespaces/default/daemonsets${dry}`,
		daemons({ type: 'OnDelete', rollingUpdate: {} }),
		{ spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } } },
	],
	[
		'daemons that are replaced one by one',
		`/apis/apps/v1/namespaces/default/daemonsets${dry}`,
		daemons({ rollingUpdate: {} }),
		{ spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } } } },
	],
	[
		'a key and what is missing in a Secret',
		`${ofDefault}/secrets${dry}`,
		{ metadata: { name: 'x' }, type: `${labelDomain}/tls`, data: { 'a b': 'YQ==' } },
		['data[a b]: Invalid value', 'data[tls.crt]: Required value', 'data[tls.key]: Required value'],
	],
	[
		'a profile of seccomp by annotation',
		pods,
		pod({}, { annotations: { [`seccomp.security.alpha.${labelDomain}/pod`]: 'runtime/default' } }),
		{ spec: { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } } },
		{},
		['spec.securityContext.seccompProfile'],
	],
	[
		'a profile of AppArmor by annotation',
		pods,
		pod({}, appArmor('localhost/x')),
		{ spec: { containers: [container] } },
		{ spec: { containers: [{ securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: 'x' } } }] } },
	],
	[
		'a profile of AppArmor that the pod has',
		pods,
		pod({ securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }, appArmor('runtime/default')),
		{},
		{},
		['spec.containers[0].securityContext'],
	],
	['a profile of AppArmor for Windows', pods, pod({ os: { name: 'windows' } }, appArmor('unconfined')), {}, {}, ['spec.containers[0].securityContext']],
	['a profile of AppArmor without a name', pods, pod({}, appArmor('localhost/')), {}, {}, ['spec.containers[0].securityContext']],
	[
		'two profiles of AppArmor',
		pods,
		pod({ containers: [confined('a')] }, appArmor('unconfined')),
		{},
		['spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match'],
	],
	[
		'two files of AppArmor',
		pods,
		pod({ containers: [confined('a')] }, appArmor('localhost/b')),
		{},
		['spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and field must match'],
	],
	[
		'users of its own, volumes and devices',
		pods,
		pod({
			hostUsers: false,
			containers: [{ ...container, volumeDevices: [{ name: 'v', devicePath: '/dev/v' }] }],
			volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }],
		}),
		{},
		['spec.containers[0].volumeDevices: Forbidden: when `hostUsers` is false'],
	],
];

const isList = (said: Said): said is readonly string[] => Array.isArray(said);

describe.each(['1.25', '1.36'])('release %s', (release) => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release });
		await server.call('POST', `${ofDefault}/pods`, { body: pod({}, { name: 'bound' }) });
	});
	afterAll(() => server.close());

	for (const [what, path, body, earlier, later = earlier, gone = []] of rows)
		it(what, async () => {
			const expected = release === '1.25' ? earlier : later;
			const { status, body: answer } = await server.call('POST', path, { body });
			const causes: string[] = (answer.details?.causes ?? []).map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`);
			if (!isList(expected)) {
				expect([status, answer.message]).toEqual([201, undefined]);
				expect(answer).toMatchObject(expected);
				for (const field of release === '1.36' ? gone : []) expect(answer).not.toHaveProperty(field);
				return;
			}
			const said = causes.length === 0 ? [answer.message] : causes.sort();
			expect(said.map((text, index) => text.slice(0, expected[index]?.length))).toEqual(expected);
		});

	it('warns of an AppArmor profile that only an annotation sets, where a field exists', async () => {
		const warnings = async (part: JsonObject): Promise<unknown> => (await server.call('POST', pods, { body: pod(part, appArmor('runtime/default')) })).warnings;
		const said = `metadata.annotations[container.apparmor.security.beta.${labelDomain}/c]: deprecated since v1.30`;
		expect(String(await warnings({})).includes(said)).toBe(release === '1.36');
		const template = { metadata: { labels, ...appArmor('runtime/default') }, spec: { containers: [container] } };
		const made = await server.call('POST', `/apis/apps/v1/namespaces/default/daemonsets${dry}`, {
			body: { metadata: { name: 'x' }, spec: { selector: { matchLabels: labels }, template } },
		});
		expect(String(made.warnings).includes(`spec.template.${said}`)).toBe(release === '1.36');
		expect(String(await warnings({ securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }))).not.toContain(said);
	});

	it('warns of a pod whose name is not a label, as its host name is derived from it', async () => {
		const { warnings } = await server.call('POST', pods, { body: pod({}, { name: 'a.b' }) });
		expect(String(warnings).includes("metadata.name: this is used in the Pod's hostname")).toBe(release === '1.36');
	});

	it('blames the finalizers of a namespace by number where they alone are written', async () => {
		const body = { metadata: { name: 'default' }, spec: { finalizers: ['example.com/a', 'example.com/ a'] } };
		const { status, body: answer } = await server.call('PUT', '/api/v1/namespaces/default/finalize', { body });
		expect(status).toBe(422);
		expect(answer.details.causes.map(({ field }: { field: string }) => field)).toEqual(['spec.finalizers[1]']);
	});
});
