/** Tests numbers with a fraction or exponent in integer fields; kube-apiserver 1.25 and 1.36 read them in the same way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { type Answer, type TestServer, testServer } from './write-fixture.ts';

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const there = `${deployments}/there`;
const json = 'application/json';
const yaml = 'application/yaml';
const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const ofReplicas = 'DeploymentSpec.spec.replicas of type int32';

function deployment(name: string, replicas: string, container = ''): string {
	const template = `{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"${container}}]}}`;
	return `{"metadata":{"name":"${name}"},"spec":{"replicas":${replicas},"selector":{"matchLabels":{"a":"b"}},"template":${template}}}`;
}

async function start(specs = catalog): Promise<TestServer> {
	const server = await testServer({ specs });
	await server.call('POST', deployments, { body: deployment('there', '1') });
	return server;
}

describe('float literals of a built-in kind', () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await start();
	});
	afterAll(() => server.close());
	const sent = (method: string, url: string, type: string, body: string): Promise<Answer> =>
		server.call(method, `${url}?dryRun=All${type.includes('apply') ? '&fieldManager=m&force=true' : ''}`, { type, body });

	test.each([
		['POST', deployments, json, deployment('new', '3.0'), 400, `3.0 into Go struct field ${ofReplicas}`],
		['POST', deployments, json, deployment('new', '1e1'), 400, `1e1 into Go struct field ${ofReplicas}`],
		['POST', deployments, json, deployment('new', '-0.0'), 400, `-0.0 into Go struct field ${ofReplicas}`],
		['POST', deployments, json, deployment('new', '1e400'), 400, `1e400 into Go struct field ${ofReplicas}`],
		['PUT', there, json, deployment('there', '30e-1'), 400, `30e-1 into Go struct field ${ofReplicas}`],
		[
			'PUT',
			`${there}/scale`,
			json,
			'{"metadata":{"name":"there"},"spec":{"replicas":3.0}}',
			400,
			'3.0 into Go struct field ScaleSpec.spec.replicas of type int32',
		],
		['PATCH', there, merge, '{"spec":{"replicas":3.0}}', 422, `3.0 into Go struct field ${ofReplicas}`],
		['PATCH', `${there}/scale`, merge, '{"spec":{"replicas":1e1}}', 422, '1e1 into Go struct field ScaleSpec.spec.replicas of type int32'],
		['PATCH', there, jsonPatch, '[{"op":"replace","path":"/spec/replicas","value":2.0}]', 422, `2.0 into Go struct field ${ofReplicas}`],
		[
			'POST',
			deployments,
			json,
			deployment('new', '1', ',"resources":{"limits":{"cpu":1.0}},"livenessProbe":{"httpGet":{"port":80.0}}'),
			400,
			'80.0 into Go struct field HTTPGetAction.spec.template.spec.containers.livenessProbe.httpGet.port of type int32',
		],
		['DELETE', there, json, '{"gracePeriodSeconds":1.0}', 400, '1.0 into Go struct field DeleteOptions.gracePeriodSeconds of type int64'],
	])('%s %s refuses in %s %s', async (method, url, type, body, status, words) => {
		const answer = await sent(method, url, type, body);
		expect(answer.body.message).toContain(`json: cannot unmarshal number ${words}`);
		expect(answer.status).toBe(status);
	});

	test.each([
		['POST', deployments, yaml, deployment('new', '3.0'), 201],
		['POST', deployments, yaml, deployment('new', '1e1'), 201],
		['POST', deployments, json, deployment('new', '1', ',"resources":{"limits":{"cpu":1.0,"memory":1e3}}'), 201],
		['PATCH', there, strategic, '{"spec":{"replicas":3.0}}', 200],
		['PATCH', there, 'application/apply-patch+yaml', '{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":3.0}}', 200],
		['PATCH', there, jsonPatch, '[{"op":"test","path":"/spec/replicas","value":1.0}]', 200],
	])('%s %s takes in %s %s', async (method, url, type, body, status) => {
		expect((await sent(method, url, type, body)).status).toBe(status);
	});
});

test('a kind of a group that a CustomResourceDefinition makes takes them', async () => {
	const groups = catalog.groups.map((group) => (group.group === 'apps' ? { ...group, custom: true as const } : group));
	const server = await start({ ...catalog, groups });
	const made = await server.call('POST', deployments, { body: deployment('new', '3.0') });
	const patched = await server.call('PATCH', there, { type: merge, body: '{"spec":{"replicas":1e1}}' });
	await server.close();
	expect([made.body.spec.replicas, patched.body.spec.replicas]).toEqual([3, 10]);
});
