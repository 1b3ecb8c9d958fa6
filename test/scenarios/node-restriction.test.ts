/**
 * Attacks with the client certificate of a node's agent on a server with the modes `Node,RBAC` (seed 3, "Built-in admission plugins",
 * NodeRestriction). The authorizer or the plugin refuses each; the agent's own work is allowed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import type { PemPair } from '../../runtime/auth/pki/pair.ts';
import { hasOpenssl, makeRequest } from '../setup/certificate-requests.ts';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
const releases = ['1.25', '1.36'] as const;
type Release = (typeof releases)[number];

const inNs = '/api/v1/namespaces/default';
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
const csiNodes = '/apis/storage.k8s.io/v1/csinodes';
const merge = { 'content-type': 'application/merge-patch+json' };

const servers = new Map<Release, ServerProcess>();
/** UIDs of the nodes and pods, by release and name. */
const uids = new Map<string, string>();
let agent: PemPair;

beforeAll(async () => {
	const authority = await issueAuthority('cluster');
	writeFileSync(join(scratch.path, 'ca.crt'), authority.cert);
	const leaf = { organisations: ['system:nodes'], usage: 'client', alternativeNames: [] } as const;
	agent = await issueLeaf(authority, { ...leaf, commonName: 'system:node:a' });
	await Promise.all(releases.map(prepare));
});
afterAll(async () => {
	for (const server of servers.values()) await server.remove();
	scratch.remove();
});

const pod = (name: string, nodeName: string, more: object = {}, spec: object = {}): object => ({
	metadata: { name, ...more },
	spec: { nodeName, containers: [{ name: 'c', image: 'i' }], ...spec },
});

/** Starts a server with two nodes and a pod on each. */
async function prepare(release: Release): Promise<void> {
	const flags = ['--authorization-mode', 'Node,RBAC', '--emulated-version', release, '--client-ca-file', join(scratch.path, 'ca.crt')];
	const server = await startServer(inject('built').kubernetes, { flags });
	servers.set(release, server);
	const make = async (path: string, object: Loose): Promise<void> => {
		const answer = await server.call('POST', path, object);
		if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
		uids.set(`${release} ${object.metadata.name}`, (answer.json() as Loose).metadata.uid);
	};
	for (const name of ['a', 'b'])
		await make('/api/v1/nodes', { metadata: { name, labels: { plain: 'x' } }, spec: { taints: [{ key: 't', effect: 'NoExecute' }] } });
	await make(`${inNs}/serviceaccounts`, { metadata: { name: 'robot' } });
	const spec = { serviceAccountName: 'robot', volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] };
	for (const name of ['a', 'b']) await make(`${inNs}/pods`, pod(`on-${name}`, name, { labels: { app: 'x' } }, spec));
	await make(`${inNs}/persistentvolumeclaims`, {
		metadata: { name: 'data' },
		spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
	});
}

interface Attack {
	readonly what: string;
	readonly method: string;
	readonly path: string;
	readonly body?: (uid: (name: string) => string) => object;
	/** End of the message; the beginning names the object. */
	readonly message: string | Readonly<Record<Release, string>>;
	readonly code?: number;
}

async function tried(release: Release, { method, path, body }: Pick<Attack, 'method' | 'path' | 'body'>): Promise<Loose> {
	const server = servers.get(release);
	if (server === undefined) throw new Error('the server has not started');
	const credentials = { ca: server.credentials.ca, cert: Buffer.from(agent.cert), key: Buffer.from(agent.key) };
	const uid = (name: string): string => uids.get(`${release} ${name}`) ?? '';
	const answer = await call(server.url, credentials, method, path, body?.(uid), method === 'PATCH' ? merge : {});
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

const mirror = { 'kubernetes.io/config.mirror': 'x' };
const owned = (uid: string, more: object = {}): object => ({
	annotations: mirror,
	ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'a', uid, controller: true, ...more }],
});
const token = (name: string, uid: string | undefined, audiences?: readonly string[]): object => ({
	spec: { ...(audiences && { audiences }), boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid } },
});
const nodes = '/api/v1/nodes';
const labels =
	(changed: Readonly<Record<string, string | null>>): (() => object) =>
	() => ({ metadata: { labels: changed } });

