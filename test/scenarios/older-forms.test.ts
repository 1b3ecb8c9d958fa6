/** Tests kinds that are displayed and written differently in older versions (seed 1, "Versions removed by release"). */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ofJane, ofNode, ofServingNode } from '../kinds/rules/signing-requests.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
const expectStatus = expecting(() => server);
const named = (name: string, fields: object) => ({ metadata: { name }, ...fields });

beforeAll(async () => {
	const alpha = 'rbac.authorization.k8s.io/v1alpha1=true,node.k8s.io/v1alpha1=true';
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.21', '--runtime-config', alpha] });
});
afterAll(() => server.remove());

describe('VolumeAttachment in v1beta1, which has no status of its own', () => {
	const at = (version: string) => `/apis/storage.k8s.io/${version}/volumeattachments`;
	const spec = { attacher: 'any name at all', nodeName: 'n', source: { persistentVolumeName: 'v' } };
	it('is written with its status, through any name of a driver', async () => {
		expect((await expectStatus(201, 'POST', at('v1beta1'), named('old', { spec, status: { attached: true } }))).status).toEqual({ attached: true });
		expect((await expectStatus(200, 'PATCH', `${at('v1beta1')}/old`, { status: { attached: false } }, patchTypes.merge)).status).toEqual({ attached: false });
		await expectStatus(404, 'GET', `${at('v1beta1')}/old/status`);
		const { resources } = await expectStatus(200, 'GET', '/apis/storage.k8s.io/v1beta1');
		expect(resources.map(({ name }: Loose) => name)).not.toContain('volumeattachments/status');
	});

	it('v1 does not change the status, and validates the driver of new objects', async () => {
		expect((await expectStatus(200, 'PATCH', `${at('v1')}/old`, { status: { attached: true } }, patchTypes.merge)).status).toEqual({ attached: false });
		expect((await expectStatus(200, 'PATCH', `${at('v1')}/old/status`, { status: { attached: true } }, patchTypes.merge)).status).toEqual({ attached: true });
		const { message } = await expectStatus(422, 'POST', at('v1'), named('new', { spec }));
		expect(message).toContain('spec.attacher: Invalid value: "any name at all"');
	});
});

