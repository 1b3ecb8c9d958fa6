import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { podCells } from '../../runtime/kinds/pod/cells.ts';
import { qualityOfService } from '../../runtime/kinds/pod/quality.ts';
import { type Loose, type TestServer, testServer } from '../verbs/write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('Namespace', () => {
	const namespaces = '/api/v1/namespaces';
	test('starts active, with the finalizer of the platform and the label of its name', async () => {
		const { body } = await server.call('POST', namespaces, { body: { metadata: { name: 'blue' }, status: { phase: 'Terminating' } } });
		expect(body).toMatchObject({ metadata: { labels: { 'orch.io/metadata.name': 'blue' } }, spec: { finalizers: ['orch'] }, status: { phase: 'Active' } });
	});
	test('gets its label when its name is generated', async () => {
		const { body } = await server.call('POST', namespaces, { body: { metadata: { generateName: 'n-' } } });
		expect(body.metadata.labels['orch.io/metadata.name']).toBe(body.metadata.name);
	});
	test('keeps its finalizers and its label on updates, and is removed when finalize empties them', async () => {
		await server.call('POST', namespaces, { body: { metadata: { name: 'green' } } });
		const kept = await server.call('PATCH', `${namespaces}/green`, { type: merge, body: { spec: { finalizers: [] }, metadata: { labels: null } } });
		expect(kept.body).toMatchObject({ spec: { finalizers: ['orch'] }, metadata: { labels: { 'orch.io/metadata.name': 'green' } } });
		const going = await server.call('DELETE', `${namespaces}/green`);
		expect(going.body).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } });
		expect(going.body.metadata.deletionGracePeriodSeconds).toBeUndefined();
		const inside = await server.call('POST', `${namespaces}/green/configmaps`, { body: { metadata: { name: 'x' } } });
		expect(inside).toMatchObject({
			status: 403,
			body: {
				message: 'configmaps "x" is forbidden: unable to create new content in namespace green because it is being terminated',
				details: { causes: [{ reason: 'NamespaceTerminating', message: 'namespace green is being terminated', field: 'metadata.namespace' }] },
			},
		});
		const done = await server.call('PUT', `${namespaces}/green/finalize`, { body: { ...going.body, spec: {} } });
		expect(done.status).toBe(200);
		expect((await server.call('GET', `${namespaces}/green`)).status).toBe(404);
	});
	test.each(['default', 'orch-system', 'orch-public'])('%s cannot be deleted', async (name) => {
		const answer = await server.call('DELETE', `${namespaces}/${name}`);
		expect(answer).toMatchObject({ status: 403, body: { message: `namespaces "${name}" is forbidden: this namespace may not be deleted` } });
	});
	test('the phase follows the deletion', async () => {
		const answer = await server.call('PATCH', `${namespaces}/default/status`, { type: merge, body: { status: { phase: 'Terminating' } } });
		expect(answer.status).toBe(422);
		expect(answer.body.message).toContain("may only be 'Active' if `deletionTimestamp` is empty");
	});
});

