/** Tests warnings about pods in later releases: each row has the warnings of kube-apiserver 1.36. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

let server: TestServer;
let early: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
	early = await testServer({ release: '1.25' });
});
afterAll(() => Promise.all([server.close(), early.close()]));

async function warned(spec: object, of = server): Promise<readonly string[]> {
	const body = { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'i' }], ...spec } };
	const answer = await of.call('POST', '/api/v1/namespaces/default/pods?dryRun=All', { body });
	expect([answer.status, answer.body.message]).toEqual([201, undefined]);
	return answer.warnings;
}

const container = (more: object, name = 'a') => ({ name, image: 'i', ...more });
const ports = (...all: object[]) => ({ containers: [container({ ports: all })] });
const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
const items = (...paths: string[]) => ({ items: paths.map((path) => ({ key: 'k', path })) });
const projected = (...sources: object[]) => volume({ projected: { sources } });
const field = (path: string) => ({ path, fieldRef: { fieldPath: 'metadata.name' } });
const first = 'spec.containers[0].ports[0]';
const second = 'spec.containers[0].ports[1]';
const term = { topologyKey: 'a' };
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const none = 'labelSelector: a null labelSelector results in matching no pod';
const hides = 'hides previous definition of "A", which may be dropped when using apply';

const rows: [string, object, string[]][] = [
	['a port twice', ports({ containerPort: 80 }, { containerPort: 80 }), [`${second}: duplicate port definition with ${first}`]],
	['one of them of the node', ports({ containerPort: 80, hostPort: 80 }, { containerPort: 80 }), [`${second}: overlapping port definition with ${first}`]],
	[
		'both of them, one of an address',
		ports({ containerPort: 80, hostPort: 90 }, { containerPort: 80, hostPort: 90, hostIP: '1.2.3.4' }),
		[`${second}: dangerously ambiguous port definition with ${first}`],
	],
	['of two addresses', ports({ containerPort: 80, hostPort: 90, hostIP: '1.2.3.5' }, { containerPort: 80, hostPort: 90, hostIP: '1.2.3.4' }), []],
	['of two protocols', ports({ containerPort: 80, protocol: 'UDP' }, { containerPort: 80 }), []],
	[
		'a name in two containers',
		{ containers: [container({ ports: [{ containerPort: 80, name: 'x' }] }), container({ ports: [{ containerPort: 81, name: 'x' }] }, 'b')] },
		[`spec.containers[1].ports[0]: duplicate port name "x" with ${first}, services and probes that select ports by name will use ${first}`],
	],
	[
		'an address without a port',
		ports({ containerPort: 80, hostIP: '1.2.3.4' }),
		[`${first}: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.2.3.4}`],
	],
	[
		'a variable that does not go on from the one before it',
		{
			containers: [
				container({
					env: [
						{ name: 'A', value: 'x' },
						{ name: 'A', value: '$(A)y' },
						{ name: 'A', value: '$(A)' },
						{ name: 'A', value: 'z' },
					],
				}),
			],
		},
		[2, 3].map((at) => `spec.containers[0].env[${at}]: ${hides}`),
	],
	[
		'a constraint without a selector',
		{ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }] },
		[`spec.topologySpreadConstraints[0].${none}`],
	],
	[
		'terms without a selector',
		{ affinity: { podAntiAffinity: { [required]: [term], [preferred]: [{ weight: 1, podAffinityTerm: term }] } } },
		[`spec.affinity.podAntiAffinity.${required}[0].${none}`, `spec.affinity.podAntiAffinity.${preferred}[0].podAffinityTerm.${none}`],
	],
	['a file within a file', volume({ configMap: { name: 'a', ...items('x', 'x/y', 'xy') } }), ['volume "v" (ConfigMap "a"): overlapping paths: "x/y" with "x"']],
	['of a secret', volume({ secret: { secretName: 'a', ...items('x/', 'x') } }), ['volume "v" (Secret "a"): overlapping paths: "x" with "x"']],
	['of the pod', volume({ downwardAPI: { items: [field('x/y'), field('x')] } }), ['volume "v" (DownwardAPI): overlapping paths: "x" with "x/y"']],
	[
		'of several sources',
		projected({ configMap: { name: 'a', ...items('x') } }, { secret: { name: 'b', ...items('x/y', 'z') } }, { downwardAPI: { items: [field('z/q')] } }),
		[
			'volume "v" (Projected): overlapping paths: "x/y" (Secret "b") with "x" (ConfigMap "a")',
			'volume "v" (Projected): overlapping paths: "z/q" (DownwardAPI) with "z" (Secret "b")',
		],
	],
	['a source of nothing', projected({}), ['volume "v" (Projected) has no sources provided']],
	[
		'addresses in another form',
		{ hostAliases: [{ ip: '2001:DB8::1' }] },
		['spec.hostAliases[0].ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")'],
	],
	[
		'a part of a byte in the claim of a volume',
		volume({ ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1500m' } } } } } }),
		['spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer'],
	],
];

describe('the author of a pod is warned of', () => {
	it.each(rows)('%s', async (_, spec, expected) => expect(await warned(spec)).toEqual(expected));

	it.each(rows.filter(([, spec]) => !JSON.stringify(spec).includes('"env"')))('%s: not at 1.25', async (_, spec) =>
		expect(await warned(spec, early)).toEqual([]),
	);
});

it('a pod has at least a second to end, and its template is warned of', async () => {
	const spec = { terminationGracePeriodSeconds: -5, containers: [container({})] };
	const grace = async (of: TestServer) => {
		const { body, warnings } = await of.call('POST', '/api/v1/namespaces/default/pods?dryRun=All', { body: { metadata: { name: 'p' }, spec } });
		return [body.spec.terminationGracePeriodSeconds, warnings];
	};
	expect(await grace(server)).toEqual([1, []]);
	expect(await grace(early)).toEqual([-5, []]);
	const template = { metadata: { labels: { a: 'b' } }, spec };
	const body = { metadata: { name: 'c' }, spec: { selector: { a: 'b' }, template } };
	const { warnings } = await server.call('POST', '/api/v1/namespaces/default/replicationcontrollers?dryRun=All', { body });
	expect(warnings).toEqual(['spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1']);
});

it('the author of a StatefulSet is warned of a part of a byte in its claims', async () => {
	const claim = { metadata: { name: 'v' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1500m' } } } };
	const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container({})] } };
	const body = { metadata: { name: 's' }, spec: { serviceName: 'x', selector: { matchLabels: { a: 'b' } }, template, volumeClaimTemplates: [claim] } };
	const { warnings } = await server.call('POST', '/apis/apps/v1/namespaces/default/statefulsets?dryRun=All', { body });
	expect(warnings).toEqual(['spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer']);
});

it.each(['hostAliases', 'dnsConfig'])('an IPv4 address within another one is refused in %s', async (name) => {
	const address = '::ffff:1.2.3.4';
	const spec = { containers: [container({})], ...(name === 'dnsConfig' ? { dnsConfig: { nameservers: [address] } } : { hostAliases: [{ ip: address }] }) };
	const { status, body } = await server.call('POST', '/api/v1/namespaces/default/pods?dryRun=All', { body: { metadata: { name: 'p' }, spec } });
	expect([status, body.message]).toEqual([422, expect.stringContaining('must not be an IPv4-mapped IPv6 address')]);
});
