/** Tests refusals and accepted values of kinds other than pods, one row each. Also tests objects stored by an older server, and patches. */
import { describe, expect, test } from 'vitest';
import { parseWhole } from '../../../runtime/codec/item-form.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { container, expectRefusal, json, merge, podSpec, type Row, server, withServer } from './fixture.ts';

withServer();

describe('Deployment', () => {
	const deployments = '/apis/apps/v1/namespaces/default/deployments';
	const template = { metadata: { labels: { a: 'b' } }, spec: podSpec };
	const whole = { selector: { matchLabels: { a: 'b' } }, template };
	const rows: Row[] = [
		['as it should be', {}, ''],
		['no selector', { selector: null }, 'spec.selector: Required value'],
		['an empty selector', { selector: {} }, 'empty selector is invalid for deployment'],
		['a selector of other pods', { selector: { matchLabels: { a: 'c' } } }, '`selector` does not match template `labels`'],
		[
			'a selector of what is no label',
			{ selector: { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['b c'] }] } },
			'"values":["b c"]}]}: invalid label selector',
		],
		['a selector of these pods and others', { selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] } }, ''],
		[
			'a selector without operator',
			{ selector: { matchExpressions: [{ key: 'a' }] } },
			'spec.selector.matchExpressions[0].operator: Invalid value: "": not a valid selector operator',
		],
		[
			'a selector that is none',
			{ selector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
			'operator: Invalid value: "Is": not a valid selector operator',
		],
		['labels that are none', { template: { metadata: { labels: { a: 'b', 'c d': '' } }, spec: podSpec } }, 'spec.template.labels: Invalid value: "c d"'],
		[
			'pods that end',
			{ template: { ...template, spec: { ...podSpec, restartPolicy: 'Never' } } },
			'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
		],
		[
			'pods with a deadline',
			{ template: { ...template, spec: { ...podSpec, activeDeadlineSeconds: 1 } } },
			'activeDeadlineSeconds in ReplicaSet is not Supported',
		],
		[
			'a mount of no volume',
			{ template: { ...template, spec: { containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] } } },
			'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "v"',
		],
		['negative replicas', { replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
		['no time to progress', { minReadySeconds: 5, progressDeadlineSeconds: 5 }, 'must be greater than minReadySeconds'],
		['rolling when recreated', { strategy: { type: 'Recreate', rollingUpdate: {} } }, "may not be specified when strategy `type` is 'Recreate'"],
		['no way to roll', { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }, 'may not be 0 when `maxSurge` is 0'],
		['no way to roll, in shares', { strategy: { rollingUpdate: { maxSurge: '0%', maxUnavailable: 0 } } }, 'may not be 0 when `maxSurge` is 0'],
		['more than all', { strategy: { rollingUpdate: { maxUnavailable: '101%' } } }, 'must not be greater than 100%'],
		['no share', { strategy: { rollingUpdate: { maxSurge: 'x' } } }, "a valid percent string must be a numeric string followed by an ending '%'"],
	];
	test.each(rows)('%s', (_, fields, expected) => expectRefusal(deployments, { spec: { ...whole, ...fields } }, expected));
	test('the selector stays, the status adds up', async () => {
		await server.call('POST', deployments, { body: { metadata: { name: 'd' }, spec: whole } });
		const selected = await server.call('PATCH', `${deployments}/d`, {
			type: merge,
			body: { spec: { selector: { matchLabels: { c: 'd' } }, template: { metadata: { labels: { c: 'd' } } } } },
		});
		expect(selected.body.message).toContain('spec.selector: Invalid value');
		expect(selected.body.message).toContain('field is immutable');
		const status = await server.call('PATCH', `${deployments}/d/status`, { type: merge, body: { status: { replicas: 1, readyReplicas: 2 } } });
		expect(status.body.message).toContain('status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas');
	});
});

