/** Tests combinations of fields in pods of later releases: each row has the answer of kube-apiserver 1.36. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

let server: TestServer;
let early: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
	early = await testServer({ release: '1.28' });
});
afterAll(() => Promise.all([server.close(), early.close()]));

/** Returns the causes, one per line, without `spec.`. */
async function causes(spec: object, container: object = {}, of = server): Promise<string[]> {
	const body = { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'i', ...container }], ...spec } };
	return told(await of.call('POST', '/api/v1/namespaces/default/pods?dryRun=All', { body }), 'spec.');
}

async function inTemplate(spec: object, container: object = {}): Promise<string[]> {
	const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'i', ...container }], ...spec } };
	const body = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } };
	return told(await server.call('POST', '/apis/apps/v1/namespaces/default/deployments?dryRun=All', { body }), 'spec.template.spec.');
}

function told({ status, body }: Awaited<ReturnType<TestServer['call']>>, path: string): string[] {
	if (status === 201) return [];
	return body.details.causes.map(({ field, message }: { field: string; message: string }) => `${field.replace(path, '')}: ${message}`);
}

const probe = { httpGet: { port: 80 } };
const ends = { exec: { command: ['a'] } };
const beside = (more: object) => ({ initContainers: [{ name: 'b', image: 'i', restartPolicy: 'Always', ...more }] });
const rule = (values: readonly number[] = [1]) => ({ action: 'Restart', exitCodes: { operator: 'In', values } });
const rules = (...all: object[]) => ({ restartPolicy: 'Never', restartPolicyRules: all });
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
const directory = volume({ emptyDir: {} });
const fromFile = (more: object = {}) => ({ env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'a', key: 'K', ...more } } }] });
const policies = (...all: [string, string][]) => ({ resizePolicy: all.map(([resourceName, restartPolicy]) => ({ resourceName, restartPolicy })) });
const sysctls = (...names: string[]) => ({ securityContext: { sysctls: names.map((name) => ({ name, value: '1' })) } });
const unmasked = { securityContext: { procMount: 'Unmasked' } };
const key = 'containers[0].env[0].valueFrom.fileKeyRef';
const parameters = ['kernel.shm_rmid_forced', 'kernel.sem', 'kernel.semx', 'fs.mqueue.x', 'net.ipv4.x', 'net/ipv4/x', 'vm.x'];
const together = (of: string, ...at: number[]) =>
	at.map((index) => `securityContext.sysctls[${index}].name: Invalid value: "${parameters[index]}": may not be specified when '${of}' is true`);
const never = "containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when pod `restartPolicy` is 'Never'";
const open = '.securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`';
const network = 'hostnameOverride: Forbidden: may not be specified when hostNetwork is true';
const full = 'hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true';

const rows: [string, object, object, string[]][] = [
	[
		'a value of a variable beside an empty source, which is blamed alone',
		{},
		{ env: [{ name: 'A', value: '1', valueFrom: {} }] },
		[
			'containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
		],
	],
	[
		'an init container that goes on has probes',
		beside({ livenessProbe: probe, readinessProbe: probe, startupProbe: probe, lifecycle: { preStop: ends } }),
		{},
		[],
	],
	[
		'probes of it that are none',
		beside({ livenessProbe: { ...probe, successThreshold: 2 } }),
		{},
		['initContainers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1'],
	],
	['as many rules of restarts as there may be', {}, rules(...upTo(20).map(() => rule())), []],
	['more', {}, rules(...upTo(21).map(() => rule())), ['containers[0].restartPolicyRules: Too many: 21: must have at most 20 items']],
	['as many exit codes', {}, rules(rule(upTo(255))), []],
	['more of them', {}, rules(rule(upTo(256))), ['containers[0].restartPolicyRules[0].exitCodes.values: Too many: 256: must have at most 255 items']],
	['all of /proc for a user of the node', {}, unmasked, [`containers[0]${open}`]],
	['for one of its own', { hostUsers: false }, unmasked, []],
	['for an init container', { initContainers: [{ name: 'b', image: 'i', ...unmasked }] }, {}, [`initContainers[0]${open}`]],
	['a variable from a file', directory, fromFile(), []],
	['of a volume that there is not', directory, fromFile({ volumeName: 'w' }), [`${key}.volumeName: Not found: "w"`]],
	['of the node', volume({ hostPath: { path: '/' } }), fromFile(), [`${key}.volumeName: Invalid value: "v": referenced volume must be of type emptyDir`]],
	['of a file elsewhere', directory, fromFile({ path: 'b/../a' }), [`${key}.path: Invalid value: "b/../a": must not contain '..'`]],
	[
		'under a key that is none',
		directory,
		fromFile({ key: 'a=b' }),
		[`${key}.key: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than '='`],
	],
	[
		'a resource that is resized in two ways',
		{},
		policies(['cpu', 'NotRequired'], ['cpu', 'NotRequired']),
		['containers[0].resizePolicy[1]: Duplicate value: "cpu"'],
	],
	['parameters of the kernel that it shares', { hostIPC: true, ...sysctls(...parameters) }, {}, together('hostIPC', 0, 1, 3)],
	['of the network', { hostNetwork: true, ...sysctls(...parameters) }, {}, together('hostNetwork', 4, 5)],
	['of its own', sysctls(...parameters), {}, []],
	['a host name', { hostnameOverride: 'a'.repeat(63) }, {}, []],
	['one on the network of the node', { hostnameOverride: 'a', hostNetwork: true }, {}, [network]],
	['one that is not in full', { hostnameOverride: 'a', hostNetwork: true, setHostnameAsFQDN: true }, {}, [network, full]],
	['one that is too long', { hostnameOverride: `${'ab.'.repeat(21)}aa` }, {}, ['hostnameOverride: Too long: may not be more than 64 bytes']],
];

