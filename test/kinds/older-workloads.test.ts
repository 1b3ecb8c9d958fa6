/** Workloads in the versions of release 1.15: their defaults, their selectors, and what apps/v1 shows of them (seed 1, "Notable changes"). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const merge = 'application/merge-patch+json';
const paths = (apiVersion: string, plural: string): string => `/apis/${apiVersion}/namespaces/default/${plural}`;

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.15' });
});
afterAll(() => server.close());

let made = 0;
/** Creates an object with the spec and returns the answer's body. */
async function create(apiVersion: string, plural: string, spec: object): Promise<JsonObject & { metadata: JsonObject; spec: JsonObject }> {
	const { status, body } = await server.call('POST', paths(apiVersion, plural), {
		body: { metadata: { name: `x${made++}` }, spec: { template, ...spec } } as JsonObject,
	});
	expect([status, status === 201 ? '' : body.message]).toEqual([201, '']);
	return body;
}

const [most, selector] = [2_147_483_647, { matchLabels: { a: 'b' } }];
const quarters = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } };
const ofV1 = { strategy: quarters, progressDeadlineSeconds: 600, revisionHistoryLimit: 10 };

describe('defaults of release 1.15', () => {
	test.each([
		['extensions/v1beta1', 'deployments', {}, { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } }],
		['extensions/v1beta1', 'deployments', {}, { progressDeadlineSeconds: most, revisionHistoryLimit: most }],
		['apps/v1beta1', 'deployments', {}, { ...ofV1, revisionHistoryLimit: 2 }],
		['apps/v1beta2', 'deployments', { selector }, ofV1],
		['apps/v1', 'deployments', { selector }, ofV1],
		['extensions/v1beta1', 'daemonsets', {}, { updateStrategy: { type: 'OnDelete' }, templateGeneration: 1 }],
		['apps/v1beta2', 'daemonsets', { selector }, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } }],
		['apps/v1', 'daemonsets', { selector }, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } }],
		['apps/v1beta1', 'statefulsets', { serviceName: 's' }, { updateStrategy: { type: 'OnDelete' } }],
		['apps/v1beta2', 'statefulsets', { serviceName: 's', selector }, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } } }],
		['apps/v1', 'statefulsets', { serviceName: 's', selector }, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } } }],
	])('are those of %s %s', async (apiVersion, plural, sent, shown) => {
		const { spec, metadata } = await create(apiVersion, plural, sent);
		expect(spec).toMatchObject(shown);
		// apps/v1 shows the same values under the same names.
		const read = await server.call('GET', `${paths('apps/v1', plural)}/${metadata.name}`);
		const { templateGeneration: _, ...kept } = shown as JsonObject;
		expect(read.body.spec).toMatchObject(kept);
	});
});

describe('a selector that is absent', () => {
	const older = [
		['extensions/v1beta1', 'deployments'],
		['extensions/v1beta1', 'daemonsets'],
		['extensions/v1beta1', 'replicasets'],
		['apps/v1beta1', 'deployments'],
		['apps/v1beta1', 'statefulsets'],
	];
	test.each(older)('is that of the template in %s %s, as are the labels', async (apiVersion, plural) => {
		const { spec, metadata } = await create(apiVersion, plural, { serviceName: 's' });
		expect([spec.selector, metadata.labels]).toEqual([selector, { a: 'b' }]);
		const sent = await create(apiVersion, plural, { serviceName: 's', selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } });
		expect(sent.spec.selector).toEqual({ matchExpressions: [{ key: 'a', operator: 'Exists' }] });
	});

	test.each(['deployments', 'daemonsets', 'replicasets', 'statefulsets'])('is refused in apps/v1 and apps/v1beta2 %s', async (plural) => {
		for (const apiVersion of ['apps/v1', 'apps/v1beta2']) {
			const { status, body } = await server.call('POST', paths(apiVersion, plural), {
				body: { metadata: { name: 'x' }, spec: { serviceName: 's', template } },
			});
			expect([status, body.message]).toEqual([422, expect.stringContaining('selector')]);
		}
	});
});

test.each([
	['extensions/v1beta1', 'deployments', 200],
	['extensions/v1beta1', 'daemonsets', 200],
	['extensions/v1beta1', 'replicasets', 200],
	['apps/v1beta1', 'deployments', 200],
	['apps/v1beta2', 'deployments', 422],
	['apps/v1', 'deployments', 422],
	['apps/v1', 'daemonsets', 422],
	['apps/v1', 'replicasets', 422],
])('a changed selector in %s %s: %i', async (apiVersion, plural, expected) => {
	const { metadata } = await create(apiVersion, plural, { selector });
	const labels = { matchLabels: { c: 'd' } };
	const body = { spec: { selector: labels, template: { metadata: { labels: { c: 'd' } } } } };
	const { status, body: answer } = await server.call('PATCH', `${paths(apiVersion, plural)}/${metadata.name}`, { body, type: merge });
	expect([status, status === 200 ? '' : answer.message]).toEqual([expected, status === 200 ? '' : expect.stringContaining('field is immutable')]);
});

describe('fields that apps/v1 has not', () => {
	test('a requested rollback is an annotation in apps/v1, which ends it when it removes the annotation', async () => {
		const { metadata } = await create('extensions/v1beta1', 'deployments', { rollbackTo: { revision: 3 } });
		const path = (apiVersion: string): string => `${paths(apiVersion, 'deployments')}/${metadata.name}`;
		const read = await server.call('GET', path('apps/v1'));
		expect([read.body.metadata.annotations, read.body.spec.rollbackTo]).toEqual([{ 'deprecated.deployment.rollback.to': '3' }, undefined]);
		expect((await server.call('GET', path('apps/v1beta1'))).body.spec.rollbackTo).toEqual({ revision: 3 });
		await server.call('PATCH', path('apps/v1'), { body: { metadata: { annotations: null } }, type: merge });
		expect((await server.call('GET', path('extensions/v1beta1'))).body.spec.rollbackTo).toBeUndefined();
	});

	test('the number of template changes is an annotation in apps/v1, and clients cannot set it', async () => {
		const { metadata } = await create('extensions/v1beta1', 'daemonsets', {});
		const path = (apiVersion: string): string => `${paths(apiVersion, 'daemonsets')}/${metadata.name}`;
		const body = { spec: { templateGeneration: 70, template: { spec: { hostNetwork: true } } } };
		const changed = await server.call('PATCH', path('extensions/v1beta1'), { body, type: merge });
		expect(changed.body.spec.templateGeneration).toBe(2);
		const read = await server.call('GET', path('apps/v1'));
		expect([read.body.metadata.annotations, read.body.spec.templateGeneration]).toEqual([{ 'deprecated.daemonset.template.generation': '2' }, undefined]);
	});
});
