/**
 * Tests pods at 1.36: label keys become requirements of their selector, and containers use devices that the pod claims. Also tests the
 * resources that containers share.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
});
afterAll(() => server.close());

const containers = [{ name: 'a', image: 'i' }];

/** Returns the created pod, or the causes of its refusal, one per line. */
async function made(spec: object): Promise<unknown> {
	const body = { metadata: { name: 'p', labels: { app: 'web', v: '1' } }, spec: { containers, ...spec } };
	const answer = await server.call('POST', '/api/v1/namespaces/default/pods?dryRun=All', { body });
	if (answer.status === 201) return answer.body.spec;
	return answer.body.details.causes.map(({ field, message }: { field: string; message: string }) => `${field.replace('spec.', '')}: ${message}`);
}

const selector = { matchLabels: { app: 'web' } };
const spread = (constraint: object) => ({
	topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...constraint }],
});
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const affinity = (term: object) => ({ affinity: { podAntiAffinity: { [required]: [{ topologyKey: 'zone', ...term }] } } });

describe('keys of labels', () => {
	it.each([
		['matchLabelKeys', 'In'],
		['mismatchLabelKeys', 'NotIn'],
	])('%s of an affinity become conditions of its selector', async (field, operator) => {
		const term = { topologyKey: 'zone', labelSelector: { ...selector, matchExpressions: [{ key: 'v', operator, values: ['1'] }] }, [field]: ['v', 'absent'] };
		expect(await made(affinity({ labelSelector: selector, [field]: ['v', 'absent'] }))).toMatchObject({
			affinity: { podAntiAffinity: { [required]: [term] } },
		});
	});

	it('for topology spread become conditions of the selector', async () => {
		const expected = { labelSelector: { matchExpressions: [{ key: 'v', operator: 'In', values: ['1'] }] } };
		expect(await made(spread({ labelSelector: {}, matchLabelKeys: ['v'] }))).toMatchObject({ topologySpreadConstraints: [expected] });
	});

	it.each<[string, object, string[]]>([
		[
			'without a selector',
			spread({ matchLabelKeys: ['v'] }),
			['topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set'],
		],
		[
			'that the selector has',
			spread({ labelSelector: selector, matchLabelKeys: ['app'] }),
			['topologySpreadConstraints[0].matchLabelKeys[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector'],
		],
		[
			'of both sorts',
			affinity({ labelSelector: selector, matchLabelKeys: ['b'], mismatchLabelKeys: ['b'] }),
			[`affinity.podAntiAffinity.${required}[0].matchLabelKeys[0]: Invalid value: "b": exists in both matchLabelKeys and mismatchLabelKeys`],
		],
		[
			'that are none',
			affinity({ labelSelector: selector, mismatchLabelKeys: ['-'] }),
			[expect.stringContaining(`affinity.podAntiAffinity.${required}[0].mismatchLabelKeys[0]: Invalid value: "-": name part must consist of`)],
		],
	])('%s are refused', async (_, spec, causes) => expect(await made(spec)).toEqual(causes));
});

describe('claims of a container', () => {
	const resourceClaims = ['z', 'y'].map((name) => ({ name, resourceClaimName: name }));
	const using = (claims: object[], all: object[] = resourceClaims) => ({ containers: [{ name: 'a', image: 'i', resources: { claims } }], resourceClaims: all });
	const at = 'containers[0].resources.claims';
	it.each<[string, object, string[]]>([
		['that the pod has none of', using([{ name: 'x' }], []), [`${at}[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty`]],
		['that the pod has others of', using([{ name: 'x' }]), [`${at}[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims: y, z`]],
		['twice', using([{ name: 'y' }, { name: 'y', request: 'r' }]), [`${at}[1]: Duplicate value: "y"`]],
		['as a whole behind a part', using([{ name: 'y', request: 'r' }, { name: 'y' }]), [`${at}[1]: Duplicate value: "y"`]],
		['one part twice', using([1, 2].map(() => ({ name: 'y', request: 'r' }))), [`${at}[1]: Duplicate value: "y/r"`]],
		['a part that is none', using([{ name: 'y', request: 'A' }]), [expect.stringContaining(`${at}[0].request: Invalid value: "A"`)]],
	])('%s are refused', async (_, spec, causes) => expect(await made(spec)).toEqual(causes));

	it('may refer to single requests', async () => {
		const claims = ['a', 'b'].map((request) => ({ name: 'y', request }));
		expect(await made(using(claims))).toMatchObject({ containers: [{ resources: { claims } }] });
	});
});

