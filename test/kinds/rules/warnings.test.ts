/** Tests warnings to the authors of objects. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { container, merge, podSpec, server, withServer } from './fixture.ts';

withServer();

describe('Warnings', () => {
	const deployments = '/apis/apps/v1/namespaces/default/deployments';
	const pods = '/api/v1/namespaces/default/pods';
	const warned = async (spec: JsonObject) =>
		(await server.call('POST', `${pods}?dryRun=All`, { body: { metadata: { name: 'w' }, spec: { ...podSpec, ...spec } } })).warnings;
	test.each<[string, JsonObject, string[]]>([
		['nothing to say', {}, []],
		['a deprecated source', { volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] }, ['spec.volumes[0].gitRepo: deprecated in v1.11']],
		[
			'a variable twice',
			{ containers: [{ ...container, env: [{ name: 'a' }, { name: 'b' }, { name: 'a', value: '2' }] }] },
			['spec.containers[0].env[2].name: duplicate name "a"'],
		],
		['a host twice', { hostAliases: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] }, ['spec.hostAliases[1].ip: duplicate ip "10.0.0.1"']],
		['a secret twice', { imagePullSecrets: [{ name: 'a' }, { name: 'a' }] }, ['spec.imagePullSecrets[1].name: duplicate name "a"']],
		[
			'a label of nodes that has another name now',
			{ nodeSelector: { 'beta.orch.io/os': 'linux' } },
			['spec.nodeSelector[beta.orch.io/os]: deprecated since v1.14; use "orch.io/os" instead'],
		],
		[
			'such a label as a topology',
			{ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'failure-domain.beta.orch.io/zone', whenUnsatisfiable: 'DoNotSchedule' }] },
			['spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.orch.io/zone is deprecated since v1.17; use "topology.orch.io/zone" instead'],
		],
	])('%s', async (_, spec, expected) => expect(await warned(spec)).toEqual(expected));
	test('a topology of volumes is warned of without the label, which its path does not name either', async () => {
		const body = {
			metadata: { name: 'w' },
			provisioner: 'p',
			allowedTopologies: [{ matchLabelExpressions: [{ key: 'failure-domain.beta.orch.io/zone', values: ['a'] }] }],
		};
		const { warnings } = await server.call('POST', '/apis/storage.orch.io/v1/storageclasses?dryRun=All', { body });
		expect(warnings).toEqual(['allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.orch.io/zone" instead']);
	});
	test('an update of a template repeats its warnings, unless it starts no pods', async () => {
		const spec = { ...podSpec, nodeSelector: { 'beta.orch.io/os': 'linux' }, volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] };
		const template = { metadata: { labels: { a: 'b' } }, spec };
		const made = await server.call('POST', deployments, { body: { metadata: { name: 'warned' }, spec: { selector: { matchLabels: { a: 'b' } }, template } } });
		expect(made.warnings).toEqual([
			'spec.template.spec.volumes[0].gitRepo: deprecated in v1.11',
			'spec.template.spec.nodeSelector[beta.orch.io/os]: deprecated since v1.14; use "orch.io/os" instead',
		]);
		const patched = await server.call('PATCH', `${deployments}/warned`, { type: merge, body: { spec: { replicas: 2 } } });
		expect([patched.status, patched.warnings]).toEqual([200, made.warnings]);
		const scaled = await server.call('PATCH', `${deployments}/warned/scale`, { type: merge, body: { spec: { replicas: 3 } } });
		expect([scaled.status, scaled.warnings]).toEqual([200, made.warnings]);
		const labelled = await server.call('PATCH', `${deployments}/warned`, { type: merge, body: { metadata: { labels: { a: 'b' } } } });
		expect([labelled.status, labelled.warnings]).toEqual([200, []]);
	});
	test('updates of pods are not warned of', async () => {
		const spec = { ...podSpec, volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] };
		const made = await server.call('POST', pods, { body: { metadata: { name: 'warned' }, spec } });
		expect(made.warnings).toEqual(['spec.volumes[0].gitRepo: deprecated in v1.11']);
		const patched = await server.call('PATCH', `${pods}/warned`, { type: merge, body: { spec: { containers: [{ ...container, image: 'j' }] } } });
		expect([patched.status, patched.warnings]).toEqual([200, []]);
	});
	test.each<[what: string, annotations: JsonObject, spec: JsonObject, expected: string[]]>([
		[
			'fractions of a byte',
			{},
			{ containers: [{ ...container, resources: { limits: { memory: '100m' } } }] },
			[
				'spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer',
				'spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer',
			],
		],
		['an image secret without a name', {}, { ...podSpec, imagePullSecrets: [{}] }, ['spec.imagePullSecrets[0].name: invalid empty name ""']],
		[
			'an annotation that nothing reads',
			{ 'scheduler.alpha.orch.io/critical-pod': '' },
			podSpec,
			['metadata.annotations[scheduler.alpha.orch.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead'],
		],
	])('%s', async (_what, annotations, spec, expected) => {
		const { warnings } = await server.call('POST', `${pods}?dryRun=All`, { body: { metadata: { name: 'w', annotations }, spec } });
		expect(warnings).toEqual(expected);
	});
});
