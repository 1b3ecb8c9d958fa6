/** Tests HorizontalPodAutoscaler: refusals, defaults, and its older versions. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

const at = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const cpu = (averageUtilization: number) => ({ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } });
const byCpu = (target: JsonObject) => ({ type: 'Resource', resource: { name: 'cpu', target } });
const memory = { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '100Mi' } } };
const requests = (target: JsonObject) => ({ type: 'Pods', pods: { metric: { name: 'requests' }, target } });
const queue = (target: JsonObject) => ({ type: 'External', external: { metric: { name: 'queue', selector: { matchLabels: { a: 'b' } } }, target } });
const hits = (target: JsonObject, describedObject: JsonObject = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'main' }) => ({
	type: 'Object',
	object: { describedObject, metric: { name: 'hits' }, target },
});
const container = (part: JsonObject) => ({
	type: 'ContainerResource',
	containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 1 }, ...part },
});
const cpuTarget = { type: 'Utilization', averageUtilization: 50 };
const of = (...metrics: JsonObject[]) => ({ metrics });
const scaling = (rules: JsonObject) => ({ behavior: { scaleUp: rules } });
const policy = { type: 'Pods', value: 1, periodSeconds: 1 };

/** Spec in addition to a target and at most ten replicas, and the cause at 1.25 and at 1.36; '' when it is accepted. */
const rows: readonly (readonly [what: string, spec: JsonObject, earlier: string, later?: string])[] = [
	['the least', {}, ''],
	['none at the least', { minReplicas: 0 }, 'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1'],
	['less than none', { minReplicas: -1 }, 'spec.minReplicas: Invalid value: -1: must be greater than or equal to 1'],
	[
		'none at the most',
		{ maxReplicas: 0 },
		'spec.maxReplicas: Invalid value: 0: must be greater than 0',
		'spec.maxReplicas: Required value: must be set and greater than 0',
	],
	[
		'less than none at the most',
		{ maxReplicas: -1 },
		'spec.maxReplicas: Invalid value: -1: must be greater than 0',
		'spec.maxReplicas: Invalid value: -1: must be greater than or equal to 1',
	],
	['more at the least than at the most', { minReplicas: 11 }, 'spec.maxReplicas: Invalid value: 10: must be greater than or equal to `minReplicas`'],
	['no target', { scaleTargetRef: null }, 'spec.scaleTargetRef.kind: Required value'],
	['a target without a name', { scaleTargetRef: { ...scaleTargetRef, name: '' } }, 'spec.scaleTargetRef.name: Required value'],
	['a kind that is a path', { scaleTargetRef: { ...scaleTargetRef, kind: 'a/b' } }, `spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain '/'`],
	['a name that is a path', { scaleTargetRef: { ...scaleTargetRef, name: '..' } }, `spec.scaleTargetRef.name: Invalid value: "..": may not be '..'`],
	[
		'a target without a group',
		{ scaleTargetRef: { ...scaleTargetRef, apiVersion: 'v1' } },
		'',
		'spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
	],
	['a controller of old without a group', { scaleTargetRef: { kind: 'ReplicationController', name: 'a' } }, ''],
	[
		'a version of three parts',
		{ scaleTargetRef: { ...scaleTargetRef, apiVersion: 'a/b/c' } },
		'',
		'spec.scaleTargetRef.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
	],
	[
		'all sorts of metrics',
		of(cpu(50), memory, requests({ type: 'AverageValue', averageValue: '1' }), queue({ type: 'Value', value: '3' }), hits({ type: 'Value', value: '2k' })),
		'',
	],
	['a metric without a type', of({ resource: { name: 'cpu', target: cpuTarget } }), 'spec.metrics[0].type: Required value: must specify a metric source type'],
	[
		'a type that is none',
		of({ type: 'Disk' }),
		'spec.metrics[0].type: Unsupported value: "Disk": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
	],
	['a type without its source', of({ type: 'Pods' }), 'spec.metrics[0].pods: Required value: must populate information for the given metric source'],
	[
		'another source beside',
		of({ ...cpu(50), pods: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '1' } } }),
		'spec.metrics[0].pods: Forbidden: must populate the given metric source only',
	],
	[
		'a target of no type',
		of(byCpu({ averageUtilization: 1 })),
		'[spec.metrics[0].resource.target.type: Required value: must specify a metric target type, spec.metrics[0].resource.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue]',
	],
	[
		'a resource without a name',
		of({ type: 'Resource', resource: { target: cpuTarget } }),
		'spec.metrics[0].resource.name: Required value: must specify a resource name',
	],
	[
		'no target',
		of(byCpu({ type: 'Utilization' })),
		'spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization',
	],
	[
		'two targets',
		of(byCpu({ ...cpuTarget, averageValue: '1' })),
		'spec.metrics[0].resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization',
	],
	['no use', of(cpu(0)), 'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0'],
	[
		'an average of none',
		of(byCpu({ type: 'AverageValue', averageValue: '0' })),
		'spec.metrics[0].resource.target.averageValue: Invalid value: "0": must be positive',
	],
	[
		'pods without an average',
		of(requests({ type: 'Value', value: '1' })),
		'spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue',
	],
	[
		'an object without a target',
		of(hits({ type: 'Value' })),
		'spec.metrics[0].object.target.averageValue: Required value: must set either a target value or averageValue',
	],
	['an object without a kind', of(hits({ type: 'Value', value: '1' }, { name: 'a' })), 'spec.metrics[0].object.describedObject.kind: Required value'],
	[
		'from outside without a target',
		of(queue({ type: 'Value' })),
		'spec.metrics[0].external.target.averageValue: Required value: must set either a target value for metric or a per-pod target',
	],
	[
		'from outside with two',
		of(queue({ type: 'Value', value: '1', averageValue: '1' })),
		'spec.metrics[0].external.target.value: Forbidden: may not set both a target value for metric and a per-pod target',
	],
	[
		'a measure without a name',
		of({ type: 'Pods', pods: { metric: {}, target: { type: 'AverageValue', averageValue: '1' } } }),
		'spec.metrics[0].pods.metric.name: Required value: must specify a metric name',
	],
	[
		'a container, where the gate is off',
		of(container({})),
		'spec.metrics[0].containerResource: Required value: must populate information for the given metric source (only allowed when HPAContainerMetrics feature is enabled)',
		'',
	],
	[
		'a container without a name',
		of(container({ container: '' })),
		'spec.metrics[0].containerResource: Required value',
		'spec.metrics[0].containerResource.container: Required value: must specify a container',
	],
	['a behavior', scaling({ stabilizationWindowSeconds: 3600, selectPolicy: 'Disabled', policies: [policy] }), ''],
	[
		'a window before now',
		scaling({ stabilizationWindowSeconds: -1 }),
		'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero',
	],
	[
		'a long window',
		scaling({ stabilizationWindowSeconds: 3601 }),
		'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
	],
	[
		'a choice that is none',
		scaling({ selectPolicy: 'All' }),
		'spec.behavior.scaleUp.selectPolicy: Unsupported value: "All": supported values: "Disabled", "Max", "Min"',
	],
	[
		'a policy of no type',
		scaling({ policies: [{ ...policy, type: 'Share' }] }),
		'spec.behavior.scaleUp.policies[0].type: Unsupported value: "Share": supported values: "Percent", "Pods"',
	],
	['no policy', scaling({ policies: [] }), 'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy'],
	[
		'a policy without a type',
		scaling({ policies: [{ value: 1, periodSeconds: 1 }] }),
		'spec.behavior.scaleUp.policies[0].type: Unsupported value: "": supported values: "Percent", "Pods"',
	],
	[
		'a policy of nothing',
		scaling({ policies: [{ ...policy, value: 0 }] }),
		'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
	],
	[
		'a policy of no time',
		scaling({ policies: [{ ...policy, periodSeconds: 0 }] }),
		'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 0: must be greater than zero',
	],
	[
		'a policy of a long time',
		scaling({ policies: [{ ...policy, periodSeconds: 1801 }] }),
		'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
	],
	['a tolerance', scaling({ tolerance: '50m' }), ''],
	['a tolerance below none', scaling({ tolerance: '-1' }), '', 'spec.behavior.scaleUp.tolerance: Invalid value: "-1": must be greater than or equal to 0'],
];