describe('resources of a pod as a whole', () => {
	const limited = (limits: object, container: object = {}) => ({ resources: { limits }, containers: [{ name: 'a', image: 'i', resources: container }] });
	it.each<[string, object, string[]]>([
		['that none knows', limited({ b: '1' }), ['resources.limits[b]: Invalid value: "b": must be a standard resource type or fully qualified']],
		[
			'that pods do not share',
			{ resources: { requests: { pods: '1' } } },
			['resources.requests[pods]: Unsupported value: "pods": supported values: "cpu", "hugepages-", "memory"'],
		],
		['on Windows', { os: { name: 'windows' }, ...limited({ cpu: '1' }) }, ['resources: Forbidden: may not be set for a windows pod']],
		[
			'less than one of its containers has',
			limited({ cpu: '1' }, { limits: { cpu: '1500m' }, requests: { cpu: '1' } }),
			['resources.containers[0][cpu].limits: Invalid value: "1500m": must be less than or equal to pod limits of 1'],
		],
		[
			'less than it asks for',
			{ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
			['resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
		],
	])('%s are refused', async (_, spec, causes) => expect(await made(spec)).toEqual(causes));

	it('may be those of a single container', async () => {
		const spec = limited({ cpu: '1', memory: '1Gi' }, { limits: { cpu: '1', memory: '5' } });
		expect(await made(spec)).toMatchObject({ resources: spec.resources });
	});

	const asks = (name: string, requests: object, more: object = {}) => ({ name, image: 'i', resources: { requests }, ...more });
	const starting = [asks('i', { cpu: '1' }), asks('s', { cpu: '500m' }, { restartPolicy: 'Always' }), asks('j', { cpu: '700m' })];
	it.each<[string, object, object, object]>([
		[
			'what its containers ask for',
			{ limits: { cpu: '1' } },
			{ containers: [asks('a', { cpu: '100m', memory: '1Gi' }), asks('b', { cpu: '300m' })] },
			{ requests: { cpu: '400m', memory: '1Gi' } },
		],
		[
			'what one that starts it asks for, with those that go on',
			{ limits: { cpu: '2' } },
			{ containers: [asks('a', { cpu: '100m' })], initContainers: starting },
			{ requests: { cpu: '1200m' } },
		],
		[
			'what it is limited to, where they ask for nothing',
			{ limits: { cpu: '1', memory: '1Gi' } },
			{ containers: [{ name: 'a', image: 'i' }] },
			{ requests: { cpu: '1', memory: '1Gi' } },
		],
		['nothing more, where it has no limits', { requests: { cpu: '1' } }, { containers: [asks('a', { memory: '1Gi' })] }, { requests: { cpu: '1' } }],
		[
			'their huge pages, and is limited to them',
			{ requests: { cpu: '1' } },
			{ containers: [{ name: 'a', image: 'i', resources: { limits: { cpu: '1', 'hugepages-2Mi': '4Mi' } } }] },
			{ requests: { cpu: '1', 'hugepages-2Mi': '4Mi' }, limits: { 'hugepages-2Mi': '4Mi' } },
		],
	])('ask for %s', async (_, resources, spec, becomes) =>
		expect(await made({ ...spec, resources })).toMatchObject({ resources: { ...resources, ...becomes } }),
	);

	it.each<[string, object, object, string[]]>([
		[
			'less than its containers ask for',
			{ requests: { cpu: '1' } },
			{ containers: [asks('a', { cpu: '800m' }), asks('b', { cpu: '300m' })] },
			['requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 1100m'],
		],
		[
			'less than they ask for, which is more than their limit',
			{ limits: { cpu: '1' } },
			{ containers: [asks('a', { cpu: '800m' }), asks('b', { cpu: '300m' })] },
			['requests: Invalid value: "1100m": must be less than or equal to cpu limit of 1'],
		],
		[
			'fewer huge pages',
			{ limits: { cpu: '1', 'hugepages-2Mi': '2Mi' } },
			{ containers: [{ name: 'a', image: 'i', resources: { limits: { cpu: '1', 'hugepages-2Mi': '4Mi' } } }] },
			[
				'containers[0][hugepages-2Mi].limits: Invalid value: "4Mi": must be less than or equal to pod limits of 2Mi',
				'limits[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container limits of 4Mi',
				'requests[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container requests of 4Mi',
			],
		],
	])('with %s are refused', async (_, resources, spec, causes) =>
		expect(((await made({ ...spec, resources })) as string[]).toSorted()).toEqual(causes.map((cause) => `resources.${cause}`)),
	);

	it.each<[string, JsonObject]>([
		['Guaranteed', { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } }],
		['Burstable', { limits: { cpu: '1' } }],
		['Burstable', { requests: { cpu: '1', memory: '1Gi' } }],
		['BestEffort', {}],
	])('set the quality of service to %s, regardless of containers: %j', async (quality, resources) => {
		const containers = [{ name: 'a', image: 'i', resources: { requests: { cpu: '10m' } } }];
		const answer = await server.call('POST', '/api/v1/namespaces/default/pods?dryRun=All', {
			body: { metadata: { name: 'q' }, spec: { containers, resources } },
		});
		expect(answer.body.status.qosClass).toBe(quality);
	});

	it('are unchanged in templates', async () => {
		const template = { metadata: { labels: { a: 'b' } }, spec: { containers, resources: { limits: { cpu: '1' } } } };
		const body = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } };
		const answer = await server.call('POST', '/apis/apps/v1/namespaces/default/deployments?dryRun=All', { body });
		expect(answer.body.spec.template.spec.resources).toEqual({ limits: { cpu: '1' } });
	});
});