describe('MutatingWebhookConfiguration in v1beta1, which asks for less', () => {
	const at = (version: string) => `/apis/admissionregistration.k8s.io/${version}/mutatingwebhookconfigurations`;
	const webhooks = [{ name: 'a.example.com', clientConfig: { url: 'https://a' } }];

	it('has other defaults, and may have side effects that v1 keeps', async () => {
		const wanted = { failurePolicy: 'Ignore', matchPolicy: 'Exact', sideEffects: 'Unknown', timeoutSeconds: 30, admissionReviewVersions: ['v1beta1'] };
		expect((await expectStatus(201, 'POST', at('v1beta1'), named('old', { webhooks }))).webhooks[0]).toMatchObject(wanted);
		const { message } = await expectStatus(422, 'POST', at('v1'), named('new', { webhooks }));
		expect(message).toContain('webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun');
		expect(message).toContain('webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1');
		await expectStatus(200, 'PATCH', `${at('v1')}/old`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
		expect((await expectStatus(200, 'GET', `${at('v1')}/old`)).webhooks[0]).toMatchObject(wanted);
		await expectStatus(201, 'POST', at('v1beta1'), named('twice', { webhooks: [webhooks[0], webhooks[0]] }));
	});
});

describe('CertificateSigningRequest in v1beta1, which asks for less', () => {
	const at = (version: string) => `/apis/certificates.k8s.io/${version}/certificatesigningrequests`;
	const client = ['digital signature', 'key encipherment', 'client auth'];
	const serving = ['digital signature', 'server auth'];

	it.each([
		['jane', ofJane, undefined, 'kubernetes.io/legacy-unknown'],
		['client', ofNode, client, 'kubernetes.io/kube-apiserver-client-kubelet'],
		['client-serving', ofNode, serving, 'kubernetes.io/legacy-unknown'],
		['serving', ofServingNode, serving, 'kubernetes.io/kubelet-serving'],
		['serving-client', ofServingNode, client, 'kubernetes.io/legacy-unknown'],
	])('the signer of %s is derived from the request', async (name, request, usages, signerName) => {
		const { spec } = await expectStatus(201, 'POST', at('v1beta1'), named(name, { spec: { request, ...(usages && { usages }) } }));
		expect([spec.signerName, spec.usages]).toEqual([signerName, usages ?? ['digital signature', 'key encipherment']]);
	});

	it('v1 keeps objects that v1beta1 accepts', async () => {
		const spec = { request: ofJane, usages: ['x', 'x'] };
		await expectStatus(201, 'POST', at('v1beta1'), named('odd', { spec }));
		await expectStatus(200, 'PATCH', `${at('v1beta1')}/odd/approval`, { status: { conditions: [{ type: 'Approved' }, { type: '' }] } }, patchTypes.merge);
		await expectStatus(200, 'PATCH', `${at('v1beta1')}/odd/status`, { status: { certificate: 'eA==' } }, patchTypes.merge);
		const kept = await expectStatus(200, 'PATCH', `${at('v1')}/odd`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
		expect([kept.spec.usages, kept.status.conditions[0].status, kept.status.certificate]).toEqual([['x', 'x'], 'True', 'eA==']);
		const { message } = await expectStatus(422, 'POST', at('v1'), named('new', { spec }));
		expect(message).toContain('spec.signerName: Required value');
		expect(message).toContain('spec.usages[1]: Duplicate value: "x"');
	});
});

describe('RoleBinding in v1alpha1, whose subjects have a version', () => {
	const at = (version: string) => `/apis/rbac.authorization.k8s.io/${version}/namespaces/default/rolebindings`;
	const roleRef = { kind: 'ClusterRole', name: 'x' };

	it('is the same object', async () => {
		const subjects = [
			{ kind: 'User', name: 'u' },
			{ kind: 'ServiceAccount', name: 's', namespace: 'n' },
		];
		const apiVersion = 'rbac.authorization.k8s.io/v1alpha1';
		expect((await expectStatus(201, 'POST', at('v1alpha1'), named('oldest', { roleRef, subjects }))).subjects).toEqual([
			{ kind: 'User', apiVersion, name: 'u' },
			subjects[1],
		]);
		const apiGroup = 'rbac.authorization.k8s.io';
		expect((await expectStatus(200, 'GET', `${at('v1')}/oldest`)).subjects).toEqual([{ kind: 'User', apiGroup, name: 'u' }, subjects[1]]);
		const changed = [{ kind: 'Group', name: 'g' }];
		await expectStatus(200, 'PATCH', `${at('v1')}/oldest`, { subjects: changed }, patchTypes.merge);
		expect((await expectStatus(200, 'GET', `${at('v1alpha1')}/oldest`)).subjects).toEqual([{ kind: 'Group', apiVersion, name: 'g' }]);
	});
});

describe('RuntimeClass in v1alpha1, all of which is a spec', () => {
	const at = (version: string) => `/apis/node.k8s.io/${version}/runtimeclasses`;
	const scheduling = { nodeSelector: { sandbox: 'yes' } };

	it('is the same object', async () => {
		await expectStatus(201, 'POST', at('v1alpha1'), named('oldest', { spec: { runtimeHandler: 'h', scheduling } }));
		expect(await expectStatus(200, 'GET', `${at('v1')}/oldest`)).toMatchObject({ handler: 'h', scheduling });
		const patched = await expectStatus(200, 'PATCH', `${at('v1')}/oldest`, { overhead: { podFixed: { cpu: '1' } } }, patchTypes.merge);
		expect(patched.overhead).toEqual({ podFixed: { cpu: '1' } });
		expect((await expectStatus(200, 'GET', `${at('v1alpha1')}/oldest`)).spec).toEqual({
			runtimeHandler: 'h',
			overhead: { podFixed: { cpu: '1' } },
			scheduling,
		});
	});
});
