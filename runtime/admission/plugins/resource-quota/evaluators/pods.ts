/**
 * Evaluator of pods. `count/pods` counts every pod. The other resources count pods that have not ended: neither succeeded nor failed, and
 * not past their deletion and grace period.
 */
import type { Pod, PodAffinityTerm } from '../../../../../generated/types/core/v1.ts';
import { isSetForPod, type PodResourceOptions, type PodResources, podResources, withOverhead } from '../../../../kinds/pod/effective-resources.ts';
import { qualityOfService } from '../../../../kinds/pod/quality.ts';
import { hugePages, isExtended, isNative } from '../../../../kinds/resource-names.ts';
import { compareReleases } from '../../../../model/release.ts';
import type { Quantity } from '../../../../scalars/quantity.ts';
import { one, type ResourceList, readAmounts } from '../../../../scalars/resource-list.ts';
import type { AdmissionRequest } from '../../../contract.ts';
import { countName, type Evaluator, type EvaluatorParts, type Measured, type ScopeCondition } from './contract.ts';
import { fitsValue } from './scope-values.ts';

const count = countName('pods', '');
const computed = ['cpu', 'memory', 'ephemeral-storage'] as const;
const counted: ReadonlySet<string> = new Set(['pods', count, ...computed, ...computed.flatMap((name) => [`requests.${name}`, `limits.${name}`])]);
/** Resources that each container must state if a quota counts them. */
const toBeStated: readonly string[] = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'];
const onlyCounted: ResourceList = new Map([[count, one]]);

export function podEvaluator({ release, gates, vocabulary: { labelDomain } }: EvaluatorParts): Evaluator {
	const options: PodResourceOptions = { release, gates, withStatus: true };
	const isDevice = deviceNames(labelDomain, gates);
	const isDeviceQuota = deviceQuotas(labelDomain, gates);
	const seesScopeChanges = compareReleases(release, '1.33') >= 0;
	return {
		storageName: 'pods',
		hasScopes: true,
		charges: (request) => isCharged(request, seesScopeChanges),
		counts: (resource) => counted.has(resource) || resource.startsWith(hugePages) || resource.startsWith(`requests.${hugePages}`) || isDeviceQuota(resource),
		measure: (object) => measured(object as Pod, options, isDevice),
		unstated: (object, resources) => unstated(object as Pod, resources, options),
	};
}

function isCharged({ operation, subresource, object, oldObject }: AdmissionRequest, seesScopeChanges: boolean): boolean {
	if (subresource === 'resize') return operation === 'UPDATE';
	if (subresource !== '') return false;
	if (operation === 'CREATE') return true;
	return seesScopeChanges && operation === 'UPDATE' && isBounded(object as Pod) !== isBounded(oldObject as Pod);
}

/** Returns a predicate for resource names of devices: extended resources and, if the gate is on, device classes. */
function deviceNames(labelDomain: string, gates: EvaluatorParts['gates']): (name: string) => boolean {
	const ofClass = gates.get('DRAExtendedResource') === true ? `deviceclass.resource.${labelDomain}/` : undefined;
	return (name) => isExtended(name, labelDomain) || (ofClass !== undefined && name.startsWith(ofClass));
}

/** Returns a predicate for names of quotas of devices. */
export function deviceQuotas(labelDomain: string, gates: EvaluatorParts['gates']): (resource: string) => boolean {
	const isDevice = deviceNames(labelDomain, gates);
	return (resource) => resource.startsWith('requests.') && (!isNative(resource, labelDomain) || isDevice(resource.slice('requests.'.length)));
}

type IsDevice = ReturnType<typeof deviceNames>;

function measured(pod: Pod, options: PodResourceOptions, isDevice: IsDevice): Measured {
	const isIn = (condition: ScopeCondition): boolean => isInScope(pod, condition);
	if (pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded') return { usage: onlyCounted, isIn };
	const usage = usageOf(withOverhead(podResources(pod, options), pod, options), isDevice);
	usage.set(count, one);
	const atMs = endOf(pod);
	return atMs === undefined ? { usage, isIn } : { usage, isIn, ends: { atMs, usage: onlyCounted } };
}

/** Returns the time at which the grace period of a deleted pod ends. */
function endOf({ metadata = {} }: Pod): number | undefined {
	const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
	if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return undefined;
	return Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000;
}

function usageOf({ requests, limits }: PodResources, isDevice: IsDevice = () => false): Map<string, Quantity> {
	const usage = new Map<string, Quantity>([['pods', one]]);
	for (const [name, request] of requests) {
		const isComputed = (computed as readonly string[]).includes(name);
		if (isComputed || name.startsWith(hugePages)) usage.set(name, request);
		if (isComputed || name.startsWith(hugePages) || isDevice(name)) usage.set(`requests.${name}`, request);
	}
	for (const name of computed) {
		const limit = limits.get(name);
		if (limit !== undefined) usage.set(`limits.${name}`, limit);
	}
	return usage;
}

/** A pod with resources of its own need not state those of its containers. */
function unstated(pod: Pod, resources: readonly string[], options: PodResourceOptions): string | undefined {
	const needed = toBeStated.filter((name) => resources.includes(name));
	if (needed.length === 0 || isSetForPod(pod, options)) return undefined;
	const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])].map(({ name, resources: own = {} }) => ({
		name,
		usage: usageOf({ requests: readAmounts(own.requests), limits: readAmounts(own.limits) }),
	}));
	const missing = needed.flatMap((resource) => {
		const without = new Set(containers.filter(({ usage }) => !usage.has(resource)).map(({ name }) => name));
		return without.size === 0 ? [] : [`${resource} for: ${[...without].sort().join(',')}`];
	});
	return missing.length === 0 ? undefined : `must specify ${missing.join('; ')}`;
}

function isInScope(pod: Pod, condition: ScopeCondition): boolean {
	switch (condition.scopeName) {
		case 'Terminating':
			return isBounded(pod);
		case 'NotTerminating':
			return !isBounded(pod);
		case 'BestEffort':
			return qualityOfService(pod) === 'BestEffort';
		case 'NotBestEffort':
			return qualityOfService(pod) !== 'BestEffort';
		case 'PriorityClass':
			return fitsValue(condition, pod.spec?.priorityClassName || undefined);
		case 'CrossNamespacePodAffinity':
			return crossesNamespaces(pod);
		default:
			return false;
	}
}

/** Reports whether the pod has a deadline, the meaning of the scope `Terminating`. */
function isBounded({ spec }: Pod): boolean {
	return spec?.activeDeadlineSeconds !== undefined && Number(spec.activeDeadlineSeconds) >= 0;
}

function crossesNamespaces({ spec }: Pod): boolean {
	const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
	return [podAffinity, podAntiAffinity].some((affinity) => {
		const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution?.map(({ podAffinityTerm }) => podAffinityTerm) ?? [];
		return [...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []), ...preferred].some(namesNamespaces);
	});
}

function namesNamespaces({ namespaces = [], namespaceSelector }: PodAffinityTerm): boolean {
	return namespaces.length > 0 || namespaceSelector !== undefined;
}
