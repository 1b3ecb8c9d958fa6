/** Tests Service: refusals of new objects and changes, with the messages of Kubernetes 1.25 and of later releases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();
let newest: TestServer;
beforeAll(async () => {
	newest = await testServer({ release: '1.36' });
});
afterAll(() => newest.close());

const services = '/api/v1/namespaces/default/services';
const ports = [{ port: 80 }];
const plain = (fields: JsonObject): JsonObject => ({ spec: { ports, ...fields } });
const ported = (...all: JsonObject[]): JsonObject => ({ spec: { ports: all } });
const label = 'a DNS-1035 label must consist of lower case alphanumeric characters';
const loadBalancer = { type: 'LoadBalancer' };
const nodePort = { type: 'NodePort' };
const outOfPorts = 'provided port is not in the valid range. The range of valid ports is 30000-32767';

describe('a new Service', () => {
	const rows: Row[] = [
		['a port', plain({}), ''],
		['nothing said', {}, 'spec.ports: Required value'],
		['a name that begins with a digit', { metadata: { name: '1a' }, ...plain({}) }, `metadata.name: Invalid value: "1a": ${label}`],
		['the beginning of such a name', { metadata: { name: '', generateName: '1a-' }, ...plain({}) }, `metadata.generateName: Invalid value: "1a-": ${label}`],
		['two ports without names', ported({ port: 80 }, { port: 81 }), '[spec.ports[0].name: Required value, spec.ports[1].name: Required value]'],
		['two ports of one name', ported({ name: 'a', port: 80 }, { name: 'a', port: 81 }), 'spec.ports[1].name: Duplicate value: "a"'],
		['a port twice', ported({ name: 'a', port: 80 }, { name: 'b', port: 80 }), 'spec.ports[1]: Duplicate value: '],
		['a port of two protocols', ported({ name: 'a', port: 80 }, { name: 'b', port: 80, protocol: 'UDP' }), ''],
		['no port', ported({ port: 0 }), 'spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive'],
		['an unknown protocol', ported({ port: 80, protocol: 'x' }), 'spec.ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"'],
		['a port that pods cannot have', ported({ port: 80, targetPort: 70000 }), 'spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535'],
		['a name that ports cannot have', ported({ port: 80, targetPort: 'A_B' }), 'spec.ports[0].targetPort: Invalid value: "A_B": '],
		['no name of a protocol', ported({ port: 80, appProtocol: 'a b' }), 'spec.ports[0].appProtocol: Invalid value: "a b": '],
		['a selector that is none', plain({ selector: { a: 'b c' } }), 'spec.selector: Invalid value: "b c": a valid label must be'],
		['an unknown affinity', plain({ sessionAffinity: 'x' }), 'spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"'],
		[
			'an affinity for more than a day',
			plain({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } }),
			'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
		],
		['an unknown type', plain({ type: 'x' }), 'spec.type: Unsupported value: "x": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"'],
		['no address and no ports', { spec: { clusterIP: 'None' } }, ''],
		[
			'no address, at nodes',
			plain({ clusterIP: 'None', ...nodePort }),
			'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services',
		],
		['no address twice', plain({ clusterIP: 'None', clusterIPs: ['None', '1.2.3.4'] }), "'None' must be the first and only value"],
		['what is no address', plain({ clusterIP: 'x' }), 'spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
		['an address of nobody', plain({ clusterIP: '1.2.3.4' }), 'the provided IP (1.2.3.4) is not in the valid range. The range of valid IPs is 10.0.0.0/16'],
		['the list of addresses alone', plain({ clusterIPs: ['10.0.0.9'] }), 'must be empty when `clusterIP` is not specified'],
		['another address in the list', plain({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.8'] }), 'first value must match `clusterIP`'],
		['two addresses of a family', plain({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', '10.0.0.8'] }), 'may specify no more than one IP for each IP family'],
		['a family that is not there', plain({ ipFamilies: ['IPv6'] }), 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
		['no family', plain({ ipFamilies: ['x'] }), 'spec.ipFamilies[0]: Unsupported value: "x": supported values: "IPv4", "IPv6"'],
		['both families', plain({ ipFamilyPolicy: 'RequireDualStack' }), 'this cluster is not configured for dual-stack services'],
		['both families, if there are', plain({ ipFamilyPolicy: 'PreferDualStack' }), ''],
		['another name', { spec: { type: 'ExternalName', externalName: 'a.example.' } }, ''],
		['no other name', { spec: { type: 'ExternalName' } }, 'spec.externalName: Required value'],
		[
			'another name with an address',
			{ spec: { type: 'ExternalName', externalName: 'a', clusterIP: '10.0.0.9' } },
			'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
		],
		[
			'a port of nodes that is none',
			plain({ ports: [{ port: 80, nodePort: 30_000 }] }),
			"spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
		],
		['classes of no balancer', plain({ loadBalancerClass: 'a/b' }), "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"],
		['a port of the agents', { spec: { ...loadBalancer, ports: [{ port: 10_250 }] } }, 'may not expose port 10250 externally since it is used by kubelet'],
		[
			'networks that are none',
			plain({ ...loadBalancer, loadBalancerSourceRanges: ['x'] }),
			'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ',
		],
		[
			'a port for health that is of no use',
			plain({ ...loadBalancer, healthCheckNodePort: 30_000 }),
			'spec.healthCheckNodePort: Invalid value: 30000: may only be set when',
		],
		['a policy for nobody outside', plain({ externalTrafficPolicy: 'Local' }), "may only be set when `type` is 'NodePort' or 'LoadBalancer'"],
		['an unknown policy', plain({ internalTrafficPolicy: 'x' }), 'spec.internalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"'],
		[
			'addresses that nobody outside means',
			plain({ externalIPs: ['0.0.0.0', '127.0.0.1'] }),
			'spec.externalIPs[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
		],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(services, fields, wanted));

	const later: Row[] = [
		['a name that begins with a digit', { metadata: { name: '1a' }, ...plain({}) }, ''],
		['an address of nobody', plain({ clusterIP: '1.2.3.4' }), 'The range of valid IPs is 10.0.0.0/16'],
		['zeros before a number', plain({ externalIPs: ['010.0.0.1'] }), 'spec.externalIPs[0]: Invalid value: "010.0.0.1": must not have leading 0s'],
		['a port of the agents', { spec: { ...loadBalancer, ports: [{ port: 10_250 }] } }, ''],
		['a policy for addresses outside', plain({ externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Local' }), ''],
		['a policy for nobody outside', plain({ externalTrafficPolicy: 'Local' }), 'may only be set for externally-accessible services'],
		[
			'networks that are none',
			plain({ ...loadBalancer, loadBalancerSourceRanges: ['x'] }),
			'spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR',
		],
		['bits of a host', plain({ ...loadBalancer, loadBalancerSourceRanges: ['10.0.0.1/8'] }), 'must not have bits set beyond the prefix length'],
		['an unknown distribution', plain({ trafficDistribution: 'x' }), 'supported values: "PreferClose", "PreferSameZone", "PreferSameNode"'],
	];
	test.each(later)('in 1.36: %s', async (_, { metadata, ...fields }, wanted) => {
		const body = { metadata: { name: 'x', ...(metadata as JsonObject | undefined) }, ...fields };
		const { status, body: answer } = await newest.call('POST', `${services}?dryRun=All`, { body });
		expect(status === 201 ? '' : answer.message).toContain(wanted);
	});

	test('warns of ignored fields in 1.36', async () => {
		const { warnings } = await newest.call('POST', `${services}?dryRun=All`, {
			body: { metadata: { name: 'x' }, ...plain({ externalName: 'a', externalIPs: ['FD00::1'] }) },
		});
		expect(warnings).toEqual([
			'spec.externalIPs[0]: IPv6 address "FD00::1" should be in RFC 5952 canonical format ("fd00::1")',
			'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
			'spec.externalName is ignored when spec.type is not "ExternalName"',
		]);
	});
});

describe('defaults', () => {
	const made = async (spec: JsonObject, at: TestServer = server) =>
		(await at.call('POST', `${services}?dryRun=All`, { body: { metadata: { name: 'x' }, spec: { ports, ...spec } } })).body.spec;

	test('a service of the cluster', async () => {
		expect(await made({})).toEqual({
			ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
			clusterIP: '10.0.0.0',
			clusterIPs: ['10.0.0.0'],
			type: 'ClusterIP',
			sessionAffinity: 'None',
			ipFamilies: ['IPv4'],
			ipFamilyPolicy: 'SingleStack',
			internalTrafficPolicy: 'Cluster',
		});
	});
	test('a balancer', async () => {
		expect(await made({ ...loadBalancer, externalTrafficPolicy: 'Local' })).toMatchObject({
			ports: [{ nodePort: 32_769 }],
			allocateLoadBalancerNodePorts: true,
			healthCheckNodePort: 32_770,
		});
	});
	test('an affinity', async () => {
		expect((await made({ sessionAffinity: 'ClientIP' })).sessionAffinityConfig).toEqual({ clientIP: { timeoutSeconds: 10_800 } });
		expect((await made({ sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } })).sessionAffinityConfig).toBeUndefined();
	});
	test('addresses outside, later', async () => {
		expect((await made({ externalIPs: ['1.2.3.4'] })).externalTrafficPolicy).toBeUndefined();
		expect((await made({ externalIPs: ['1.2.3.4'] }, newest)).externalTrafficPolicy).toBe('Cluster');
	});
	test('no families and one address before 1.20', async () => {
		const old = await testServer({ release: '1.19' });
		expect(await made({}, old)).toEqual({
			ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
			clusterIP: '10.0.0.0',
			type: 'ClusterIP',
			sessionAffinity: 'None',
		});
		await old.close();
	});
});

describe('a change', () => {
	const patch = (name: string, fields: JsonObject, sub = '') => server.call('PATCH', `${services}/${name}${sub}`, { body: fields, type: merge });
	beforeAll(async () => {
		const make = (name: string, spec: JsonObject) => server.call('POST', services, { body: { metadata: { name }, spec: { ports, ...spec } } });
		await make('plain', { clusterIP: '10.0.7.1' });
		await make('headless', { clusterIP: 'None' });
		await make('balanced', {
			...loadBalancer,
			allocateLoadBalancerNodePorts: false,
			externalTrafficPolicy: 'Local',
			healthCheckNodePort: 30_900,
			loadBalancerClass: 'a/b',
		});
	});
	test.each([
		['another address', 'plain', { clusterIP: '10.0.7.2' }, 'spec.clusterIPs[0]: Invalid value: ["10.0.7.2"]: may not change once set'],
		['no address', 'plain', { clusterIP: 'None' }, 'may not change once set'],
		['an address not said', 'plain', { clusterIP: null, clusterIPs: null }, ''],
		['another family', 'plain', { ipFamilies: ['IPv6'] }, 'expected an IPv6 value as indicated by `ipFamilies[0]`'],
		[
			'an address for one that has none, of one family',
			'headless',
			{ clusterIP: '10.0.7.3', ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
			'may not change once set',
		],
		['another class', 'balanced', { loadBalancerClass: 'c/d' }, 'spec.loadBalancerClass: Invalid value: "c/d": may not change once set'],
		['another port for health', 'balanced', { healthCheckNodePort: 30_901 }, 'spec.healthCheckNodePort: Forbidden: field is immutable'],
		['a port for health not said', 'balanced', { healthCheckNodePort: null }, ''],
	])('%s', async (_, name, spec, wanted) => {
		const { status, body } = await patch(name, { spec });
		expect(status === 200 ? '' : body.message).toContain(wanted);
		if (wanted === '') expect(status).toBe(200);
	});
	test('a changed type drops fields of the former type', async () => {
		const { body } = await patch('balanced', { spec: { type: 'ClusterIP' } });
		expect(body.spec).toEqual({
			ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
			clusterIP: expect.any(String),
			clusterIPs: [body.spec.clusterIP],
			type: 'ClusterIP',
			sessionAffinity: 'None',
			ipFamilies: ['IPv4'],
			ipFamilyPolicy: 'SingleStack',
			internalTrafficPolicy: 'Cluster',
		});
		const named = await patch('balanced', { spec: { type: 'ExternalName', externalName: 'a' } });
		expect(named.body.spec).toEqual({ ports: body.spec.ports, type: 'ExternalName', sessionAffinity: 'None', externalName: 'a' });
	});
	test('the status has addresses that are some', async () => {
		const ingress = (...all: JsonObject[]) => patch('plain', { status: { loadBalancer: { ingress: all } } }, '/status');
		expect((await ingress({ ip: 'x' })).body.message).toContain('status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address');
		expect((await ingress({ hostname: '1.2.3.4' })).body.message).toContain('must be a DNS name, not an IP address');
		expect((await ingress({ ip: '1.2.3.4' })).body.status).toEqual({ loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } });
		await newest.call('POST', services, { body: { metadata: { name: 'plain' }, spec: { ports } } });
		const refused = await newest.call('PATCH', `${services}/plain/status`, {
			body: { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } },
			type: merge,
		});
		expect(refused.body.message).toContain("status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'");
	});
	test('a port of nodes that is out of range or taken', async () => {
		const make = (name: string, nodePort: number) =>
			server.call('POST', services, { body: { metadata: { name }, spec: { type: 'NodePort', ports: [{ port: 80, nodePort }] } } });
		expect((await make('low', 80)).body.message).toContain(`spec.ports[0].nodePort: Invalid value: 80: ${outOfPorts}`);
		expect((await make('first', 30_007)).status).toBe(201);
		expect((await make('second', 30_007)).body.message).toContain('spec.ports[0].nodePort: Invalid value: 30007: provided port is already allocated');
	});
});

describe('proxy', () => {
	test.each([
		['plain:81', 503, 'no service port 81 found for service "plain"'],
		['plain', 404, 'services "plain" not found'],
		['nobody', 404, 'services "nobody" not found'],
	])('%s', async (name, code, message) => {
		const { status, body } = await server.call('GET', `${services}/${name}/proxy/a`);
		expect([status, body.message]).toEqual([code, message]);
	});
});

test('a Table', async () => {
	const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
	const body = {
		metadata: { name: 'shown' },
		spec: {
			clusterIP: '10.0.9.9',
			externalIPs: ['1.2.3.4'],
			selector: { b: 'c', a: 'd' },
			ports: [
				{ name: 'a', port: 80 },
				{ name: 'b', port: 53, protocol: 'UDP' },
			],
		},
	};
	await server.call('POST', services, { body });
	const table = (await server.call('GET', `${services}/shown`, { accept })).body;
	expect(table.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual([
		'Name',
		'Type',
		'Cluster-IP',
		'External-IP',
		'Port(s)',
		'Age',
		'Selector',
	]);
	expect(table.rows[0].cells).toEqual(['shown', 'ClusterIP', '10.0.9.9', '1.2.3.4', '80/TCP,53/UDP', expect.any(String), 'a=d,b=c']);
});

test('selectors name the type and the address from 1.31 on; collections can be deleted from 1.23 on', async () => {
	const selected = `${services}?fieldSelector=spec.type%3DClusterIP`;
	expect((await server.call('GET', selected)).status).toBe(400);
	expect((await newest.call('GET', selected)).status).toBe(200);
	const old = await testServer({ release: '1.22' });
	expect((await old.call('DELETE', services)).status).toBe(405);
	await old.close();
});
