/** LimitRanger: defaults, and the refusals in the words of the releases. */
import { describe, expect, it } from 'vitest';
import type { Container, LimitRange, LimitRangeItem, Pod } from '../../../generated/types/core/v1.ts';
import { claimViolations, podViolations } from '../../../runtime/admission/plugins/limit-ranger/constraints.ts';
import { withDefaults } from '../../../runtime/admission/plugins/limit-ranger/defaults.ts';

type Amounts = Readonly<Record<string, string>>;

const range = (...limits: readonly LimitRangeItem[]): LimitRange => ({ spec: { limits: [...limits] } });
const container = (name: string, requests?: Amounts, limits?: Amounts, more: Partial<Container> = {}): Container => ({
	name,
	image: 'i',
	resources: { ...(requests && { requests }), ...(limits && { limits }) },
	...more,
});
const pod = (containers: readonly Container[], initContainers: readonly Container[] = []): Pod => ({
	metadata: { name: 'p' },
	spec: { containers: [...containers], ...(initContainers.length > 0 && { initContainers: [...initContainers] }) },
});
const options = (release: string, gates: Readonly<Record<string, boolean>> = {}) => ({ release, gates: new Map(Object.entries(gates)) });

describe('defaults', () => {
	const annotation = 'orch.io/limit-ranger';
	const defaults = range({ type: 'Container', default: { cpu: '1', memory: '1Gi' }, defaultRequest: { memory: '512Mi', cpu: '100m' } });

	it('are set where a container or init container states nothing, and named in the annotation', () => {
		const { metadata, spec } = withDefaults(
			pod([container('a'), container('b', { cpu: '2' }, { cpu: '2', memory: '2Gi' })], [container('c')]),
			defaults,
			annotation,
		);
		expect(spec?.containers.map(({ resources }) => resources)).toEqual([
			{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '512Mi' } },
			{ limits: { cpu: '2', memory: '2Gi' }, requests: { cpu: '2', memory: '512Mi' } },
		]);
		expect(spec?.initContainers?.[0]?.resources).toEqual({ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '512Mi' } });
		expect(metadata?.annotations).toEqual({
			[annotation]:
				'LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; memory request for container b; cpu, memory request for init container c; cpu, memory limit for init container c',
		});
	});

	it('do not change a complete pod', () => {
		const complete = pod([container('a', { cpu: '1', memory: '1Gi' }, { cpu: '1', memory: '1Gi' })]);
		expect(withDefaults(complete, defaults, annotation)).toBe(complete);
		expect(withDefaults(complete, range({ type: 'Pod', max: { cpu: '1' } }), annotation)).toBe(complete);
	});
});

type Limited = readonly [string, LimitRange, Pod, readonly string[], string?];

