/**
 * Tests one object in several versions: Ingress v1 and v1beta1 (seed 1, "Versions removed by release"), under several emulated releases.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const v1 = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
const beta = '/apis/networking.k8s.io/v1beta1/namespaces/default/ingresses';
const extensions = '/apis/extensions/v1beta1/namespaces/default/ingresses';

/** Group, resource and kind of other versions served until 1.22, like Ingress. */
const olderVersions = [
	['coordination.k8s.io', 'leases', 'Lease'],
	['storage.k8s.io', 'csidrivers', 'CSIDriver'],
	['storage.k8s.io', 'csinodes', 'CSINode'],
	['storage.k8s.io', 'storageclasses', 'StorageClass'],
	['storage.k8s.io', 'volumeattachments', 'VolumeAttachment'],
	['scheduling.k8s.io', 'priorityclasses', 'PriorityClass'],
	['networking.k8s.io', 'ingressclasses', 'IngressClass'],
	['admissionregistration.k8s.io', 'mutatingwebhookconfigurations', 'MutatingWebhookConfiguration'],
	['admissionregistration.k8s.io', 'validatingwebhookconfigurations', 'ValidatingWebhookConfiguration'],
	['certificates.k8s.io', 'certificatesigningrequests', 'CertificateSigningRequest'],
	['rbac.authorization.k8s.io', 'clusterroles', 'ClusterRole'],
	['rbac.authorization.k8s.io', 'clusterrolebindings', 'ClusterRoleBinding'],
	['rbac.authorization.k8s.io', 'roles', 'Role'],
	['rbac.authorization.k8s.io', 'rolebindings', 'RoleBinding'],
] as const;

const old = {
	apiVersion: 'networking.k8s.io/v1beta1',
	kind: 'Ingress',
	metadata: { name: 'old' },
	spec: {
		backend: { serviceName: 'fallback', servicePort: 'http' },
		rules: [{ host: 'example.com', http: { paths: [{ path: '/a', backend: { serviceName: 'a', servicePort: 80 } }] } }],
	},
};

let server: ServerProcess;
let dataDir: string;
const expectStatus = expecting(() => server);
const start = async (release: string): Promise<void> => {
	server = await startServer(inject('built').kubernetes, { ...(dataDir && { dataDir }), flags: ['--emulated-version', release] });
	dataDir = server.dataDir;
};