const onNodes: readonly Attack[] = [
	{ what: 'another Node', method: 'PATCH', path: `${nodes}/b`, body: labels({ x: 'y' }), message: 'node "a" is not allowed to modify node "b"' },
	{
		what: 'the status of another Node',
		method: 'PATCH',
		path: `${nodes}/b/status`,
		body: () => ({ status: {} }),
		message: 'node "a" is not allowed to modify node "b"',
	},
	{
		what: 'a new Node of another name',
		method: 'POST',
		path: nodes,
		body: () => ({ metadata: { name: 'c' } }),
		message: 'node "a" is not allowed to modify node "c"',
	},
	{ what: 'its taints', method: 'PATCH', path: `${nodes}/a`, body: () => ({ spec: { taints: null } }), message: 'node "a" is not allowed to modify taints' },
	{
		what: 'its taints through the status',
		method: 'PATCH',
		path: `${nodes}/a/status`,
		body: () => ({ spec: { taints: null } }),
		message: 'node "a" is not allowed to modify taints',
	},
	{
		what: 'an owner of its Node',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: () => ({ metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'gone', uid: 'gone' }] } }),
		message: 'node "a" is not allowed to modify ownerReferences',
	},
	{
		what: 'a restricted label',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: labels({ 'node-restriction.kubernetes.io/secure': 'yes' }),
		message: 'is not allowed to modify labels: node-restriction.kubernetes.io/secure',
	},
	{
		what: 'a label below the restricted domain',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: labels({ 'my.node-restriction.kubernetes.io/x': 'yes' }),
		message: 'is not allowed to modify labels: my.node-restriction.kubernetes.io/x',
	},
	{
		what: 'reserved labels, sorted',
		method: 'PATCH',
		path: `${nodes}/a`,
		body: labels({ 'node-role.kubernetes.io/control-plane': '', 'apps.k8s.io/x': 'y' }),
		message: 'is not allowed to modify labels: apps.k8s.io/x, node-role.kubernetes.io/control-plane',
	},
	{
		what: 'a reserved label through the status',
		method: 'PATCH',
		path: `${nodes}/a/status`,
		body: labels({ 'kubernetes.io/role': 'x' }),
		message: 'is not allowed to modify labels: kubernetes.io/role',
	},
	{
		what: 'its own Node, deleted',
		method: 'DELETE',
		path: `${nodes}/a`,
		message: 'User "system:node:a" cannot delete resource "nodes" in API group "" at the cluster scope',
	},
	{
		what: 'the lease of another node',
		method: 'POST',
		path: leases,
		body: () => ({ metadata: { name: 'b' } }),
		message: 'can only access node lease with the same name as the requesting node',
	},
	{
		what: 'the CSINode of another node',
		method: 'POST',
		path: csiNodes,
		body: () => ({ metadata: { name: 'b' }, spec: { drivers: [] } }),
		message: 'can only access CSINode with the same name as the requesting node',
	},
];