describe('limits', () => {
	const ofContainers = (item: Omit<LimitRangeItem, 'type'>): LimitRange => range({ type: 'Container', ...item });
	const ofPods = (item: Omit<LimitRangeItem, 'type'>): LimitRange => range({ type: 'Pod', ...item });
	const two = [container('a', { memory: '1Gi', cpu: '100m' }, { memory: '1Gi' }), container('b', { memory: '1Gi' }, { memory: '1Gi' })];
	const sidecar = container('s', { cpu: '1' }, { cpu: '1' }, { restartPolicy: 'Always' });

	const rows: readonly Limited[] = [
		['no request', ofContainers({ min: { cpu: '50m' } }), pod([container('a')]), ['minimum cpu usage per Container is 50m.  No request is specified']],
		[
			'a low request',
			ofContainers({ min: { cpu: '50m' } }),
			pod([container('a', { cpu: '40m' })]),
			['minimum cpu usage per Container is 50m, but request is 40m'],
		],
		[
			'a low limit',
			ofContainers({ min: { memory: '50Mi' } }),
			pod([container('a', { memory: '50Mi' }, { memory: '40Mi' })]),
			['minimum memory usage per Container is 50Mi, but limit is 40Mi'],
		],
		['no limit', ofContainers({ max: { cpu: '1' } }), pod([container('a', { cpu: '1' })]), ['maximum cpu usage per Container is 1.  No limit is specified']],
		['a high limit', ofContainers({ max: { cpu: '1' } }), pod([container('a', {}, { cpu: '2' })]), ['maximum cpu usage per Container is 1, but limit is 2']],
		[
			'a high request',
			ofContainers({ max: { cpu: '1' } }),
			pod([container('a', { cpu: '2' }, { cpu: '1' })]),
			['maximum cpu usage per Container is 1, but request is 2'],
		],
		[
			'a ratio without a request',
			ofContainers({ maxLimitRequestRatio: { cpu: '2' } }),
			pod([container('a', {}, { cpu: '1' })]),
			['cpu max limit to request ratio per Container is 2, but no request is specified or request is 0'],
		],
		[
			'a ratio without a limit',
			ofContainers({ maxLimitRequestRatio: { cpu: '2' } }),
			pod([container('a', { cpu: '1' })]),
			['cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0'],
		],
		[
			'a large ratio',
			ofContainers({ maxLimitRequestRatio: { cpu: '1500m' } }),
			pod([container('a', { cpu: '300m' }, { cpu: '1' })]),
			['cpu max limit to request ratio per Container is 1500m, but provided ratio is 3.333333'],
		],
		['a ratio that is just met', ofContainers({ maxLimitRequestRatio: { cpu: '2' } }), pod([container('a', { cpu: '500m' }, { cpu: '1' })]), []],
		[
			'an init container',
			ofContainers({ max: { cpu: '1' } }),
			pod([container('a', {}, { cpu: '1' })], [container('b', {}, { cpu: '2' })]),
			['maximum cpu usage per Container is 1, but limit is 2'],
		],
		['amounts too large for millis', ofContainers({ max: { memory: '8Ei' } }), pod([container('a', {}, { memory: '7Ei' })]), []],
		['the sum of a pod, in 1.25', ofPods({ max: { memory: '1Gi' } }), pod(two), ['maximum memory usage per Pod is 1Gi, but limit is 2147483648']],
		['the sum of a pod, in 1.28', ofPods({ max: { memory: '1Gi' } }), pod(two), ['maximum memory usage per Pod is 1Gi, but limit is 2Gi'], '1.28'],
		['a resource that one container lacks, in 1.25', ofPods({ min: { cpu: '50m' } }), pod(two), ['minimum cpu usage per Pod is 50m.  No request is specified']],
		['a resource that one container lacks, in 1.28', ofPods({ min: { cpu: '50m' } }), pod(two), [], '1.28'],
		[
			'the most of the init containers',
			ofPods({ max: { cpu: '1' } }),
			pod([container('a', {}, { cpu: '1' })], [container('b', {}, { cpu: '1500m' })]),
			['maximum cpu usage per Pod is 1, but limit is 1500m'],
		],
		[
			'a sidecar, from 1.28 on',
			ofPods({ max: { cpu: '1' } }),
			pod([container('a', { cpu: '1' }, { cpu: '1' })], [sidecar]),
			['maximum cpu usage per Pod is 1, but limit is 2'],
			'1.28',
		],
	];
	for (const [name, limits, given, expected, release = '1.25'] of rows) {
		it(name, () => expect(podViolations(limits, given, options(release))).toEqual(expected));
	}

	it('of a pod apply to its own resources where the gate is on', () => {
		const given = pod([container('a')]);
		const whole = { ...given, spec: { ...given.spec, resources: { limits: { cpu: '2' } } } } as Pod;
		expect(podViolations(ofPods({ max: { cpu: '1' } }), whole, options('1.34', { PodLevelResources: true }))).toEqual([
			'maximum cpu usage per Pod is 1, but limit is 2',
		]);
	});

	it('of claims apply to requests', () => {
		const limits = range({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } });
		const claim = (storage?: string) => ({ spec: { resources: { requests: storage === undefined ? {} : { storage } } } });
		expect(claimViolations(limits, claim('512Mi'))).toEqual(['minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 512Mi']);
		expect(claimViolations(limits, claim('3Gi'))).toEqual(['maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi']);
		expect(claimViolations(limits, claim('2Gi'))).toEqual([]);
		expect(claimViolations(limits, claim())).toEqual([
			'minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified',
			'maximum storage usage per PersistentVolumeClaim is 2Gi.  No request is specified',
		]);
	});
});