describe('versions', () => {
	beforeAll(() => start('1.21'));
	afterAll(async () => {
		await server.stop();
		rmSync(dataDir, { recursive: true, force: true });
	});

	it('1.21 serves v1 and v1beta1, with a Warning on the old one', async () => {
		const made = await server.call('POST', beta, old);
		expect(made.status).toBe(201);
		expect(made.headers.warning).toBe(
			'299 - "networking.k8s.io/v1beta1 Ingress is deprecated in v1.19+, unavailable in v1.22+; use networking.k8s.io/v1 Ingress"',
		);
		expect((await server.call('GET', `${v1}/old`)).headers.warning).toBeUndefined();
		expect(
			(await expectStatus(200, 'GET', '/apis')).groups
				.find((group: Loose) => group.name === 'networking.k8s.io')
				.versions.map((version: Loose) => version.version),
		).toEqual(['v1', 'v1beta1']);
	});

	it.each(olderVersions)('1.21 serves v1beta1 of %s/%s, with a Warning and in a metric', async (group, resource, kind) => {
		const { status, headers } = await server.call('GET', `/apis/${group}/v1beta1/${resource}`);
		expect([status, headers.warning]).toEqual([
			200,
			expect.stringMatching(`^299 - "${group}/v1beta1 ${kind} is deprecated in v1\\.\\d+\\+, unavailable in v1\\.22\\+; use ${group}/v1 ${kind}"$`),
		]);
		expect((await server.call('GET', '/metrics')).text).toContain(
			`apiserver_requested_deprecated_apis{group="${group}",removed_release="1.22",resource="${resource}",subresource="",version="v1beta1"} 1\n`,
		);
	});

	it('objects written in one version are readable in the other', async () => {
		const read = await expectStatus(200, 'GET', `${v1}/old`);
		expect(read.apiVersion).toBe('networking.k8s.io/v1');
		expect(read.spec).toEqual({
			defaultBackend: { service: { name: 'fallback', port: { name: 'http' } } },
			rules: [
				{
					host: 'example.com',
					http: { paths: [{ path: '/a', pathType: 'ImplementationSpecific', backend: { service: { name: 'a', port: { number: 80 } } } }] },
				},
			],
		});
		const back = await expectStatus(200, 'GET', `${beta}/old`);
		expect(back.spec.backend).toEqual(old.spec.backend);
		expect(back.spec.rules[0].http.paths[0]).toEqual({ path: '/a', pathType: 'ImplementationSpecific', backend: { serviceName: 'a', servicePort: 80 } });
		const listed = await expectStatus(200, 'GET', beta);
		expect([listed.apiVersion, listed.items[0].spec.backend]).toEqual(['networking.k8s.io/v1beta1', old.spec.backend]);
		expect((await expectStatus(200, 'GET', `${extensions}/old`)).spec.backend).toEqual(old.spec.backend);
	});

	it('is patched and replaced in the other', async () => {
		const patched = await expectStatus(200, 'PATCH', `${beta}/old`, { spec: { backend: { servicePort: 8080 } } }, patchTypes.merge);
		expect(patched.spec.backend).toEqual({ serviceName: 'fallback', servicePort: 8080 });
		expect((await expectStatus(200, 'GET', `${v1}/old`)).spec.defaultBackend.service).toEqual({ name: 'fallback', port: { number: 8080 } });
		const current = await expectStatus(200, 'GET', `${v1}/old`);
		current.spec.defaultBackend.service.name = 'changed';
		await expectStatus(200, 'PUT', `${v1}/old`, current);
		expect((await expectStatus(200, 'GET', `${beta}/old`)).spec.backend.serviceName).toBe('changed');
	});

	it('is watched in the other', async () => {
		const { metadata } = await expectStatus(200, 'GET', beta);
		await expectStatus(200, 'PATCH', `${v1}/old`, { metadata: { labels: { seen: 'yes' } } }, patchTypes.merge);
		const events = (await server.call('GET', `${beta}?watch=1&timeoutSeconds=1&resourceVersion=${metadata.resourceVersion}`)).text.trim().split('\n');
		expect(events.length).toBe(1);
		const event = JSON.parse(events[0] ?? '');
		expect([event.type, event.object.apiVersion, event.object.spec.backend.serviceName]).toEqual(['MODIFIED', 'networking.k8s.io/v1beta1', 'changed']);
	});

	it.each(['1.22', '1.25'])('%s no longer serves v1beta1, and stored objects stay readable', async (release) => {
		await server.stop();
		await start(release);
		await expectStatus(404, 'GET', beta);
		await expectStatus(404, 'GET', extensions);
		for (const [group, resource] of olderVersions) await expectStatus(404, 'GET', `/apis/${group}/v1beta1/${resource}`);
		const groups = (await expectStatus(200, 'GET', '/apis')).groups.map((group: Loose) => group.name);
		expect(groups).not.toContain('extensions');
		expect((await expectStatus(200, 'GET', `${v1}/old`)).spec.defaultBackend.service.name).toBe('changed');
		const [major, minor] = release.split('.');
		expect(await expectStatus(200, 'GET', '/version')).toMatchObject({ major, minor });
	});

	it('a release without the storage version has its own, whose objects later releases read', async () => {
		await server.stop();
		await start('1.18');
		await expectStatus(404, 'GET', v1);
		const kept = await expectStatus(200, 'GET', `${beta}/old`);
		expect([kept.apiVersion, kept.spec.backend.serviceName]).toEqual(['networking.k8s.io/v1beta1', 'changed']);
		const earlier = kept.metadata.resourceVersion;
		await expectStatus(201, 'POST', beta, { ...old, metadata: { name: 'older', labels: { age: 'old' } } });
		await expectStatus(200, 'PATCH', `${beta}/old`, { metadata: { labels: { age: 'new' } } }, patchTypes.merge);
		await server.stop();
		await start('1.25');
		const older = await expectStatus(200, 'GET', `${v1}/older`);
		expect([older.apiVersion, older.spec.defaultBackend]).toEqual(['networking.k8s.io/v1', { service: { name: 'fallback', port: { name: 'http' } } }]);
		expect((await expectStatus(200, 'GET', `${v1}?labelSelector=age%3Dold`)).items.map((item: Loose) => item.metadata.name)).toEqual(['older']);
		const patched = await expectStatus(200, 'PATCH', `${v1}/older`, { spec: { ingressClassName: 'public' } }, patchTypes.merge);
		expect(patched.spec.ingressClassName).toBe('public');
		// A watch from an earlier revision reads events written in the older form and shows them in the new one.
		const watched = await server.call('GET', `${v1}?watch=1&timeoutSeconds=1&resourceVersion=${earlier}`);
		const seen = watched.text
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Loose);
		expect(seen.map(({ object }) => object.apiVersion)).toEqual(seen.map(() => 'networking.k8s.io/v1'));
		expect(seen.slice(0, 2).map(({ type, object }) => [type, object.metadata.name, object.spec.defaultBackend.service.name])).toEqual([
			['ADDED', 'older', 'fallback'],
			['MODIFIED', 'old', 'changed'],
		]);
	});
});
