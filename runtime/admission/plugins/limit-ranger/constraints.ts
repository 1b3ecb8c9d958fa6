/** Compares pods and claims with the limits of a LimitRange, with Kubernetes' messages. */
import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod, ResourceRequirements } from '../../../../generated/types/core/v1.ts';
import { type PodResourceOptions, type PodResources, podResources } from '../../../kinds/pod/effective-resources.ts';
import { compareReleases } from '../../../model/release.ts';
import { formatQuantity, type Quantity } from '../../../scalars/quantity.ts';
import { largerOf, nothing, type ResourceList, readAmounts, sortedNames, zero } from '../../../scalars/resource-list.ts';

export type LimitedRelease = Omit<PodResourceOptions, 'withStatus'>;

export function podViolations({ spec }: LimitRange, pod: Pod, options: LimitedRelease): readonly string[] {
	const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])];
	return (spec?.limits ?? []).flatMap((item) => {
		switch (item.type) {
			case 'Container':
				return containers.flatMap(({ resources }) => violations(item, resourcesOf(resources)));
			case 'Pod':
				return violations(item, resourcesOfPod(pod, options));
			default:
				return [];
		}
	});
}

/** A claim has requests only. */
export function claimViolations({ spec }: LimitRange, claim: PersistentVolumeClaim): readonly string[] {
	const requests = readAmounts(claim.spec?.resources?.requests);
	return (spec?.limits ?? []).flatMap((item) => {
		if (item.type !== 'PersistentVolumeClaim') return [];
		return [
			...each(item.min, (name, min) => tooLittle(item.type, name, min, { requests, limits: nothing })),
			...each(item.max, (name, max) => tooMuchRequested(item.type, name, max, requests)),
		];
	});
}

function resourcesOf({ requests, limits }: ResourceRequirements = {}): PodResources {
	return { requests: readAmounts(requests), limits: readAmounts(limits) };
}

/**
 * Returns the resources of a pod. Before 1.28, a resource counts only if each container has it, and sums are whole numbers (of millis for
 * CPU).
 */
function resourcesOfPod(pod: Pod, { release, gates }: LimitedRelease): PodResources {
	if (compareReleases(release, '1.28') >= 0) return podResources(pod, { release, gates, withStatus: false }, (name) => name === 'cpu' || name === 'memory');
	const sum = (list: 'requests' | 'limits'): ResourceList => {
		const own = (pod.spec?.containers ?? []).map(({ resources }) => readAmounts(resources?.[list]));
		const atInit = (pod.spec?.initContainers ?? []).map(({ resources }) => readAmounts(resources?.[list]));
		return atInit.reduce(largerOf, sharedSum(own));
	};
	return { requests: sum('requests'), limits: sum('limits') };
}

function sharedSum(lists: readonly ResourceList[]): ResourceList {
	const [first = nothing] = lists;
	const names = [...first.keys()].filter((name) => lists.every((list) => list.has(name)));
	return new Map(
		names.map((name) => {
			const unit = name === 'cpu' ? nanosOfMilli : nanosOfOne;
			const units = lists.reduce((total, list) => total + roundedUp(list.get(name) ?? zero, unit), 0n);
			return [name, { nano: units * unit, form: 'decimal' }];
		}),
	);
}

const nanosOfMilli = 1_000_000n;
const nanosOfOne = 1_000_000_000n;
/** Largest amount that is compared in millis. Above it, whole numbers are compared. */
const mostInMilli = (2n ** 63n - 1n) / 1000n;

function roundedUp({ nano }: Quantity, unit: bigint): bigint {
	const floor = nano / unit;
	return nano > 0n && nano % unit !== 0n ? floor + 1n : floor;
}

/** Amounts with a common precision. */
interface Compared {
	readonly request: bigint;
	readonly limit: bigint;
	readonly bound: bigint;
}

function compared(request: Quantity = zero, limit: Quantity = zero, bound: Quantity = zero): Compared {
	const isSmall = [request, limit, bound].every((amount) => roundedUp(amount, nanosOfOne) <= mostInMilli);
	const unit = isSmall ? nanosOfMilli : nanosOfOne;
	return { request: roundedUp(request, unit), limit: roundedUp(limit, unit), bound: roundedUp(bound, unit) };
}

type Bound = (name: string, bound: Quantity) => string | undefined;

function each(bounds: LimitRangeItem['min'], violation: Bound): string[] {
	const list = readAmounts(bounds);
	return sortedNames(list).flatMap((name) => violation(name, list.get(name) ?? zero) ?? []);
}

function violations(item: LimitRangeItem, resources: PodResources): readonly string[] {
	return [
		...each(item.min, (name, min) => tooLittle(item.type, name, min, resources)),
		...each(item.max, (name, max) => tooMuch(item.type, name, max, resources)),
		...each(item.maxLimitRequestRatio, (name, ratio) => tooFarApart(item.type, name, ratio, resources)),
	];
}

function tooLittle(type: string, name: string, min: Quantity, { requests, limits }: PodResources): string | undefined {
	const request = requests.get(name);
	const limit = limits.get(name);
	const amounts = compared(request, limit, min);
	const rule = `minimum ${name} usage per ${type} is ${formatQuantity(min)}`;
	if (request === undefined) return `${rule}.  No request is specified`;
	if (amounts.request < amounts.bound) return `${rule}, but request is ${formatQuantity(request)}`;
	if (limit !== undefined && amounts.limit < amounts.bound) return `${rule}, but limit is ${formatQuantity(limit)}`;
	return undefined;
}

function tooMuch(type: string, name: string, max: Quantity, { requests, limits }: PodResources): string | undefined {
	const request = requests.get(name);
	const limit = limits.get(name);
	const amounts = compared(request, limit, max);
	const rule = `maximum ${name} usage per ${type} is ${formatQuantity(max)}`;
	if (limit === undefined) return `${rule}.  No limit is specified`;
	if (amounts.limit > amounts.bound) return `${rule}, but limit is ${formatQuantity(limit)}`;
	if (request !== undefined && amounts.request > amounts.bound) return `${rule}, but request is ${formatQuantity(request)}`;
	return undefined;
}

function tooMuchRequested(type: string, name: string, max: Quantity, requests: ResourceList): string | undefined {
	const request = requests.get(name);
	const amounts = compared(request, undefined, max);
	const rule = `maximum ${name} usage per ${type} is ${formatQuantity(max)}`;
	if (request === undefined) return `${rule}.  No request is specified`;
	return amounts.request > amounts.bound ? `${rule}, but request is ${formatQuantity(request)}` : undefined;
}

function tooFarApart(type: string, name: string, ratio: Quantity, { requests, limits }: PodResources): string | undefined {
	const { request, limit } = compared(requests.get(name), limits.get(name), ratio);
	const rule = `${name} max limit to request ratio per ${type} is ${formatQuantity(ratio)}`;
	if (request === 0n) return `${rule}, but no request is specified or request is 0`;
	if (limit === 0n) return `${rule}, but no limit is specified or limit is 0`;
	const provided = Number(limit) / Number(request);
	const isSmall = roundedUp(ratio, nanosOfOne) <= mostInMilli;
	const exceeds = isSmall ? provided * 1000 > Number(roundedUp(ratio, nanosOfMilli)) : provided > Number(roundedUp(ratio, nanosOfOne));
	return exceeds ? `${rule}, but provided ratio is ${provided.toFixed(6)}` : undefined;
}
