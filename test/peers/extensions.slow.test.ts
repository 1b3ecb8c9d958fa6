/**
 * Kubernetes' sample-apiserver and metrics-server behind the built server, as their manifests register them. They read the settings of the
 * front proxy from the ConfigMap of this server, and ask this server about tokens and rights.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import type { PemPair } from '../../runtime/auth/pki/pair.ts';
import { expecting, type Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { freePort, type Program, startEtcd, startProgram } from './programs.ts';

const peers = process.env.ORCH_PEERS ?? '';
const has = (program: string): boolean => existsSync(join(peers, program));
const hasSample = has('sample-apiserver') && has('etcd');
for (const [program, found] of Object.entries({ 'sample-apiserver': hasSample, 'metrics-server': has('metrics-server') }))
	if (!found) console.warn(`SKIPPED: ${program} did not run behind the server; ORCH_PEERS=DIR needs it (npm run peers:build -- DIR --extensions)`);

/** Bound of a wait for a program. */
const busyMs = 60_000;
const services = '/apis/apiregistration.k8s.io/v1/apiservices';

const scratch = makeScratch();
const programs: Program[] = [];
let proxies: PemPair;
let server: ServerProcess;
const expects = expecting(() => server);

function file(name: string, text: string): string {
	writeFileSync(join(scratch.path, name), text);
	return join(scratch.path, name);
}

beforeAll(async () => {
	proxies = await issueAuthority('the proxies');
	const front = await issueLeaf(proxies, { commonName: 'front', organisations: [], usage: 'client', alternativeNames: [] });
	server = await startServer(inject('built').kubernetes, {
		flags: [
			...['--emulated-version', '1.36', '--proxy-client-cert-file', file('front.crt', front.cert), '--proxy-client-key-file', file('front.key', front.key)],
			...['--requestheader-client-ca-file', file('ca.crt', proxies.cert), '--requestheader-allowed-names', 'front'],
			...['--requestheader-username-headers', 'X-Remote-User', '--requestheader-group-headers', 'X-Remote-Group'],
			...['--requestheader-extra-headers-prefix', 'X-Remote-Extra-'],
		],
	});
});
afterAll(async () => {
	for (const program of programs) await program.end();
	await server?.remove();
	scratch.remove();
});

/** Starts the program and registers its group version. Resolves when it is available. */
async function startBehind(
	program: string,
	{ group, version }: { readonly group: string; readonly version: string },
	flags: readonly string[],
): Promise<Program> {
	const port = await freePort();
	const names = [`${program}.kube-system.svc`];
	const serving = await issueLeaf(proxies, { commonName: program, organisations: [], usage: 'server', alternativeNames: names });
	const kubeconfigs = ['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'].flatMap((name) => [`--${name}`, server.kubeconfig]);
	const started = startProgram(join(peers, program), [
		...['--secure-port', String(port), '--bind-address', '127.0.0.1', ...kubeconfigs, ...flags],
		...['--tls-cert-file', file(`${program}.crt`, serving.cert), '--tls-private-key-file', file(`${program}.key`, serving.key)],
	]);
	programs.push(started);
	await expects(201, 'POST', '/api/v1/namespaces/kube-system/services', {
		metadata: { name: program },
		spec: { type: 'ExternalName', externalName: 'localhost' },
	});
	await expects(201, 'POST', services, {
		metadata: { name: `${version}.${group}` },
		spec: {
			...{ group, version, groupPriorityMinimum: 1_000, versionPriority: 15, caBundle: Buffer.from(proxies.cert).toString('base64') },
			service: { namespace: 'kube-system', name: program, port },
		},
	});
	await vi.waitFor(
		async () => {
			const { status } = await expects(200, 'GET', `${services}/${version}.${group}`);
			expect([status.conditions[0].reason, status.conditions[0].message, started.said()]).toEqual(['Passed', 'all checks passed', expect.any(String)]);
		},
		{ timeout: busyMs, interval: 500 },
	);
	return started;
}

async function inDiscovery(group: string, version: string): Promise<readonly string[]> {
	const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
	const { items } = (await server.call('GET', '/apis', undefined, { accept })).json() as Loose;
	const { versions } = items.find(({ metadata }: Loose) => metadata.name === group);
	return versions.find((each: Loose) => each.version === version).resources.map(({ resource }: Loose) => resource);
}

describe.skipIf(!hasSample)('sample-apiserver', () => {
	const group = 'wardle.example.com';
	const version = 'v1alpha1';
	const flunders = `/apis/${group}/${version}/namespaces/default/flunders`;
	const flunder = (name: string): Loose => ({ apiVersion: `${group}/${version}`, kind: 'Flunder', metadata: { name } });

	beforeAll(async () => {
		const etcd = await startEtcd(peers, scratch.path);
		programs.push(etcd);
		await startBehind('sample-apiserver', { group, version }, ['--etcd-servers', etcd.url]);
	}, 120_000);

	it('has its kinds in discovery and OpenAPI', async () => {
		expect(await inDiscovery(group, version)).toEqual(['fischers', 'flunders']);
		const path = `/apis/${group}/${version}/namespaces/{namespace}/flunders`;
		await vi.waitFor(async () => expect((await expects(200, 'GET', '/openapi/v2')).paths).toHaveProperty([path]), { timeout: busyMs, interval: 500 });
		const { serverRelativeURL } = (await expects(200, 'GET', '/openapi/v3')).paths[`apis/${group}/${version}`];
		expect(Object.keys((await expects(200, 'GET', serverRelativeURL)).paths)).toContain(path);
	});

	it('stores, lists, patches, watches and deletes objects', async () => {
		await expects(201, 'POST', flunders, flunder('a'));
		const patched = await server.call('PATCH', `${flunders}/a`, { metadata: { labels: { x: 'y' } } }, { 'content-type': 'application/merge-patch+json' });
		expect(patched.status).toBe(200);
		expect((await expects(200, 'GET', `${flunders}?labelSelector=x=y`)).items).toMatchObject([{ metadata: { name: 'a' } }]);
		const watched = await server.call('GET', `${flunders}?watch=true&resourceVersion=0&timeoutSeconds=1`);
		expect(watched.text).toMatch(/"ADDED".*"name":"a"/);
		await expects(200, 'DELETE', `${flunders}/a`);
	});

	it('admits as it decides', async () => {
		await expects(201, 'POST', `/apis/${group}/${version}/fischers`, { kind: 'Fischer', metadata: { name: 'f' }, disallowedFlunders: ['banned'] });
		await vi.waitFor(async () => expect((await server.call('POST', flunders, flunder('banned'))).status).toBe(403), { timeout: busyMs, interval: 500 });
	});

	it('refuses a user without rights, by a review of this server', async () => {
		const answer = await server.call('GET', flunders, undefined, { 'impersonate-user': 'jane' });
		expect(answer.status).toBe(403);
	});
});

describe.skipIf(!has('metrics-server'))('metrics-server', () => {
	const [group, version] = ['metrics.k8s.io', 'v1beta1'];

	beforeAll(async () => {
		await startBehind('metrics-server', { group, version }, ['--kubelet-insecure-tls']);
	}, 120_000);

	it('has its kinds in discovery, and answers', async () => {
		expect(await inDiscovery(group, version)).toEqual(['nodes', 'pods']);
		expect(await expects(200, 'GET', `/apis/${group}/${version}/nodes`)).toMatchObject({ kind: 'NodeMetricsList', items: [] });
	});
});
