/** Tests defaults that depend on other fields, for each kind after a create. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer();
});
afterAll(() => server.close());

const merge = 'application/merge-patch+json';
const pods = '/api/v1/namespaces/default/pods';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
let counter = 0;

async function created(path: string, spec: JsonObject) {
	const { body } = await server.call('POST', path, { body: { metadata: { name: `o${counter++}` }, spec } });
	return body;
}

const pod = (spec: JsonObject) => created(pods, { containers: [{ name: 'c', image: 'i' }], ...spec });
const container = async (fields: JsonObject) => (await pod({ containers: [{ name: 'c', image: 'i', ...fields }] })).spec.containers[0];

describe('containers', () => {
	test.each([
		['app', 'Always'],
		['app:latest', 'Always'],
		['app:1.2', 'IfNotPresent'],
		['registry.example:5000/team/app', 'Always'],
		['registry.example:5000/team/app:1', 'IfNotPresent'],
		['app@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'IfNotPresent'],
		['app:latest@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'Always'],
		['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'IfNotPresent'],
	])('the image %s is pulled %s', async (image, expected) => {
		expect(await container({ image })).toMatchObject({ imagePullPolicy: expected });
	});
	test('a policy that was given stays', async () => {
		expect(await container({ imagePullPolicy: 'Never' })).toMatchObject({ imagePullPolicy: 'Never' });
	});
	test('requests default to limits, in pods only', async () => {
		const resources = { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } };
		expect((await container({ resources })).resources.requests).toEqual({ cpu: '500m', memory: '1Gi' });
		const { spec } = await created(deployments, {
			selector: { matchLabels: { a: 'b' } },
			template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i', resources }] } },
		});
		expect(spec.template.spec.containers[0].resources.requests).toEqual({ cpu: '500m' });
		expect(spec.template.spec).not.toHaveProperty('enableServiceLinks');
	});
	test('ports of the node on its network', async () => {
		const ports = [{ containerPort: 80 }, { containerPort: 81, hostPort: 81 }];
		const { spec } = await pod({ hostNetwork: true, containers: [{ name: 'c', image: 'i', ports }] });
		expect(spec.containers[0].ports).toEqual([
			{ hostPort: 80, containerPort: 80, protocol: 'TCP' },
			{ hostPort: 81, containerPort: 81, protocol: 'TCP' },
		]);
		expect((await container({ ports: [{ containerPort: 80 }] })).ports).toEqual([{ containerPort: 80, protocol: 'TCP' }]);
	});
	test.each([
		['1.27', 80, 'containerPort: Invalid value: 80: must match `hostPort` when `hostNetwork` is true'],
		['1.28', undefined, 'hostPort: Invalid value: 1: must match `containerPort` when `hostNetwork` is true'],
	])('ports of the node in templates at %s: %s', async (release, hostPort, message) => {
		const later = await testServer({ release });
		try {
			const spec = (port: JsonObject): JsonObject => ({ hostNetwork: true, containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, ...port }] }] });
			const template = (port: JsonObject): JsonObject => ({ metadata: { labels: { a: 'b' } }, spec: spec(port) });
			const body = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template: template({}) } };
			const made = await later.call('POST', deployments, { body });
			expect(made.body.spec.template.spec.containers[0].ports).toEqual([{ ...(hostPort && { hostPort }), containerPort: 80, protocol: 'TCP' }]);
			const refused = await later.call('POST', pods, { body: { metadata: { name: 'p' }, spec: spec({ hostPort: 1 }) } });
			expect(refused.body.message).toContain(`spec.containers[0].ports[0].${message}`);
			const own = await later.call('POST', pods, { body: { metadata: { name: 'p' }, spec: spec({}) } });
			expect(own.body.spec.containers[0].ports[0].hostPort).toBe(80);
		} finally {
			await later.close();
		}
	});
});

describe('pods', () => {
	test('volumes without a source are empty directories', async () => {
		const { spec } = await pod({ volumes: [{ name: 'a' }, { name: 'b', configMap: { name: 'x' } }, { name: 'c', projected: { sources: [] } }] });
		expect(spec.volumes).toEqual([
			{ name: 'a', emptyDir: {} },
			{ name: 'b', configMap: { name: 'x', defaultMode: 420 } },
			{ name: 'c', projected: { sources: [], defaultMode: 420 } },
		]);
	});
	test('the account is in both of its fields', async () => {
		expect((await pod({ serviceAccountName: 'default' })).spec).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' });
		expect((await pod({ serviceAccount: 'default' })).spec).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' });
		expect((await pod({ serviceAccountName: 'new', serviceAccount: 'old' })).spec).toMatchObject({ serviceAccountName: 'new', serviceAccount: 'new' });
	});
	test('fields with defaults', async () => {
		expect((await pod({})).spec).toMatchObject({
			restartPolicy: 'Always',
			terminationGracePeriodSeconds: 30,
			dnsPolicy: 'ClusterFirst',
			securityContext: {},
			schedulerName: 'default-scheduler',
			enableServiceLinks: true,
		});
	});
});

describe('deployments', () => {
	const of = (fields: JsonObject) =>
		created(deployments, {
			selector: { matchLabels: { a: 'b' } },
			template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
			...fields,
		});
	test.each<[JsonObject, JsonObject]>([
		[{}, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } }],
		[{ rollingUpdate: { maxSurge: 1 } }, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } }],
		[{ type: 'Recreate' }, { type: 'Recreate' }],
	])('the strategy %o becomes %o', async (strategy, expected) => {
		expect((await of({ strategy })).spec.strategy).toEqual(expected);
	});
	test('replaced as a whole by a patch, it is filled in again', async () => {
		const { metadata } = await of({});
		const path = `${deployments}/${metadata.name}`;
		const once = await server.call('PATCH', path, { type: merge, body: { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } } });
		expect(once.body.spec.strategy).toEqual({ type: 'Recreate' });
		const again = await server.call('PATCH', path, { type: merge, body: { spec: { strategy: { type: 'RollingUpdate' } } } });
		expect(again.body.spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } });
	});
});
