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
import {
	type Attack,
	accounts,
	csiNodes,
	inNs,
	labels,
	leases,
	nodes,
	onNodes,
	onPods,
	onTokens,
	owned,
	pod,
	type Release,
	releases,
	token,
} from './node-attacks.ts';

const scratch = makeScratch();
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

async function tried(release: Release, { method, path, body }: Pick<Attack, 'method' | 'path' | 'body'>): Promise<Loose> {
	const server = servers.get(release);
	if (server === undefined) throw new Error('the server has not started');
	const credentials = { ca: server.credentials.ca, cert: Buffer.from(agent.cert), key: Buffer.from(agent.key) };
	const uid = (name: string): string => uids.get(`${release} ${name}`) ?? '';
	const answer = await call(server.url, credentials, method, path, body?.(uid), method === 'PATCH' ? merge : {});
	return { ...(answer.json() as object), code: answer.status } as Loose;
}

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