describe('Secret', () => {
	const secrets = '/api/v1/namespaces/default/secrets';
	test('merges stringData over data, and never returns it', async () => {
		const made = await server.call('POST', secrets, {
			body: { metadata: { name: 's' }, data: { a: base64('1'), b: base64('2') }, stringData: { b: 'two', __proto__: 'ignored' } },
		});
		expect(made.status).toBe(201);
		expect(made.body).toMatchObject({ type: 'Opaque', data: { a: base64('1'), b: base64('two') } });
		expect(made.text).not.toContain('stringData');
		const patched = await server.call('PATCH', `${secrets}/s`, { type: merge, body: { stringData: { c: 'three' } } });
		expect(patched.body.data).toEqual({ a: base64('1'), b: base64('two'), c: base64('three') });
		expect(Object.keys(patched.body)).toEqual(['kind', 'apiVersion', 'metadata', 'data', 'type']);
	});
	test('keys may have any name', async () => {
		const made = await server.call('POST', secrets, { body: '{"metadata":{"name":"proto"},"stringData":{"__proto__":"x"}}' });
		expect(made.text).toContain(`"__proto__":"${base64('x')}"`);
	});
	test('the type cannot change', async () => {
		await server.call('POST', secrets, { body: { metadata: { name: 't' }, type: 'example.com/x' } });
		const answer = await server.call('PATCH', `${secrets}/t`, { type: merge, body: { type: 'Opaque' } });
		expect(answer.status).toBe(422);
		expect(answer.body.message).toContain('field is immutable');
	});
	test.each([
		['orch.io/tls', { 'tls.crt': 'x' }, /data\[tls.key\]: Required value/],
		['orch.io/basic-auth', {}, /data\[username\]: Required value, data\[password\]: Required value/],
		['orch.io/ssh-auth', {}, /data\[ssh-privatekey\]: Required value/],
		['orch.io/dockerconfigjson', { '.dockerconfigjson': '{' }, /data\[.dockerconfigjson\]: Invalid value: "<secret contents redacted>"/],
		['orch.io/dockercfg', {}, /data\[.dockercfg\]: Required value/],
		['orch.io/service-account-token', {}, /metadata.annotations\[orch.io\/service-account.name\]: Required value/],
	])('%s must contain the keys of its type', async (type, stringData, message) => {
		const answer = await server.call('POST', secrets, { body: { metadata: { name: 'typed' }, type, stringData } });
		expect(answer.status).toBe(422);
		expect(answer.body.message).toMatch(message);
	});
	test('does not change if immutable', async () => {
		await server.call('POST', secrets, { body: { metadata: { name: 'fixed' }, immutable: true, data: { a: base64('1') } } });
		const answer = await server.call('PATCH', `${secrets}/fixed`, { type: merge, body: { stringData: { a: '2' } } });
		expect(answer.status).toBe(422);
		expect(answer.body.message).toContain('data: Forbidden: field is immutable when `immutable` is set');
		expect((await server.call('PATCH', `${secrets}/fixed`, { type: merge, body: { metadata: { labels: { a: 'b' } } } })).status).toBe(200);
	});
});

