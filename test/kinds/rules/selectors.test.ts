/** Tests invalid label values in label selectors: refused from 1.26 on in every selector, and tolerated where they are already stored. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { parseWhole } from '../../../runtime/codec/item-form.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge, podSpec } from './fixture.ts';

const choosing = (value: string): JsonObject => ({ matchExpressions: [{ key: 'a', operator: 'In', values: ['ok', value] }] });
const bad = choosing('a b');
const domain = vocabulary.groupDomain;
const namespaced = (group: string, plural: string): string => `/apis/${group}/namespaces/default/${plural}`;
const pods = '/api/v1/namespaces/default/pods';
const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, selector: bad } };
const labelled = { metadata: { labels: { a: 'b' } }, spec: podSpec };
const webhook = { name: 'a.b.c', sideEffects: 'None', admissionReviewVersions: ['v1'], clientConfig: { url: 'https://a.b/c' } };
const term = { topologyKey: 'a', labelSelector: bad };

const rows: readonly (readonly [path: string, body: JsonObject, selectors: readonly string[]])[] = [
	[namespaced(`storage.${domain}/v1`, 'csistoragecapacities'), { storageClassName: 'a', nodeTopology: bad }, ['nodeTopology']],
	[
		namespaced(`networking.${domain}/v1`, 'networkpolicies'),
		{ spec: { podSelector: bad, ingress: [{ from: [{ podSelector: bad }, { namespaceSelector: bad }] }], egress: [{ to: [{ podSelector: bad }] }] } },
		['spec.podSelector', 'spec.ingress[0].from[0].podSelector', 'spec.ingress[0].from[1].namespaceSelector', 'spec.egress[0].to[0].podSelector'],
	],
	[namespaced('policy/v1', 'poddisruptionbudgets'), { spec: { minAvailable: 1, selector: bad } }, ['spec.selector']],
	[
		pods,
		{ spec: { ...podSpec, affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } } },
		['spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector'],
	],
	[
		pods,
		{ spec: { ...podSpec, volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: claim } }] } },
		['spec.volumes[0].ephemeral.volumeClaimTemplate.spec.selector'],
	],
	[
		namespaced('apps/v1', 'statefulsets'),
		{ spec: { serviceName: 's', selector: { matchLabels: { a: 'b' } }, template: labelled, volumeClaimTemplates: [{ metadata: { name: 'c' }, ...claim }] } },
		['spec.volumeClaimTemplates[0].spec.selector'],
	],
	[
		`/apis/admissionregistration.${domain}/v1/validatingwebhookconfigurations`,
		{ webhooks: [{ ...webhook, namespaceSelector: bad, objectSelector: bad }] },
		['webhooks[0].namespaceSelector', 'webhooks[0].objectSelector'],
	],
];

describe.each(['1.25', '1.36'])('release %s', (release) => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release });
	});
	afterAll(() => server.close());
	const isChecked = release !== '1.25';
	const blamed = async (path: string, body: JsonObject): Promise<string[]> => {
		const made = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, ...body } });
		expect(made.status, made.text).toBe(made.body.details === undefined ? 201 : 422);
		return (made.body.details?.causes ?? []).map(({ field }: { field: string }) => field).sort();
	};

	it.each(rows)('%s %j', async (path, body, selectors) => {
		expect(await blamed(path, body)).toEqual(isChecked ? selectors.map((at) => `${at}.matchExpressions[0].values[1]`).sort() : []);
	});

	it('reports the empty selector of an aggregated role as well', async () => {
		const at = 'aggregationRule.clusterRoleSelectors[0]';
		const causes = await blamed(`/apis/rbac.authorization.${domain}/v1/clusterroles`, { aggregationRule: { clusterRoleSelectors: [bad] } });
		expect(causes).toEqual(isChecked ? [at, `${at}.matchExpressions[0].values[1]`] : [at]);
	});
});

test('metric selectors are not validated', async () => {
	const server = await testServer({ release: '1.36' });
	const selector = { matchLabels: { a: 'a b' }, matchExpressions: [{ key: 'a b', operator: 'Other', values: ['a b'] }] };
	const metrics = [{ type: 'External', external: { metric: { name: 'm', selector }, target: { type: 'Value', value: '1' } } }];
	const spec = { scaleTargetRef: { kind: 'a', name: 'b', apiVersion: 'apps/v1' }, maxReplicas: 1, metrics };
	const made = await server.call('POST', namespaced('autoscaling/v2', 'horizontalpodautoscalers'), { body: { metadata: { name: 'x' }, spec } });
	expect(made.body.details?.causes ?? []).toEqual([]);
	expect(made.status).toBe(201);
	await server.close();
});

test('an object with such a value stays writable, but cannot get another one', async () => {
	const server = await testServer({ release: '1.36' });
	const path = namespaced(`networking.${domain}/v1`, 'networkpolicies');
	const policy = (value: string) => ({ podSelector: {}, ingress: [{ from: [{ podSelector: choosing(value) }] }] });
	await server.call('POST', path, { body: { metadata: { name: 'old' }, spec: policy('a-b') } });
	const { cache, store } = server.context;
	const key = { resource: `networkpolicies.networking.${domain}`, namespace: 'default', name: 'old' };
	const current = cache.get(key.resource, key.namespace, key.name);
	if (current === undefined) throw new Error('the policy is not there');
	const { metadata, ...rest } = parseWhole(current) as { metadata: JsonObject };
	const { resourceVersion: _version, ...stored } = metadata;
	const bytes = Buffer.from(JSON.stringify({ ...rest, metadata: stored }).replace('a-b', 'a b'));
	const [outcome] = await store.commit([{ ...key, expected: current.revision, bytes, side: '' }]);
	await cache.waitFor(outcome?.ok ? outcome.revision : 0, 1000);
	const change = async (body: JsonObject) => server.call('PATCH', `${path}/old`, { type: merge, body });
	expect((await change({ metadata: { labels: { a: 'b' } } })).status).toBe(200);
	expect((await change({ spec: { policyTypes: ['Ingress'] } })).status).toBe(200);
	expect((await change({ spec: policy('c d') })).body.details.causes.map(({ field }: { field: string }) => field)).toEqual([
		'spec.ingress[0].from[0].podSelector.matchExpressions[0].values[1]',
	]);
	await server.close();
});
