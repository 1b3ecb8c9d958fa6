/** Tests that flow schemas and priority levels equal those of kube-apiserver, and classify requests in the same way. */
import { describe, expect, inject, it, vi } from 'vitest';
import { type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn(
		'SKIPPED: flow schemas and priority levels were not compared with those of kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled',
	);
}

interface Condition {
	readonly type: string;
	readonly lastTransitionTime: string;
}

interface Found {
	readonly metadata: { readonly name: string; readonly uid: string; readonly annotations?: object; readonly generation?: number };
	readonly spec: object;
	readonly status?: { readonly conditions?: readonly Condition[] };
}

async function list(server: Server, version: string, resource: string): Promise<readonly Found[]> {
	const { body } = await server.ask('GET', `/apis/flowcontrol.apiserver.k8s.io/${version}/${resource}`);
	return (body as { items: Found[] }).items;
}

/** Returns the objects by kind and name, without values that differ between servers. */
async function objectsOf(server: Server, version: string): Promise<Readonly<Record<string, object>>> {
	const all: Record<string, object> = {};
	for (const resource of ['flowschemas', 'prioritylevelconfigurations']) {
		for (const { metadata, spec, status } of await list(server, version, resource)) {
			const { name, annotations, generation } = metadata;
			const conditions = status?.conditions?.map(({ lastTransitionTime: _, ...condition }) => condition);
			all[`${resource} ${name}`] = { annotations, generation, spec, conditions };
		}
	}
	return all;
}

const accounts = (name: string) => ['system:serviceaccounts', `system:serviceaccounts:${name}`, 'system:authenticated'];
const askers: readonly (readonly [user: string, ...groups: string[]])[] = [
	['jane', 'system:authenticated'],
	['boss', 'system:masters', 'system:authenticated'],
	['system:anonymous', 'system:unauthenticated'],
	['system:kube-controller-manager', 'system:authenticated'],
	['system:kube-scheduler', 'system:authenticated'],
	['system:node:a', 'system:nodes', 'system:authenticated'],
	['system:serviceaccount:kube-system:endpoint-controller', ...accounts('kube-system')],
	['system:serviceaccount:kube-system:other', ...accounts('kube-system')],
	['system:serviceaccount:default:app', ...accounts('default')],
];
const questions: readonly (readonly [method: string, path: string])[] = [
	['GET', '/version'],
	['GET', '/readyz'],
	['GET', '/livez/ping'],
	['GET', '/api/v1/nodes'],
	['GET', '/api/v1/nodes/a/status'],
	['GET', '/api/v1/namespaces/default/pods'],
	['GET', '/api/v1/namespaces/default/endpoints/a'],
	['GET', '/api/v1/namespaces/default/endpoints'],
	['GET', '/api/v1/namespaces/default/configmaps/a'],
	['DELETE', '/api/v1/namespaces/default/configmaps/a'],
	['GET', '/apis/coordination.k8s.io/v1/namespaces/default/leases/a'],
	['GET', '/apis/coordination.k8s.io/v1/leases'],
	['GET', '/nothing'],
];

/** Returns the schema and the level of each request, by name. */
async function flowsOf(server: Server, version: string): Promise<Readonly<Record<string, string>>> {
	const names = new Map<string, string>();
	for (const resource of ['flowschemas', 'prioritylevelconfigurations']) {
		for (const { metadata } of await list(server, version, resource)) names.set(metadata.uid, metadata.name);
	}
	const flows: Record<string, string> = {};
	for (const [user, ...groups] of askers) {
		for (const [method, path] of questions) {
			const headers: Record<string, string | string[]> = { 'impersonate-user': user, 'impersonate-group': groups };
			const answer = await server.ask(method, path, undefined, headers);
			const [schema, level] = ['x-kubernetes-pf-flowschema-uid', 'x-kubernetes-pf-prioritylevel-uid'].map((name) => names.get(String(answer.headers[name])));
			flows[`${user} ${method} ${path}`] = `${schema} ${level}`;
		}
	}
	return flows;
}

describe.skipIf(peers === undefined)('against kube-apiserver', () => {
	it.each([
		['1.25', 'v1beta2'],
		['1.36', 'v1'],
	])('objects and flows of %s', async (release, version) => {
		const peer = await startPeer(peers ?? '', release, ['--authorization-mode', 'RBAC']);
		const own = await startOrch(inject('built').kubernetes, release);
		try {
			const expected = await objectsOf(peer, version);
			expect(Object.keys(expected).length).toBeGreaterThan(18);
			await vi.waitFor(async () => expect(await objectsOf(own, version)).toEqual(expected), { timeout: 10_000 });
			const flows = await flowsOf(peer, version);
			expect(new Set(Object.values(flows)).size).toBeGreaterThan(8);
			expect(await flowsOf(own, version)).toEqual(flows);
		} finally {
			await own.stop();
			await peer.stop();
		}
	});
});