describe('Event', () => {
	const events = '/api/v1/namespaces/default/events';
	test('is in the namespace of its object', async () => {
		const answer = await server.call('POST', events, { body: { metadata: { name: 'e' }, involvedObject: { kind: 'Pod', namespace: 'other', name: 'p' } } });
		expect(answer).toMatchObject({ status: 422 });
		expect(answer.body.message).toContain('involvedObject.namespace: Invalid value: "other": does not match event.namespace');
	});
	test('is found by its object', async () => {
		await server.call('POST', events, {
			body: { metadata: { name: 'seen' }, involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' }, type: 'Warning' },
		});
		expect((await server.call('GET', `${events}?fieldSelector=involvedObject.name%3Dp,type%3DWarning`)).body.items).toHaveLength(1);
		expect((await server.call('GET', `${events}?fieldSelector=involvedObject.name%3Dp,type%21%3DWarning`)).body.items).toHaveLength(0);
		expect((await server.call('GET', `${events}?fieldSelector=reason%3D`)).body.items).toHaveLength(1);
	});
	test('in the newer form names the source and the object', async () => {
		const answer = await server.call('POST', events, {
			body: {
				metadata: { name: 'n' },
				involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
				eventTime: '2024-05-01T10:00:00.000000Z',
				reason: 'R',
			},
		});
		expect(answer.body.message).toContain('reportingComponent: Required value');
		expect(answer.body.message).toContain('action: Required value');
	});
});

describe('PersistentVolumeClaim', () => {
	const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
	const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
	test('has its source in two fields', async () => {
		const source = { kind: 'PersistentVolumeClaim', name: 'other' };
		const { body } = await server.call('POST', claims, { body: { metadata: { name: 'copy' }, spec: { ...spec, dataSource: source } } });
		expect(body.spec).toMatchObject({ dataSource: source, dataSourceRef: source });
		expect(body.status).toMatchObject({ phase: 'Pending' });
	});
	test('drops a source that is neither a claim nor a snapshot', async () => {
		const { body } = await server.call('POST', claims, {
			body: { metadata: { name: 'odd' }, spec: { ...spec, dataSource: { apiGroup: 'example.com', kind: 'X', name: 'x' } } },
		});
		expect(body.spec.dataSource).toBeUndefined();
	});
});

describe('an empty list of groups', () => {
	const spec = { containers: [{ name: 'c', image: 'i' }], securityContext: { supplementalGroups: [] } };
	const labels = { a: 'b' };
	test.each([
		['/api/v1/namespaces/default/pods', spec, (body: Loose) => body.spec],
		[
			'/apis/apps/v1/namespaces/default/deployments',
			{ selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
			(body: Loose) => body.spec.template.spec,
		],
	])('is not kept: %s', async (path, given, podOf) => {
		const made = await server.call('POST', path, { body: { metadata: { name: 'no-groups' }, spec: given } });
		expect([made.status, podOf(made.body).securityContext]).toEqual([201, {}]);
		podOf(made.body).securityContext = { supplementalGroups: [] };
		const put = await server.call('PUT', `${path}/no-groups`, { body: made.body });
		expect([put.status, podOf(put.body).securityContext, put.body.metadata.resourceVersion]).toEqual([200, {}, made.body.metadata.resourceVersion]);
	});
});

describe('Pod', () => {
	test.each([
		['BestEffort', {}],
		['Burstable', { requests: { cpu: '100m' } }],
		['Burstable', { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '2Gi' } }],
		['Guaranteed', { requests: { cpu: '1000m', memory: '1Gi' }, limits: { cpu: '1', memory: '1024Mi' } }],
	])('%s for %o', (expected, resources) => {
		expect(qualityOfService({ metadata: {}, spec: { containers: [{ name: 'c', resources }] } })).toBe(expected);
	});
	test('cells sum up the containers', () => {
		const cells = (status: object, metadata: object = {}) => {
			const { Ready, Status, Restarts } = podCells({
				metadata,
				spec: { containers: [{ name: 'a' }, { name: 'b' }], initContainers: [{ name: 'i' }] },
				status,
			});
			return [Ready, Status, Restarts];
		};
		expect(cells({ phase: 'Pending' })).toEqual(['0/2', 'Pending', '0']);
		expect(cells({ phase: 'Pending', initContainerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] })).toEqual([
			'0/2',
			'Init:ImagePullBackOff',
			'0',
		]);
		expect(cells({ phase: 'Pending', initContainerStatuses: [{ restartCount: 2, state: { running: {} } }] })).toEqual(['0/2', 'Init:0/1', '2']);
		const running = { ready: true, restartCount: 1, state: { running: {} } };
		expect(cells({ phase: 'Running', containerStatuses: [running, { ready: false, state: { waiting: { reason: 'CrashLoopBackOff' } } }] })).toEqual([
			'1/2',
			'CrashLoopBackOff',
			'1',
		]);
		expect(cells({ phase: 'Running', containerStatuses: [running, { state: { terminated: { exitCode: 0, reason: 'Completed' } } }] })).toEqual([
			'1/2',
			'NotReady',
			'1',
		]);
		expect(cells({ phase: 'Running', containerStatuses: [running, running] }, { deletionTimestamp: '2024-01-01T00:00:00Z' })).toEqual([
			'2/2',
			'Terminating',
			'2',
		]);
	});
	test('has cells for the computed columns', () => {
		const kind = server.context.catalog.kinds.find((candidate) => candidate.storageName === 'pods');
		const computed = kind?.columns.flatMap((column) => ('computed' in column ? [column.name] : []));
		expect(Object.keys(podCells({ metadata: {} }))).toEqual(computed);
		expect(computed).toEqual(['Ready', 'Status', 'Restarts', 'IP', 'Node', 'Nominated Node', 'Readiness Gates']);
	});
});