it('a value that no label has is refused in the selector of a claim', async () => {
	const body = (value: string) => ({
		metadata: { name: 'c' },
		spec: {
			accessModes: ['ReadWriteOnce'],
			resources: { requests: { storage: '1Gi' } },
			selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['ok', value] }] },
		},
	});
	const path = '/api/v1/namespaces/default/persistentvolumeclaims';
	expect((await server.call('POST', `${path}?dryRun=All`, { body: body('') })).status).toBe(201);
	const refused = await server.call('POST', path, { body: body('a b') });
	expect(refused.body.details.causes).toEqual([
		{
			reason: 'FieldValueInvalid',
			field: 'spec.selector.matchExpressions[0].values[1]',
			message: expect.stringContaining('a valid label must be an empty string or'),
		},
	]);
});

it.each(['dataSource', 'dataSourceRef'])('an invalid group in the %s of a claim is refused, also in the derived field', async (field) => {
	const source = { apiGroup: 'a b', kind: 'Snapshot', name: 's' };
	const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
	const body = { metadata: { name: 'c' }, spec: { ...spec, dataSourceRef: source, [field]: source } };
	const refused = await server.call('POST', '/api/v1/namespaces/default/persistentvolumeclaims', { body });
	expect(refused.body.details.causes.map(({ field: at }: { field: string }) => at)).toEqual(['spec.dataSource.apiGroup', 'spec.dataSourceRef.apiGroup']);
	expect(refused.body.message).toContain('Invalid value: "a b": a lowercase RFC 1123 subdomain must consist of');
});