describe.each(['1.25', '1.36'])('release %s', (release) => {
	let server: TestServer;
	const isLater = release === '1.36';
	beforeAll(async () => {
		server = await testServer({ release });
	});
	afterAll(() => server.close());

	const sent = (name: string, spec: JsonObject): JsonObject => ({ metadata: { name }, spec: { scaleTargetRef, maxReplicas: 10, ...spec } });
	const created = async (name: string, spec: JsonObject, version = 'v2') => (await server.call('POST', at(version), { body: sent(name, spec) })).body;
	const shown = async (name: string, version: string) => (await server.call('GET', `${at(version)}/${name}`)).body;

	const cases = rows.map(([what, spec, earlier, later = earlier]) => [what, spec, isLater ? later : earlier] as const);
	test.each(cases)('%s', async (_, spec, wanted) => {
		const { status, body } = await server.call('POST', `${at('v2')}?dryRun=All`, { body: sent('x', spec) });
		const said = status === 201 ? '' : body.message;
		expect(said).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
	});

	it('defaults to the CPU and one replica, in all versions', async () => {
		expect((await created('plain', {})).spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 10, metrics: [cpu(80)] });
		expect((await shown('plain', 'v1')).spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 10, targetCPUUtilizationPercentage: 80 });
		const older = await created('older', {}, 'v1');
		expect(older.spec.targetCPUUtilizationPercentage).toBe(80);
		expect(older.metadata.annotations).toBeUndefined();
	});

	it('has defaults for absent fields of a behavior', async () => {
		const { spec } = await created('fast', { behavior: { scaleDown: { policies: [policy] } } });
		expect(spec.behavior).toEqual({
			scaleUp: {
				stabilizationWindowSeconds: 0,
				selectPolicy: 'Max',
				policies: [
					{ type: 'Pods', value: 4, periodSeconds: 15 },
					{ type: 'Percent', value: 100, periodSeconds: 15 },
				],
			},
			scaleDown: { selectPolicy: 'Max', policies: [policy] },
		});
		const { annotations } = (await shown('fast', 'v1')).metadata;
		const more = isLater ? ',"Tolerance":null' : '';
		expect(annotations).toEqual({
			'autoscaling.alpha.orch.io/behavior': `{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15},{"Type":"Percent","Value":100,"PeriodSeconds":15}]${more}},"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":1}]${more}}}`,
		});
	});

	const metrics = [
		memory,
		requests({ type: 'AverageValue', averageValue: '10' }),
		queue({ type: 'Value', value: '3' }),
		queue({ type: 'AverageValue', averageValue: '3' }),
		hits({ type: 'Value', value: '2k' }),
		hits({ type: 'AverageValue', averageValue: '1500m' }),
		cpu(50),
	];

	it('has annotations in v1 for fields that v1 lacks', async () => {
		await created('many', { metrics });
		const older = await shown('many', 'v1');
		expect(older.spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 10, targetCPUUtilizationPercentage: 50 });
		expect(JSON.parse(older.metadata.annotations['autoscaling.alpha.orch.io/metrics'])).toEqual([
			{ type: 'Resource', resource: { name: 'memory', targetAverageValue: '100Mi' } },
			{ type: 'Pods', pods: { metricName: 'requests', targetAverageValue: '10' } },
			{ type: 'External', external: { metricName: 'queue', metricSelector: { matchLabels: { a: 'b' } }, targetValue: '3' } },
			{ type: 'External', external: { metricName: 'queue', metricSelector: { matchLabels: { a: 'b' } }, targetAverageValue: '3' } },
			{ type: 'Object', object: { target: { kind: 'Ingress', name: 'main', apiVersion: 'networking.k8s.io/v1' }, metricName: 'hits', targetValue: '2k' } },
			{
				type: 'Object',
				object: { target: { kind: 'Ingress', name: 'main', apiVersion: 'networking.k8s.io/v1' }, metricName: 'hits', targetValue: '0', averageValue: '1500m' },
			},
		]);
		expect((await shown('many', 'v2')).spec.metrics).toEqual(metrics);
		expect((await shown('many', 'v2')).metadata.annotations).toBeUndefined();
	});

	it('keeps fields that v1 lacks when it is written in v1', async () => {
		const before = await created('kept', { metrics, behavior: { scaleUp: { selectPolicy: 'Min' } } });
		const changed = await server.call('PATCH', `${at('v1')}/kept`, { type: merge, body: { spec: { targetCPUUtilizationPercentage: 70 } } });
		expect(changed.status).toBe(200);
		const { spec } = await shown('kept', 'v2');
		expect(spec).toEqual({ ...before.spec, metrics: [...metrics.slice(0, -1), cpu(70)] });
		const annotations = { 'autoscaling.alpha.orch.io/metrics': null, a: 'b' };
		expect((await server.call('PATCH', `${at('v1')}/kept`, { type: merge, body: { metadata: { annotations } } })).status).toBe(200);
		const after = await shown('kept', 'v2');
		expect(after.spec).toEqual({ ...before.spec, metrics: [cpu(70)] });
		expect(after.metadata.annotations).toEqual({ a: 'b' });
	});

	it.each(['no JSON', '{}', '[{"type":1}]', '[{"type":"Resource","resource":{"name":"cpu","targetAverageValue":"x"}}]'])(
		'ignores an annotation with another format: %s',
		async (text) => {
			const body = {
				...sent('odd', { targetCPUUtilizationPercentage: 50 }),
				metadata: { name: 'odd', annotations: { 'autoscaling.alpha.orch.io/metrics': text } },
			};
			const made = await server.call('POST', `${at('v1')}?dryRun=All`, { body });
			expect(made.status).toBe(201);
			expect(made.body.metadata.annotations).toBeUndefined();
			expect(made.body.spec.targetCPUUtilizationPercentage).toBe(50);
		},
	);

	it('has a separate status, which v1 shows in annotations', async () => {
		await created('measured', { metrics: [cpu(50), memory] });
		const condition = { type: 'AbleToScale', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z', reason: 'R', message: 'm' };
		const status = {
			currentReplicas: 2,
			desiredReplicas: 3,
			currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40, averageValue: '10m' } } }],
			conditions: [condition],
		};
		const body = { spec: { maxReplicas: 99 }, status };
		expect((await server.call('PATCH', `${at('v2')}/measured/status`, { type: merge, body })).body).toMatchObject({ spec: { maxReplicas: 10 }, status });
		const older = await shown('measured', 'v1');
		expect(older.status).toEqual({ currentReplicas: 2, desiredReplicas: 3, currentCPUUtilizationPercentage: 40 });
		expect(older.metadata.annotations).toMatchObject({
			'autoscaling.alpha.orch.io/current-metrics': '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40,"currentAverageValue":"10m"}}]',
			'autoscaling.alpha.orch.io/conditions': JSON.stringify([condition]),
		});
		const wrong = await server.call('PATCH', `${at('v2')}/measured/status`, { type: merge, body: { status: { desiredReplicas: -1 } } });
		expect(wrong.body.message).toContain('status.desiredReplicas: Invalid value: -1: must be greater than or equal to 0');
	});

	it('can be applied by halves, or emptied, where others have written it in another version', async () => {
		const path = `${at('v2')}/halves`;
		await created('halves', { metrics: [memory] });
		await server.call('PATCH', `${at('v1')}/halves`, { type: merge, body: { metadata: { labels: { a: 'b' } } } });
		const applied = async (spec: JsonObject) => {
			const body = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'halves' }, spec };
			const { status } = await server.call('PATCH', `${path}?fieldManager=one&force=true`, { type: 'application/apply-patch+yaml', body });
			return status;
		};
		const halves = ['Resource', 'Pods', 'Object', 'External', 'ContainerResource'].flatMap((type) => {
			const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
			return [{}, { target: null }].map((source) => of({ type, [name]: source }));
		});
		for (const spec of [...halves, { behavior: { scaleUp: { policies: [{}] } } }]) expect([spec, await applied(spec)]).toEqual([spec, 422]);
		expect(await applied(of(queue({ type: 'Value', value: 'x!' })))).toBe(400);
		expect(await applied({ metrics: null, behavior: null })).toBe(200);
	});

	it('shows metrics and targets in Tables', async () => {
		const table = await server.call('GET', `${at('v2')}/measured`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		const cells = table.body.rows[0].cells.slice(1, -1);
		expect(table.body.rows[0].cells.at(-1)).toMatch(/^\d+s$/);
		const [byCpuFirst, byMemory] = isLater ? ['cpu: 40%/50%', 'memory: <unknown>/100Mi'] : ['10m/100Mi', '<unknown>/50%'];
		expect(cells).toEqual(['Deployment/web', `${byCpuFirst}, ${byMemory}`, '1', 10, 2]);
	});
});

describe('the versions of release 1.22', () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release: '1.22' });
	});
	afterAll(() => server.close());

	it('are v1 and the two forms of beta, of the same object', async () => {
		const external = { metricName: 'queue', targetAverageValue: '3' };
		const body = { metadata: { name: 'x' }, spec: { scaleTargetRef, maxReplicas: 3, metrics: [{ type: 'External', external }] } };
		const made = await server.call('POST', at('v2beta1'), { body });
		expect(made.status).toBe(201);
		expect(made.warnings).toEqual([expect.stringContaining('autoscaling/v2beta1 HorizontalPodAutoscaler is deprecated in v1.22+, unavailable in v1.25+')]);
		expect(made.body.spec).toEqual({ ...body.spec, minReplicas: 1 });
		const { spec } = (await server.call('GET', `${at('v2beta2')}/x`)).body;
		expect(spec.metrics).toEqual([{ type: 'External', external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '3' } } }]);
		expect((await server.call('GET', `${at('v1')}/x`)).body.metadata.annotations).toEqual({
			'autoscaling.alpha.orch.io/metrics': JSON.stringify([{ type: 'External', external }]),
		});
		expect((await server.call('GET', `${at('v2')}/x`)).status).toBe(404);
	});
});