const onPods: readonly Attack[] = [
	{
		what: 'a pod that is no mirror',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'a'),
		message: 'pod does not have "kubernetes.io/config.mirror" annotation, node "a" can only create mirror pods',
	},
	{
		what: 'a mirror pod on another node',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'b', { annotations: mirror }),
		message: 'node "a" can only create pods with spec.nodeName set to itself',
	},
	{
		what: 'a mirror pod without an owner',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'a', { annotations: mirror }),
		message: 'node "a" can only create pods with an owner reference set to itself',
	},
	{
		what: 'a mirror pod of an earlier Node',
		method: 'POST',
		path: `${inNs}/pods`,
		body: () => pod('x', 'a', owned('old')),
		message: 'node a UID mismatch: expected old got',
	},
	{
		what: 'a mirror pod that its Node does not control',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a'), { controller: false })),
		message: 'node "a" can only create pods with a controller owner reference set to itself',
	},
	{
		what: 'a mirror pod that blocks the deletion',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a'), { blockOwnerDeletion: true })),
		message: 'node "a" must not set blockOwnerDeletion on an owner reference',
	},
	{
		what: 'a mirror pod with an account',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { serviceAccountName: 'robot' }),
		message: 'a mirror pod may not reference service accounts',
	},
	{
		what: 'a mirror pod with a secret',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { volumes: [{ name: 'v', secret: { secretName: 's' } }] }),
		message: 'a mirror pod may not reference secrets',
	},
	{
		what: 'a mirror pod with a config map',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { volumes: [{ name: 'v', configMap: { name: 'c' } }] }),
		message: 'node "a" can not create pods that reference configmaps',
	},
	{
		what: 'a mirror pod with a claim',
		method: 'POST',
		path: `${inNs}/pods`,
		body: (uid) => pod('x', 'a', owned(uid('a')), { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] }),
		message: 'node "a" can not create pods that reference persistentvolumeclaims',
	},
	{
		what: 'the status of a pod elsewhere',
		method: 'PATCH',
		path: `${inNs}/pods/on-b/status`,
		body: () => ({ status: { phase: 'Failed' } }),
		message: 'node "a" can only update pod status for pods with spec.nodeName set to itself',
	},
	{
		what: 'labels through the status',
		method: 'PATCH',
		path: `${inNs}/pods/on-a/status`,
		body: labels({ app: 'other' }),
		message: 'node "a" cannot update labels through pod status',
	},
	{
		what: 'the spec of its pod',
		method: 'PATCH',
		path: `${inNs}/pods/on-a`,
		body: () => ({ spec: { activeDeadlineSeconds: 1 } }),
		message: 'User "system:node:a" cannot patch resource "pods" in API group "" in the namespace "default"',
	},
	{ what: 'a pod elsewhere, deleted', method: 'DELETE', path: `${inNs}/pods/on-b`, message: 'node "a" can only delete pods with spec.nodeName set to itself' },
	{
		what: 'a pod elsewhere, evicted',
		method: 'POST',
		path: `${inNs}/pods/on-b/eviction`,
		body: () => ({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'on-b' } }),
		message: 'node a can only evict pods with spec.nodeName set to itself',
	},
	{
		what: 'the spec of a claim',
		method: 'PATCH',
		path: `${inNs}/persistentvolumeclaims/data/status`,
		body: () => ({ metadata: { labels: { x: 'y' } } }),
		message: {
			'1.25': 'node "a" is not allowed to update fields other than status.capacity and status.conditions: metadata.labels',
			'1.36': 'node "a" is not allowed to update fields other than status.quantity and status.conditions: metadata.labels',
		},
	},
	{
		what: 'a phase of a claim',
		method: 'PATCH',
		path: `${inNs}/persistentvolumeclaims/data/status`,
		body: () => ({ status: { phase: 'Lost' } }),
		message: { '1.25': 'status.capacity and status.conditions: status.phase', '1.36': 'status.quantity and status.conditions: status.phase' },
	},
];

const accounts = `${inNs}/serviceaccounts/robot/token`;
const onTokens: readonly Attack[] = [
	{ what: 'a token for no pod', method: 'POST', path: accounts, body: () => ({ spec: {} }), message: 'node requested token not bound to a pod' },
	{
		what: 'a token for a pod without a uid',
		method: 'POST',
		path: accounts,
		body: () => token('on-a', undefined),
		message: 'node requested token with a pod binding without a uid',
	},
	{
		what: 'a token for a replaced pod',
		method: 'POST',
		path: accounts,
		body: () => token('on-a', 'old'),
		message: 'the UID in the bound object reference (old) does not match the UID in record. The object might have been deleted and then recreated',
	},
	{ what: 'a token for a missing pod', method: 'POST', path: accounts, body: () => token('gone', 'x'), message: 'pod "gone" not found', code: 404 },
	{
		what: 'a token for a pod elsewhere',
		method: 'POST',
		path: accounts,
		body: (uid) => token('on-b', uid('on-b')),
		message: 'node requested token bound to a pod scheduled on a different node',
	},
];

describe.each(releases)('an agent at release %s is refused', (release) => {
	it.each([...onNodes, ...onPods, ...onTokens])('$what', async (attack) => {
		const { code, message } = await tried(release, attack);
		expect({ code, message }).toEqual({
			code: attack.code ?? 403,
			message: expect.stringContaining(typeof attack.message === 'string' ? attack.message : attack.message[release]),
		});
	});
});

