/** Evaluators of quotas: what objects use, in which scopes they are, and which writes are charged. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { AdmissionRequest } from '../../../runtime/admission/contract.ts';
import type { Evaluator } from '../../../runtime/admission/plugins/resource-quota/evaluators/contract.ts';
import { evaluators } from '../../../runtime/admission/plugins/resource-quota/evaluators/index.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { writeAmounts } from '../../../runtime/scalars/resource-list.ts';

interface At {
	readonly release?: string;
	readonly gates?: Readonly<Record<string, boolean>>;
}

function evaluator(storageName: string, { release = '1.25', gates = {} }: At = {}): Evaluator {
	const kind = catalog.kinds.find((each) => each.storageName === storageName);
	const found = kind && evaluators({ release, gates: new Map(Object.entries(gates)), vocabulary, cache: { get: () => undefined, list: () => [] } })(kind);
	if (found === undefined) throw new Error(`${storageName} are not counted`);
	return found;
}

const usage = (storageName: string, object: object, at?: At) => writeAmounts(evaluator(storageName, at).measure(object as JsonObject).usage);
const resources = (requests: object = {}, limits: object = {}) => ({ resources: { requests, limits } });
const pod = (spec: object, more: object = {}) => ({ metadata: { name: 'p' }, ...more, spec: { containers: [{ name: 'a', image: 'i' }], ...spec } });
const deleted = (at: string, seconds: number) => ({ metadata: { name: 'p', deletionTimestamp: at, deletionGracePeriodSeconds: seconds } });
type Used = readonly [string, object, object, At?];

const counted = { 'count/pods': '1', pods: '1' };

describe('pods use', () => {
	const rows: readonly Used[] = [
		['nothing but their number', pod({}), counted],
		[
			'the sum of their containers',
			pod({
				containers: [
					{ name: 'a', ...resources({ cpu: '100m', memory: '1Gi' }, { cpu: '1' }) },
					{ name: 'b', ...resources({ cpu: '200m' }, { memory: '1Gi' }) },
				],
			}),
			{ ...counted, cpu: '300m', 'requests.cpu': '300m', memory: '1Gi', 'requests.memory': '1Gi', 'limits.cpu': '1', 'limits.memory': '1Gi' },
		],
		[
			'the most of an init container, if that is more',
			pod({
				containers: [{ name: 'a', ...resources({ cpu: '100m', memory: '2Gi' }) }],
				initContainers: [{ name: 'i', ...resources({ cpu: '1', memory: '1Gi' }) }],
			}),
			{ ...counted, cpu: '1', 'requests.cpu': '1', memory: '2Gi', 'requests.memory': '2Gi' },
		],
		[
			'sidecars beside everything after them',
			pod({
				containers: [{ name: 'a', ...resources({ cpu: '1' }) }],
				initContainers: [
					{ name: 's', restartPolicy: 'Always', ...resources({ cpu: '2' }) },
					{ name: 'i', ...resources({ cpu: '3' }) },
				],
			}),
			{ ...counted, cpu: '5', 'requests.cpu': '5' },
			{ release: '1.29' },
		],
		[
			'overhead',
			pod({ overhead: { cpu: '250m', memory: '64Mi' }, containers: [{ name: 'a', ...resources({ cpu: '1' }, { cpu: '2' }) }] }),
			{ ...counted, cpu: '1250m', 'requests.cpu': '1250m', memory: '64Mi', 'requests.memory': '64Mi', 'limits.cpu': '2250m', 'limits.memory': '64Mi' },
		],
		[
			'overhead, from 1.27 on only where there is a limit',
			pod({ overhead: { cpu: '250m', memory: '64Mi' }, containers: [{ name: 'a', ...resources({ cpu: '1' }, { cpu: '2' }) }] }),
			{ ...counted, cpu: '1250m', 'requests.cpu': '1250m', memory: '64Mi', 'requests.memory': '64Mi', 'limits.cpu': '2250m' },
			{ release: '1.27' },
		],
		[
			'extended resources, huge pages and ephemeral storage',
			pod({
				containers: [
					{
						name: 'a',
						...resources(
							{ 'example.com/gpu': '2', 'hugepages-2Mi': '4Mi', 'ephemeral-storage': '1Gi' },
							{ 'example.com/gpu': '2', 'ephemeral-storage': '2Gi' },
						),
					},
				],
			}),
			{
				...counted,
				'requests.example.com/gpu': '2',
				'hugepages-2Mi': '4Mi',
				'requests.hugepages-2Mi': '4Mi',
				'ephemeral-storage': '1Gi',
				'requests.ephemeral-storage': '1Gi',
				'limits.ephemeral-storage': '2Gi',
			},
		],
		[
			'their own resources, where the gate is on',
			pod({ ...resources({ cpu: '3' }), containers: [{ name: 'a', ...resources({ cpu: '1', memory: '1Gi' }) }] }),
			{ ...counted, cpu: '3', 'requests.cpu': '3', memory: '1Gi', 'requests.memory': '1Gi' },
			{ release: '1.34', gates: { PodLevelResources: true } },
		],
		[
			'what a resize has not given back',
			{
				...pod({ containers: [{ name: 'a', ...resources({ cpu: '1' }) }] }),
				status: { containerStatuses: [{ name: 'a', ...resources({ cpu: '2' }), allocatedResources: { cpu: '3' } }] },
			},
			{ ...counted, cpu: '3', 'requests.cpu': '3' },
			{ release: '1.33', gates: { InPlacePodVerticalScaling: true } },
		],
		[
			'only their number when they have ended',
			{ ...pod({ containers: [{ name: 'a', ...resources({ cpu: '1' }) }] }), status: { phase: 'Succeeded' } },
			{ 'count/pods': '1' },
		],
	];
	for (const [name, object, expected, at] of rows) {
		it(name, () => {
			expect(usage('pods', object, at)).toEqual(Object.fromEntries(Object.entries(expected).sort(([a], [b]) => (a < b ? -1 : 1))));
		});
	}

	it('only their number from the end of their grace period on', () => {
		const { usage: before, ends } = evaluator('pods').measure({ ...pod({}), ...deleted('2026-01-01T00:00:00Z', 30) } as JsonObject);
		expect(writeAmounts(before)).toEqual(counted);
		expect(ends && { ...ends, usage: writeAmounts(ends.usage) }).toEqual({ atMs: Date.parse('2026-01-01T00:00:30Z'), usage: { 'count/pods': '1' } });
	});

	it('must state what a quota counts', () => {
		const { unstated } = evaluator('pods');
		const given = pod({ containers: [{ name: 'b', ...resources({ cpu: '1' }) }, { name: 'a' }], initContainers: [{ name: 'i' }] }) as JsonObject;
		expect(unstated?.(given, ['pods', 'requests.cpu', 'limits.memory', 'requests.ephemeral-storage'])).toBe(
			'must specify limits.memory for: a,b,i; requests.cpu for: a,i',
		);
		expect(unstated?.(given, ['pods', 'requests.ephemeral-storage'])).toBeUndefined();
	});
});

describe('scopes of pods', () => {
	const affinity = {
		podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'k', namespaces: ['b'] } }] },
	};
	const guaranteed = pod({ containers: [{ name: 'a', ...resources({ cpu: '1' }) }] });
	it.each<readonly [string, object, object, boolean]>([
		['Terminating', {}, pod({ activeDeadlineSeconds: 5 }), true],
		['Terminating', {}, pod({}), false],
		['NotTerminating', {}, pod({}), true],
		['BestEffort', {}, pod({}), true],
		['BestEffort', {}, guaranteed, false],
		['NotBestEffort', {}, guaranteed, true],
		['PriorityClass', {}, pod({ priorityClassName: 'high' }), true],
		['PriorityClass', {}, pod({}), false],
		['PriorityClass', { operator: 'In', values: ['high', 'low'] }, pod({ priorityClassName: 'low' }), true],
		['PriorityClass', { operator: 'In', values: ['high'] }, pod({}), false],
		['PriorityClass', { operator: 'NotIn', values: ['high'] }, pod({}), true],
		['PriorityClass', { operator: 'DoesNotExist' }, pod({ priorityClassName: 'low' }), false],
		['CrossNamespacePodAffinity', {}, pod({ affinity }), true],
		['CrossNamespacePodAffinity', {}, pod({}), false],
		['VolumeAttributesClass', {}, pod({}), false],
	])('%s %j of %j: %j', (scopeName, more, object, expected) => {
		expect(
			evaluator('pods')
				.measure(object as JsonObject)
				.isIn({ scopeName, operator: 'Exists', ...more }),
		).toBe(expected);
	});

	it('VolumeAttributesClass of claims, where the gate is on', () => {
		const claim = { spec: { volumeAttributesClassName: 'silver' }, status: { currentVolumeAttributesClassName: 'gold' } } as JsonObject;
		const isIn = (values: readonly string[], at?: At) =>
			evaluator('persistentvolumeclaims', at).measure(claim).isIn({ scopeName: 'VolumeAttributesClass', operator: 'In', values });
		const on = { release: '1.34', gates: { VolumeAttributesClass: true } };
		expect([isIn(['gold'], on), isIn(['silver'], on), isIn(['bronze'], on), isIn(['gold'])]).toEqual([true, true, false, false]);
	});
});

describe('other kinds use', () => {
	const ports = [{ port: 1 }, { port: 2, nodePort: 30000 }];
	const gold = `gold.storageclass.storage.${vocabulary.groupDomain}`;
	const devices = `.deviceclass.resource.${vocabulary.groupDomain}/devices`;
	const rows: readonly Used[] = [
		['services', { spec: { type: 'ClusterIP', ports } }, { services: '1', 'services.loadbalancers': '0', 'services.nodeports': '0' }],
		['services', { spec: { type: 'NodePort', ports } }, { services: '1', 'services.loadbalancers': '0', 'services.nodeports': '2' }],
		['services', { spec: { type: 'LoadBalancer', ports } }, { services: '1', 'services.loadbalancers': '1', 'services.nodeports': '2' }],
		[
			'services',
			{ spec: { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports } },
			{ services: '1', 'services.loadbalancers': '1', 'services.nodeports': '1' },
		],
		[
			'persistentvolumeclaims',
			{ spec: { storageClassName: 'gold', resources: { requests: { storage: '1500m' } } } },
			{ persistentvolumeclaims: '1', 'requests.storage': '2', [`${gold}/persistentvolumeclaims`]: '1', [`${gold}/requests.storage`]: '2' },
		],
		[
			'persistentvolumeclaims',
			{ spec: { resources: { requests: { storage: '1Gi' } } }, status: { allocatedResources: { storage: '2Gi' } } },
			{ persistentvolumeclaims: '1', 'requests.storage': '2Gi' },
			{ gates: { RecoverVolumeExpansionFailure: true } },
		],
		[
			`resourceclaims.resource.${vocabulary.groupDomain}`,
			{
				spec: {
					devices: {
						requests: [
							{ name: 'a', exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 2 } },
							{
								name: 'b',
								firstAvailable: [
									{ name: 'x', deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 3 },
									{ name: 'y', deviceClassName: 'nic', allocationMode: 'All' },
								],
							},
						],
					},
				},
			},
			{ [`gpu${devices}`]: '5', [`nic${devices}`]: '32' },
		],
	];
	for (const [storageName, object, expected, at] of rows) {
		it(`${storageName} ${JSON.stringify(object)}`, () => {
			const [plural = '', ...group] = storageName.split('.');
			const count = `count/${[plural, ...group].join('.')}`;
			expect(usage(storageName, object, at)).toEqual({ [count]: '1', ...expected });
		});
	}

	it.each<readonly [string, readonly string[]]>([
		['configmaps', ['count/configmaps', 'configmaps']],
		['leases.coordination', [`count/leases.coordination.${vocabulary.groupDomain}`]],
		['deployments.apps', ['count/deployments.apps']],
	])('%s count by %j', (prefix, names) => {
		const { storageName = '' } = catalog.kinds.find((each) => each.storageName === prefix || each.storageName.startsWith(`${prefix}.`)) ?? {};
		const { counts, isCount } = evaluator(storageName);
		expect([isCount, names.map(counts), counts('pods')]).toEqual([true, names.map(() => true), false]);
	});

	it('no quota: events', () => {
		expect(() => evaluator('events')).toThrow();
	});
});

type Written = readonly [string, AdmissionRequest, boolean, string?];

describe('writes that are charged', () => {
	const request = (operation: string, subresource: string, object: object, oldObject?: object) =>
		({ operation, subresource, object, oldObject }) as AdmissionRequest;
	const bounded = pod({ activeDeadlineSeconds: 5 });
	const allocated = { status: { allocatedResources: { storage: '2Gi' } } };
	const rows: readonly Written[] = [
		['pods', request('CREATE', '', pod({})), true],
		['pods', request('UPDATE', '', bounded, pod({})), false],
		['pods', request('UPDATE', '', bounded, pod({})), true, '1.33'],
		['pods', request('UPDATE', '', pod({}), pod({})), false, '1.33'],
		['pods', request('UPDATE', 'resize', pod({}), pod({})), true, '1.33'],
		['pods', request('CREATE', 'eviction', {}), false],
		['services', request('UPDATE', '', {}, {}), true],
		['services', request('UPDATE', 'status', {}, {}), false],
		['persistentvolumeclaims', request('UPDATE', 'status', allocated, {}), false],
		['persistentvolumeclaims', request('UPDATE', 'status', allocated, {}), true, '1.33'],
		['configmaps', request('CREATE', '', {}), true],
		['configmaps', request('UPDATE', '', {}, {}), false],
	];
	for (const [storageName, asked, expected, release = '1.25'] of rows) {
		const { operation, subresource } = asked;
		it(`${operation} of ${storageName}/${subresource}, ${release}: ${expected}`, () => {
			expect(evaluator(storageName, { release }).charges(asked)).toBe(expected);
		});
	}
});