describe('Ingress', () => {
	const ingresses = '/apis/networking.orch.io/v1/namespaces/default/ingresses';
	const backend = { service: { name: 's', port: { number: 80 } } };
	const path = (fields: JsonObject) => ({ rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...fields }] } }] });
	const rows: Row[] = [
		['nothing', {}, 'either `defaultBackend` or `rules` must be specified'],
		['a backend', { defaultBackend: backend }, ''],
		['a path', path({}), ''],
		['a relative path', path({ path: 'a' }), 'must be an absolute path'],
		['no path where it is compared', path({ path: '' }), 'must be an absolute path'],
		['no path where it is not', path({ path: '', pathType: 'ImplementationSpecific' }), ''],
		['a path with empty parts', path({ path: '/a//b' }), "must not contain '//'"],
		['a path that goes up', path({ path: '/a/..' }), "cannot end with '/..' or '/.'"],
		['no type of path', path({ pathType: null }), 'pathType: Required value'],
		['no port', path({ backend: { service: { name: 's' } } }), 'port name or number is required'],
		['two ports', path({ backend: { service: { name: 's', port: { name: 'p', number: 1 } } } }), 'cannot set both port name & port number'],
		['too high a port', path({ backend: { service: { name: 's', port: { number: 70000 } } } }), 'must be between 1 and 65535, inclusive'],
		['no backend', path({ backend: {} }), 'backend: Invalid value: "": resource or service backend is required'],
		['a host', { rules: [{ host: 'a.example.com' }] }, ''],
		['a wildcard', { rules: [{ host: '*.example.com' }] }, ''],
		['a wildcard inside', { rules: [{ host: 'a.*.com' }] }, 'a wildcard DNS-1123 subdomain must start with'],
		['an address', { rules: [{ host: '10.0.0.1' }] }, 'must be a DNS name, not an IP address'],
		['hosts of a certificate', { defaultBackend: backend, tls: [{ hosts: ['a_b'] }] }, 'spec.tls[0].hosts[0]: Invalid value: "a_b"'],
		['no name of a Secret', { defaultBackend: backend, tls: [{ secretName: 'A' }] }, 'spec.tls[0].secretName: Invalid value: "A"'],
	];
	test.each(rows)('%s', (_, spec, expected) => expectRefusal(ingresses, { spec }, expected));
	test('has its addresses in the status', async () => {
		await server.call('POST', ingresses, { body: { metadata: { name: 'reached' }, spec: { defaultBackend: backend } } });
		const report = (ingress: JsonObject) =>
			server.call('PATCH', `${ingresses}/reached/status`, { type: merge, body: { status: { loadBalancer: { ingress: [ingress] } } } });
		expect((await report({ ip: '10.0.0.1', hostname: 'a.example.com' })).status).toBe(200);
		expect((await report({ ip: 'a' })).body.message).toContain('status.loadBalancer.ingress[0].ip: Invalid value: "a": must be a valid IP address');
		expect((await report({ hostname: 'a_b' })).body.message).toContain('status.loadBalancer.ingress[0].hostname: Invalid value: "a_b"');
	});
	test('names its class once', async () => {
		const metadata = { annotations: { 'orch.io/ingress.class': 'a' } };
		await expectRefusal(ingresses, { metadata, spec: { defaultBackend: backend, ingressClassName: 'a' } }, 'can not be set when the class field is also set');
		await expectRefusal(ingresses, { metadata, spec: { defaultBackend: backend } }, '');
	});
});