describe('an agent at release 1.36 is refused', () => {
	it.each<Pick<Attack, 'what' | 'method' | 'path' | 'body' | 'message'>>([
		{
			what: 'a foreign audience',
			method: 'POST',
			path: accounts,
			body: (uid) => token('on-a', uid('on-a'), ['vault']),
			message: 'error validating audience "vault": persistentvolume "" not found',
		},
		{
			what: 'two audiences',
			method: 'POST',
			path: accounts,
			body: (uid) => token('on-a', uid('on-a'), ['a', 'b']),
			message: 'node may only request 0 or 1 audiences',
		},
		{
			what: 'a mirror pod with a driver',
			method: 'POST',
			path: `${inNs}/pods`,
			body: (uid) => pod('x', 'a', owned(uid('a')), { volumes: [{ name: 'v', csi: { driver: 'd' } }] }),
			message: 'node "a" can not create pods that reference csidrivers (via CSI volumes)',
		},
		{
			what: 'the slice of another node',
			method: 'POST',
			path: '/apis/resource.k8s.io/v1/resourceslices',
			body: () => ({
				metadata: { name: 'x' },
				spec: { driver: 'd.example.com', nodeName: 'b', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, devices: [] },
			}),
			message: 'can only create ResourceSlice with the same NodeName as the requesting node',
		},
	])('$what', async (attack) => {
		const { code, message } = await tried('1.36', attack);
		expect({ code, message }).toEqual({ code: 403, message: expect.stringContaining(attack.message as string) });
	});
});

describe.each(releases)('an agent at release %s works', (release) => {
	it.each<Pick<Attack, 'what' | 'method' | 'path' | 'body'> & { readonly code: number }>([
		{
			what: 'keeps its labels',
			method: 'PATCH',
			path: `${nodes}/a`,
			body: labels({
				'kubernetes.io/os': 'linux',
				'topology.kubernetes.io/zone': 'z',
				'kubelet.kubernetes.io/x': 'y',
				'node.kubernetes.io/x': 'y',
				plain: null,
			}),
			code: 200,
		},
		{ what: 'keeps the status of its Node', method: 'PATCH', path: `${nodes}/a/status`, body: () => ({ status: { capacity: { cpu: '1' } } }), code: 200 },
		{ what: 'makes its lease', method: 'POST', path: leases, body: () => ({ metadata: { name: 'a' } }), code: 201 },
		{ what: 'makes its CSINode', method: 'POST', path: csiNodes, body: () => ({ metadata: { name: 'a' }, spec: { drivers: [] } }), code: 201 },
		{ what: 'makes a mirror pod', method: 'POST', path: `${inNs}/pods`, body: (uid) => pod('mirror', 'a', owned(uid('a'))), code: 201 },
		{ what: 'keeps the status of its pod', method: 'PATCH', path: `${inNs}/pods/on-a/status`, body: () => ({ status: { phase: 'Running' } }), code: 200 },
		{
			what: 'keeps the size of a claim',
			method: 'PATCH',
			path: `${inNs}/persistentvolumeclaims/data/status`,
			body: () => ({ status: { capacity: { storage: '2Gi' } } }),
			code: 200,
		},
		{ what: 'deletes its pod', method: 'DELETE', path: `${inNs}/pods/mirror`, code: 200 },
	])('$what', async (work) => {
		const answer = await tried(release, work);
		expect([answer.code, answer.message]).toEqual([work.code, undefined]);
	});
});

it('an agent at release 1.25 gets tokens for its pods', async () => {
	expect((await tried('1.25', { method: 'POST', path: accounts, body: (uid) => token('on-a', uid('on-a')) })).code).toBe(201);
});

describe.skipIf(!hasOpenssl('no certificate request of an agent was tried'))('certificate requests of an agent at release 1.36', () => {
	const requested = (subject: string, signer: string, usage: string): Pick<Attack, 'method' | 'path' | 'body'> => {
		const name = `${signer}-${usage}`.replaceAll(' ', '-');
		const { request } = makeRequest(scratch.path, name, subject, { names: 'DNS:a' });
		const spec = { request, signerName: `kubernetes.io/${signer}`, usages: ['digital signature', usage] };
		return { method: 'POST', path: '/apis/certificates.k8s.io/v1/certificatesigningrequests', body: () => ({ metadata: { name }, spec }) };
	};

	it('name its own node', async () => {
		const foreign = await tried('1.36', requested('/O=system:nodes/CN=system:node:b', 'kubelet-serving', 'server auth'));
		expect([foreign.code, foreign.message]).toEqual([403, expect.stringContaining('can only create a node CSR with CN=system:node:a')]);
		expect((await tried('1.36', requested('/O=system:nodes/CN=system:node:a', 'kubelet-serving', 'server auth'))).code).toBe(201);
	});
	it('may be for other signers', async () => {
		expect((await tried('1.36', requested('/CN=anyone', 'kube-apiserver-client', 'client auth'))).code).toBe(201);
	});
});