it('an invalid group is refused when it is added to a claim without one', async () => {
	const path = '/api/v1/namespaces/default/persistentvolumeclaims';
	const body = { metadata: { name: 'plain' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
	expect((await server.call('POST', path, { body })).status).toBe(201);
	const patch = { spec: { dataSourceRef: { apiGroup: 'a b', kind: 'Snapshot', name: 's' } } };
	const refused = await server.call('PATCH', `${path}/plain`, { body: patch, type: 'application/merge-patch+json' });
	expect(refused.body.details.causes.map(({ field }: { field: string }) => field)).toContain('spec.dataSourceRef.apiGroup');
});

describe('validation of later fields', () => {
	const profile = (appArmorProfile: object) => ({ securityContext: { appArmorProfile } });
	const mount = (more: object) => ({
		volumes: [{ name: 'v', emptyDir: {} }],
		containers: [{ ...containers[0], volumeMounts: [{ name: 'v', mountPath: '/v', ...more }] }],
	});
	const pause = (seconds: object) => ({ containers: [{ ...containers[0], lifecycle: { preStop: { sleep: seconds } } }] });
	const file = 'securityContext.appArmorProfile.localhostProfile';
	const recursive = 'containers[0].volumeMounts[0].recursiveReadOnly';

	it.each<[string, object, string[]]>([
		['a profile of AppArmor without its file', profile({ type: 'Localhost' }), [`${file}: Required value: must be set when AppArmor type is Localhost`]],
		[
			'a file of AppArmor that has no place',
			profile({ type: 'Unconfined', localhostProfile: 'a' }),
			[`${file}: Invalid value: "a": can only be set when AppArmor type is Localhost`],
		],
		[
			'a file of AppArmor with spaces',
			profile({ type: 'Localhost', localhostProfile: ' a' }),
			[`${file}: Invalid value: " a": must not be padded with whitespace`],
		],
		[
			'a profile of AppArmor on Windows',
			{ os: { name: 'windows' }, ...profile({ type: 'Unconfined' }) },
			['securityContext.appArmorProfile: Forbidden: cannot be set for a windows pod'],
		],
		[
			'a policy of SELinux that there is not',
			{ securityContext: { seLinuxChangePolicy: 'X' } },
			['securityContext.seLinuxChangePolicy: Unsupported value: "X": supported values: "Recursive"'],
		],
		[
			'a policy of SELinux on Windows',
			{ os: { name: 'windows' }, securityContext: { seLinuxChangePolicy: 'Recursive' } },
			['securityContext.seLinuxChangePolicy: Forbidden: cannot be set for a windows pod'],
		],
		[
			'recursion that there is not',
			mount({ recursiveReadOnly: 'X' }),
			[`${recursive}: Unsupported value: "X": supported values: "Disabled", "Enabled", "IfPossible"`],
		],
		['recursion into what can be written', mount({ recursiveReadOnly: 'Enabled' }), [`${recursive}: Forbidden: may only be specified when readOnly is true`]],
		[
			'recursion into what the node mounts later',
			mount({ recursiveReadOnly: 'IfPossible', readOnly: true, mountPropagation: 'HostToContainer' }),
			[`${recursive}: Forbidden: may only be specified when mountPropagation is None or not specified`],
		],
		[
			'domains to search in that are none',
			{ dnsConfig: { searches: ['-a', ''] } },
			[0, 1].map((at) => expect.stringMatching(`searches\\[${at}\\]: Invalid value: "(-a)?": .* characters, '_', '-' or '.', and must`)),
		],
		[
			'a pause that outlasts the pod',
			pause({ seconds: 31 }),
			['containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)'],
		],
		[
			'a device that the pod as a whole asks for',
			{ resources: { claims: [{ name: 'a' }] } },
			[
				'resources.claims: Forbidden: claims may not be set for Resources at pod-level',
				'resources.claims[0]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty',
			],
		],
		[
			'a least number of parts, and pods that go anywhere',
			spread({ minDomains: 1, whenUnsatisfiable: 'ScheduleAnyway' }),
			['topologySpreadConstraints[0].minDomains: Invalid value: 1: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway'],
		],
	])('%s', async (_, spec, expected) => expect(await made(spec)).toEqual(expected));

	it.each<[string, object]>([
		['a pause of no time', pause({})],
		['domains to search in', { dnsConfig: { searches: ['_tcp.example.com.', 'a_b', '.'] } }],
		['recursion into what can only be read', mount({ recursiveReadOnly: 'Enabled', readOnly: true })],
		['a file of AppArmor', profile({ type: 'Localhost', localhostProfile: 'a' })],
	])('%s', async (_, spec) => expect(Array.isArray(await made(spec))).toBe(false));
});

it('owners of an entry without a name, which counts as empty, are kept', async () => {
	const body = { metadata: { name: 'p' }, spec: { containers, imagePullSecrets: [{}] } };
	const { body: pod } = await server.call('POST', '/api/v1/namespaces/default/pods?dryRun=All', { body });
	expect(pod.metadata.managedFields[0].fieldsV1['f:spec']['f:imagePullSecrets']).toEqual({ '.': {}, 'k:{"name":""}': {} });
});
