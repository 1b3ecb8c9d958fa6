/** Tests the differences that comparisons of all kinds with kube-apiserver have found, by release. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import type { Loose, TestServer } from '../../verbs/write-fixture.ts';
import { testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';
import { ofJane } from './signing-requests.ts';

const storage = '/apis/storage.orch.io/v1';
const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

describe.each(['1.25', '1.36'])('release %s', (release) => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release });
	});
	afterAll(() => server.close());
	const isLater = release === '1.36';
	const create = (path: string, body: JsonObject) => server.call('POST', path, { body });
	const patch = (path: string, body: JsonObject) => server.call('PATCH', path, { type: merge, body });
	const causes = ({ body }: { readonly body: Loose }): string[] => (body.details?.causes ?? []).map(({ field, message }: Loose) => `${field}: ${message}`);

	test('the class of storage: what cannot change is named as the release does', async () => {
		await create(`${storage}/storageclasses`, { metadata: { name: 'fast' }, provisioner: 'a.b', parameters: { type: 'ssd' } });
		const changed = await patch(`${storage}/storageclasses/fast`, { provisioner: 'c.d', parameters: { type: 'hdd' }, reclaimPolicy: 'Retain' });
		expect(causes(changed)).toEqual(
			isLater
				? [
						'provisioner: Invalid value: "c.d": field is immutable',
						'parameters: Invalid value: {"type":"hdd"}: field is immutable',
						'reclaimPolicy: Invalid value: "Retain": field is immutable',
					]
				: ['parameters', 'provisioner', 'reclaimPolicy'].map((field) => `${field}: Forbidden: updates to ${field} are forbidden.`),
		);
	});

	test('a removed string is shown as empty where absence has no form', async () => {
		const classes = '/apis/networking.orch.io/v1/ingressclasses';
		await create(classes, { metadata: { name: 'one' }, spec: { controller: 'example.com/a' } });
		const changed = await patch(`${classes}/one`, { spec: { controller: null } });
		expect(causes(changed)).toContain('spec.controller: Invalid value: "": field is immutable');
	});

	test('an attachment names its volume in an update as in a create, from 1.36 on', async () => {
		const spec = { attacher: 'a.b', nodeName: 'n', source: { persistentVolumeName: 'v' } };
		await create(`${storage}/volumeattachments`, { metadata: { name: 'one' }, spec });
		const changed = await patch(`${storage}/volumeattachments/one`, { spec: { source: { persistentVolumeName: '*' } } });
		expect(causes(changed).filter((text) => text.startsWith('spec.source'))).toHaveLength(isLater ? 1 : 0);
	});

	test('an attachment of two volumes is refused for that alone', async () => {
		const source = { persistentVolumeName: 'v', inlineVolumeSpec: { iscsi: { targetPortal: '', iqn: 'x', lun: 0 } } };
		const refused = await create(`${storage}/volumeattachments`, { metadata: { name: 'both' }, spec: { attacher: 'a.b', nodeName: 'n', source } });
		expect(causes(refused)).toEqual(['spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName']);
	});

	const putStatus = (path: string, body: JsonObject) => server.call('PUT', `${path}/status`, { body });

	test('a namespace status without a phase is active', async () => {
		await create('/api/v1/namespaces', { metadata: { name: 'quiet' } });
		const { status, body } = await putStatus('/api/v1/namespaces/quiet', { metadata: { name: 'quiet' } });
		expect([status, body.status]).toEqual([200, { phase: 'Active' }]);
		const refused = await putStatus('/api/v1/namespaces/quiet', { metadata: { name: 'quiet' }, status: { phase: '1' } });
		expect(causes(refused)).toEqual(['status.Phase: Invalid value: "1": may only be \'Active\' if `deletionTimestamp` is empty']);
	});

	test('a status without labels and template keeps those of the pods', async () => {
		const pod = { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] };
		const jobs = '/apis/batch/v1/namespaces/default/jobs';
		const job = await create(jobs, { metadata: { name: 'labelled' }, spec: { template: { spec: pod } } });
		expect((await putStatus(`${jobs}/labelled`, { metadata: { name: 'labelled' } })).body.metadata.labels).toEqual(job.body.metadata.labels);
		const controllers = '/api/v1/namespaces/default/replicationcontrollers';
		const template = { metadata: { labels: { app: 'web' } }, spec: { containers: pod.containers } };
		await create(controllers, { metadata: { name: 'labelled' }, spec: { template } });
		expect((await putStatus(`${controllers}/labelled`, { metadata: { name: 'labelled' } })).body.metadata.labels).toEqual({ app: 'web' });
	});

	test('a version that is missing is shown as the release does', async () => {
		const leases = '/apis/coordination.orch.io/v1/namespaces/default/leases';
		await create(leases, { metadata: { name: 'one' }, spec: {} });
		const refused = await server.call('PUT', `${leases}/one`, { body: { metadata: { name: 'one' }, spec: {} } });
		expect(causes(refused)).toEqual([`metadata.resourceVersion: Invalid value: ${isLater ? '0' : '0x0'}: must be specified for an update`]);
	});

	test('a driver with token requests, and gated fields', async () => {
		const spec = { tokenRequests: [{ audience: 'a' }], preventPodSchedulingIfMissing: true };
		const made = await create(`${storage}/csidrivers`, { metadata: { name: 'one' }, spec });
		const warnings = [
			...(isLater
				? [
						'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
					]
				: ['unknown field "spec.preventPodSchedulingIfMissing"']),
		];
		expect(made.warnings).toEqual(warnings);
		expect(made.body.spec.preventPodSchedulingIfMissing).toBeUndefined();
		expect((await patch(`${storage}/csidrivers/one`, { metadata: { labels: { a: 'b' } } })).warnings).toEqual([]);
		expect((await patch(`${storage}/csidrivers/one`, { spec: { tokenRequests: [{ audience: 'b' }] } })).warnings).toHaveLength(isLater ? 1 : 0);
		expect((await patch(`${storage}/csidrivers/one`, { spec: { tokenRequests: [] } })).warnings).toEqual([]);
	});

	test('mutable fields of a driver, and of a driver on a node', async () => {
		await create(`${storage}/csidrivers`, { metadata: { name: 'two' }, spec: {} });
		const changed = await patch(`${storage}/csidrivers/two`, { spec: { fsGroupPolicy: 'None', podInfoOnMount: true } });
		expect(causes(changed).map((text) => text.split(':')[0])).toEqual(isLater ? [] : ['spec.podInfoOnMount', 'spec.fsGroupPolicy']);
		const driver = { name: 'a.b', nodeID: 'n' };
		await create(`${storage}/csinodes`, { metadata: { name: 'one' }, spec: { drivers: [driver] } });
		const grown = await patch(`${storage}/csinodes/one`, { spec: { drivers: [{ ...driver, allocatable: { count: 3 } }] } });
		expect(grown.status).toBe(isLater ? 200 : 422);
		expect((await patch(`${storage}/csinodes/one`, { spec: { drivers: [{ ...driver, nodeID: 'm' }] } })).status).toBe(422);
	});

	test('tokens in Secrets require token requests', async () => {
		const made = await create(`${storage}/csidrivers`, { metadata: { name: 'three' }, spec: { serviceAccountTokenInSecrets: true } });
		const why = 'spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified';
		expect(causes(made)).toEqual(isLater ? [why] : []);
	});

	test.runIf(isLater)('the template of a claim of devices is looked at in updates, too; a claim is not', async () => {
		const resource = '/apis/resource.orch.io/v1/namespaces/default';
		const wrong = { devices: { requests: [{ name: 'a', exactly: { deviceClassName: '/' } }] } };
		await create(`${resource}/resourceclaimtemplates`, { metadata: { name: 'one' } });
		const template = await patch(`${resource}/resourceclaimtemplates/one`, { spec: { spec: wrong } });
		expect(causes(template).map((text) => text.split(':')[0])).toEqual(['spec', 'spec.spec.devices.requests[0].exactly.deviceClassName']);
		await create(`${resource}/resourceclaims`, { metadata: { name: 'one' } });
		expect(causes(await patch(`${resource}/resourceclaims/one`, { spec: wrong })).map((text) => text.split(':')[0])).toEqual(['spec']);
		await create(`${resource}/resourceclaims`, {
			metadata: { name: 'two' },
			spec: { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'c' } }] } },
		});
		const given = { request: 'a', driver: 'd.e', pool: 'p', device: 'x', tolerations: [{ key: 'k', operator: 'x', effect: 'y' }] };
		expect((await patch(`${resource}/resourceclaims/two/status`, { status: { allocation: { devices: { results: [given] } } } })).status).toBe(200);
	});

	test('pod overhead keeps its precision', async () => {
		const body = { metadata: { name: 'fine' }, handler: 'h', overhead: { podFixed: { cpu: '0.1m' } } };
		expect((await create('/apis/node.orch.io/v1/runtimeclasses', body)).body.overhead).toEqual({ podFixed: { cpu: '100u' } });
	});

	test.each([
		['X_Y', 201],
		['a:b', 201],
		['a/b', 422],
		['..', 422],
	])('a budget of disruptions named %s', async (name, status) => {
		expect((await create(budgets, { metadata: { name }, spec: { minAvailable: 1 } })).status).toBe(status);
	});

	test('the spec of a certificate request and its status conditions have no owner', async () => {
		const requests = '/apis/certificates.orch.io/v1/certificatesigningrequests';
		const body = { metadata: { name: 'one', labels: { a: 'b' } }, spec: { request: ofJane, signerName: 'a.b/c', usages: ['client auth'] } };
		const owned = ({ body: { metadata } }: { readonly body: Loose }): Loose => metadata.managedFields?.map(({ fieldsV1 }: Loose) => fieldsV1);
		expect(owned(await create(requests, body))).toEqual([{ 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } } }]);
		const bare = { ...body, metadata: { name: 'two' } };
		expect(owned(await create(requests, bare))).toBeUndefined();
		const other = await patch(`${requests}/two/status`, { status: { conditions: [{ type: 'Other', status: 'True' }] } });
		expect([other.status, owned(other)]).toEqual([200, undefined]);
		const approved = await patch(`${requests}/one/approval`, { status: { conditions: [{ type: 'Approved', status: 'True' }] } });
		expect(owned(approved)).toHaveLength(2);
	});
});