describe('Lease', () => {
	const rows: Row[] = [
		['as it should be', { leaseDurationSeconds: 1 }, ''],
		['no time', { leaseDurationSeconds: 0 }, 'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
		['fewer than no transitions', { leaseTransitions: -1 }, 'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0'],
	];
	test.each(rows)('%s', (_, spec, expected) => expectRefusal('/apis/coordination.orch.io/v1/namespaces/default/leases', { spec }, expected));
});

describe('Event', () => {
	const path = '/api/v1/namespaces/default/events';
	const newer = {
		eventTime: '2024-05-01T10:00:00.000000Z',
		reportingComponent: 'a',
		reportingInstance: 'b',
		action: 'c',
		reason: 'd',
		involvedObject: { namespace: 'default' },
	};
	const rows: Row[] = [
		['of the cluster, in default', { involvedObject: {} }, ''],
		['of another namespace', { involvedObject: { namespace: 'other' } }, 'does not match event.namespace'],
		['newer', newer, ''],
		['newer, by nobody', { ...newer, reportingComponent: '' }, 'reportingComponent: Required value'],
		['newer, by no name', { ...newer, reportingComponent: 'a b' }, 'reportingComponent: Invalid value: "a b"'],
		['newer, with a long reason', { ...newer, reason: 'x'.repeat(129) }, 'can have at most 128 characters'],
		['newer, with a long message', { ...newer, message: 'x'.repeat(1025) }, 'can have at most 1024 characters'],
	];
	test.each(rows)('%s', (_, body, expected) => expectRefusal(path, body, expected));
});

describe('Event, in the group events', () => {
	const path = '/apis/events.orch.io/v1/namespaces/default/events';
	const whole = {
		eventTime: '2024-05-01T10:00:00.000000Z',
		reportingController: 'a',
		reportingInstance: 'b',
		action: 'c',
		reason: 'd',
		regarding: { namespace: 'default' },
		type: 'Normal',
	};
	const lastObservedTime = '2024-05-01T10:00:00.000000Z';
	const rows: Row[] = [
		['as it should be', {}, ''],
		['without a time', { eventTime: null }, 'eventTime: Required value'],
		['of a type of its own', { type: 'Other' }, 'type: Invalid value: "": has invalid value: Other'],
		['by nobody', { reportingController: '' }, 'reportingController: Required value'],
		['of nothing', { regarding: { namespace: '' } }, ''],
		['with what the older form says', { deprecatedCount: 1 }, 'count: Invalid value: "": needs to be unset'],
		['with who saw it in the older form', { deprecatedSource: { component: 'c' } }, 'source: Invalid value: "": needs to be unset'],
		['several times', { series: { count: 2, lastObservedTime } }, ''],
		['several times that are one', { series: { count: 1, lastObservedTime } }, 'series.count: Invalid value: "": should be at least 2'],
		['several times, not known when', { series: { count: 2 } }, 'series.lastObservedTime: Required value'],
		['with a name that is no domain name', { metadata: { name: 'A_b' } }, 'metadata.name: Invalid value: "A_b"'],
	];
	test.each(rows)('%s', (_, fields, expected) => expectRefusal(path, { ...whole, ...fields }, expected));

	test('only the count of an event may change', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'stays' }, ...whole } });
		const change = async (body: JsonObject, at = path) => (await server.call('PATCH', `${at}/stays`, { type: merge, body })).body.message ?? 'changed';
		for (const field of ['note', 'reason', 'action', 'type', 'reportingController', 'reportingInstance'])
			expect(await change({ [field]: 'Warning' })).toContain(`${field === 'note' ? 'message' : field}: Invalid value: "Warning": field is immutable`);
		expect(await change({ regarding: { name: 'x' } })).toContain('involvedObject: Invalid value');
		expect(await change({ series: { count: 1 } })).toContain('series.count');
		expect(await change({ series: { count: 2, lastObservedTime } })).toBe('changed');
		// The core group does not check the field.
		expect(await change({ message: 'else' }, '/api/v1/namespaces/default/events')).toBe('else');
	});
});