describe('a pod', () => {
	it.each(rows)('%s', async (_, spec, container, expected) => expect(await causes(spec, container)).toEqual(expected));

	it.each<[string, object, string[]]>([
		['once it has ended', policies(['memory', 'RestartContainer']), [never]],
		['in place', policies(['memory', 'NotRequired']), []],
	])('that never restarts is resized: %s', async (_, container, expected) => expect(await causes({ restartPolicy: 'Never' }, container)).toEqual(expected));

	it('has volumes with images', async () => {
		expect(await causes(volume({ image: { pullPolicy: 'Always' } }))).toEqual(['volumes[0].image.reference: Required value']);
	});

	it('shares parameters of the kernel up to 1.28', async () => {
		expect(await causes({ hostIPC: true, hostNetwork: true, ...sysctls(...parameters) }, {}, early)).toEqual([]);
	});
});

describe('a template of pods', () => {
	it.each(rows)('%s', async (_, spec, container, expected) => expect(await inTemplate(spec, container)).toEqual(expected));

	it('may have image volumes without a reference', async () => {
		expect(await inTemplate(volume({ image: {} }))).toEqual([]);
	});
});

describe('the status of a pod', () => {
	const pods = '/api/v1/namespaces/default/pods';
	beforeAll(async () => {
		const resources = { requests: { 'example.com/a': '1' }, limits: { 'example.com/a': '1' } };
		const spec = { containers: [{ name: 'a', image: 'i', resources }], resourceClaims: [{ name: 'c', resourceClaimName: 'd' }] };
		for (const each of [server, early])
			expect(await each.call('POST', pods, { body: { metadata: { name: 'reported' }, spec } })).toMatchObject({ status: 201 });
	});
	const report = (status: JsonObject, of = server) =>
		of.call('PATCH', `${pods}/reported/status?dryRun=All`, { type: 'application/merge-patch+json', body: { status } });

	const mapping = (more: JsonObject = {}): JsonObject => ({ containerName: 'a', resourceName: 'example.com/a', requestName: 'r', ...more });

	it('may tell of the claim for its extended resources', async () => {
		const extendedResourceClaimStatus = { requestMappings: [mapping()], resourceClaimName: 'x' };
		expect((await report({ extendedResourceClaimStatus })).body.status).toMatchObject({ extendedResourceClaimStatus });
	});

	it.each<[JsonObject, string[]]>([
		[{ qosClass: 'Guaranteed' }, ['qosClass: Invalid value: "Guaranteed": field is immutable']],
		[{ hostIP: '1.2.3.4', hostIPs: [{ ip: '1.2.3.5' }] }, ['hostIPs[0].ip: Invalid value: "1.2.3.5": must be equal to `hostIP`']],
		[{ hostIP: '::1', hostIPs: [{ ip: '::1' }, { ip: '::2' }] }, ['hostIPs: Invalid value: ["::1","::2"]: may specify no more than one IP for each IP family']],
		[
			{ resourceClaimStatuses: [{ name: 'z', resourceClaimName: 'x' }] },
			['resourceClaimStatuses[0].name: Invalid value: "z": must match the name of an entry in `spec.resourceClaims`'],
		],
		[
			{ extendedResourceClaimStatus: { requestMappings: [], resourceClaimName: '' } },
			[
				'extendedResourceClaimStatus.requestMappings: Required value: at least one request mapping is required',
				'extendedResourceClaimStatus.resourceClaimName: Required value',
			],
		],
		[
			{ extendedResourceClaimStatus: { requestMappings: [mapping({ containerName: 'z' })], resourceClaimName: 'x' } },
			[
				'extendedResourceClaimStatus.requestMappings[0].containerName: Invalid value: "z": must match the name of an entry in spec.initContainers.name or spec.containers.name',
			],
		],
		[
			{ extendedResourceClaimStatus: { requestMappings: [mapping({ resourceName: 'example.com/b' })], resourceClaimName: 'x' } },
			[
				'extendedResourceClaimStatus.requestMappings[0].resourceName: Invalid value: "example.com/b": must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests',
			],
		],
		[
			{ extendedResourceClaimStatus: { requestMappings: [mapping(), mapping()], resourceClaimName: 'x' } },
			['containerName: Duplicate value: "a"', 'resourceName: Duplicate value: "example.com/a"', 'requestName: Duplicate value: "r"'].map(
				(cause) => `extendedResourceClaimStatus.requestMappings[1].${cause}`,
			),
		],
		[{ observedGeneration: -1 }, ['observedGeneration: Invalid value: -1: must be a non-negative integer']],
	])('%j is refused', async (status, expected) => {
		const { body } = await report(status);
		expect(body.details.causes.map(({ field, message }: { field: string; message: string }) => `${field.replace('status.', '')}: ${message}`)).toEqual(
			expected,
		);
	});

	it('keeps its class where it is left out, from 1.33 on', async () => {
		expect((await report({ qosClass: null })).body.status.qosClass).toBe('BestEffort');
		expect((await report({ qosClass: null }, early)).body.status.qosClass).toBeUndefined();
	});

	it('has addresses of its node', async () => {
		expect((await report({ hostIP: '1.2.3.4', hostIPs: [{ ip: '1.2.3.4' }, { ip: '::1' }] })).status).toBe(200);
	});
});