describe('Objects stored before a default was declared', () => {
	test('can be updated, although the defaulted field is immutable', async () => {
		const path = '/api/v1/namespaces/default/pods/older';
		await server.call('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'older' }, spec: podSpec } });
		const { cache, store } = server.context;
		const key = { resource: 'pods', namespace: 'default', name: 'older' };
		const current = cache.get('pods', 'default', 'older');
		if (current === undefined) throw new Error('the pod is not there');
		const { metadata, ...rest } = parseWhole(current) as { metadata: JsonObject; spec: JsonObject };
		const { resourceVersion: _version, ...stored } = metadata;
		delete rest.spec.enableServiceLinks;
		const [outcome] = await store.commit([{ ...key, expected: current.revision, bytes: Buffer.from(JSON.stringify({ ...rest, metadata: stored })), side: '' }]);
		expect(outcome?.ok).toBe(true);
		await cache.waitFor(outcome?.ok ? outcome.revision : 0, 1000);
		const answer = await server.call('PATCH', path, { type: merge, body: { metadata: { labels: { a: 'b' } } } });
		expect([answer.status, answer.body.spec.enableServiceLinks]).toEqual([200, true]);
	});
});

describe('JSON patches', () => {
	test('take from a pod what it cannot lose', async () => {
		const pods = '/api/v1/namespaces/default/pods';
		await server.call('POST', pods, { body: { metadata: { name: 'bare' }, spec: podSpec } });
		const answer = await server.call('PATCH', `${pods}/bare`, { type: json, body: JSON.stringify([{ op: 'remove', path: '/spec/containers' }]) });
		expect(answer.status).toBe(422);
		expect(answer.body.message).toContain('spec.containers');
	});
});

describe('PodDisruptionBudget', () => {
	const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
	const percent = "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
	const rows: Row[] = [
		['as it should be', { minAvailable: 1, selector: { matchLabels: { a: 'b' } } }, ''],
		['nothing said', {}, ''],
		['an empty selector', { selector: {} }, ''],
		['a share', { maxUnavailable: '100%' }, ''],
		['both', { minAvailable: 1, maxUnavailable: 1 }, 'minAvailable and maxUnavailable cannot be both set'],
		['fewer than none', { minAvailable: -1 }, 'spec.minAvailable: Invalid value: -1: must be greater than or equal to 0'],
		['more than all', { minAvailable: '101%' }, 'spec.minAvailable: Invalid value: "101%": must not be greater than 100%'],
		['more missing than all', { maxUnavailable: '1000%' }, 'spec.maxUnavailable: Invalid value: "1000%": must not be greater than 100%'],
		['no share', { maxUnavailable: 'half' }, `spec.maxUnavailable: Invalid value: "half": ${percent}`],
		['a selector that is none', { selector: { matchLabels: { 'a b': '' } } }, 'Invalid value: "a b": name part must consist of'],
	];
	test.each(rows)('%s', (_, spec, expected) => expectRefusal(budgets, { spec }, expected));

	test('a PUT needs a resourceVersion', async () => {
		const { body } = await server.call('POST', budgets, { body: { metadata: { name: 'a' }, spec: { minAvailable: 1 } } });
		expect([body.metadata.generation, body.status]).toEqual([1, { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 }]);
		const changed = { ...body, spec: { minAvailable: 2 }, status: { ...body.status, disruptionsAllowed: 5 } };
		const refused = await server.call('PUT', `${budgets}/a`, { body: { ...changed, metadata: { name: 'a' } } });
		expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('metadata.resourceVersion: Invalid value: 0x0: must be specified')]);
		const written = await server.call('PUT', `${budgets}/a`, { body: changed });
		expect([written.body.metadata.generation, written.body.spec, written.body.status.disruptionsAllowed]).toEqual([2, { minAvailable: 2 }, 0]);
	});

	test('the numbers of a status must not be negative', async () => {
		await server.call('POST', budgets, { body: { metadata: { name: 'b' }, spec: {} } });
		const patch = { status: { currentHealthy: -1, conditions: [{ type: 'DisruptionAllowed', status: 'Maybe' }] } };
		const { status, body } = await server.call('PATCH', `${budgets}/b/status`, { type: merge, body: patch });
		expect([status, body.details.causes.map(({ field }: { field: string }) => field)]).toEqual([
			422,
			expect.arrayContaining([
				'status.currentHealthy',
				'status.conditions[0].status',
				'status.conditions[0].lastTransitionTime',
				'status.conditions[0].reason',
			]),
		]);
	});

	test('a selector is replaced whole by a strategic merge patch', async () => {
		await server.call('POST', budgets, { body: { metadata: { name: 'c' }, spec: { selector: { matchLabels: { a: 'b' } } } } });
		const body = { spec: { selector: { matchLabels: { c: 'd' } } } };
		const patched = await server.call('PATCH', `${budgets}/c`, { type: 'application/strategic-merge-patch+json', body });
		expect(patched.body.spec.selector).toEqual({ matchLabels: { c: 'd' } });
	});
});
