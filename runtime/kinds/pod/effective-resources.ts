/**
 * Resources of a whole pod: the sum of its containers, or the maximum that an init container needs. Init containers run one after another;
 * restartable ones run beside all later ones (KEP 753). Pod-level values replace the sums (KEP 2837).
 */
import type { Container, ContainerStatus, Pod, ResourceRequirements } from '../../../generated/types/core/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import { type Amounts, addLists, addQuantities, largerOf, nothing, type ResourceList, readAmounts } from '../../scalars/resource-list.ts';
import { hugePages } from '../resource-names.ts';

export interface PodResourceOptions {
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	/** True to include resources that a resize has not released yet, from the status. */
	readonly withStatus: boolean;
}

export interface PodResources {
	readonly requests: ResourceList;
	readonly limits: ResourceList;
}

/** Returns the sums of the containers, with pod-level values in their place. Without the pod's overhead. */
function containerResources(pod: Pod, options: PodResourceOptions): PodResources {
	const { spec } = pod;
	const statuses = options.withStatus && options.gates.get('InPlacePodVerticalScaling') === true ? statusesOf(pod) : undefined;
	const infeasible = statuses !== undefined && isResizeInfeasible(pod);
	const sum = (list: 'requests' | 'limits'): ResourceList =>
		summed(spec?.containers ?? [], spec?.initContainers ?? [], (container, mayResize) => {
			const wanted = readAmounts(container.resources?.[list]);
			const status = mayResize ? statuses?.get(container.name) : undefined;
			return status?.resources === undefined ? wanted : effective(wanted, status, list, infeasible);
		});
	return { requests: sum('requests'), limits: sum('limits') };
}

type Needs = (container: Container, mayResize: boolean) => ResourceList;

function summed(containers: readonly Container[], initContainers: readonly Container[], needs: Needs): ResourceList {
	let sum = containers.reduce((total, container) => addLists(total, needs(container, true)), nothing);
	let running = nothing;
	let atInit = nothing;
	for (const container of initContainers) {
		const restartable = container.restartPolicy === 'Always';
		const own = needs(container, restartable);
		const together = addLists(running, own);
		if (restartable) {
			sum = addLists(sum, own);
			running = together;
		}
		atInit = largerOf(atInit, together);
	}
	return largerOf(sum, atInit);
}

function statusesOf({ status = {} }: Pod): ReadonlyMap<string, ContainerStatus> {
	const all = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
	return new Map(all.map((each) => [each.name, each]));
}

function isResizeInfeasible({ status }: Pod): boolean {
	return status?.conditions?.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible';
}

/** Returns a container's resources during a resize: the maximum of desired, actual and allocated. */
function effective(wanted: ResourceList, status: ContainerStatus, list: 'requests' | 'limits', infeasible: boolean): ResourceList {
	const given = readAmounts(status.resources?.[list]);
	const allocated = list === 'requests' ? readAmounts(status.allocatedResources) : nothing;
	const held = largerOf(given, allocated);
	return infeasible ? held : largerOf(wanted, held);
}

/** Reports whether this release has pod-level values. */
function hasPodLevel({ gates }: PodResourceOptions): boolean {
	return gates.get('PodLevelResources') === true;
}

/** Resources that may be set for a whole pod. */
function isPodLevel(name: string): boolean {
	return name === 'cpu' || name === 'memory' || name.startsWith(hugePages);
}

function replacedBy(sums: ResourceList, own: Amounts | undefined, isReplaced: (name: string) => boolean): ResourceList {
	if (own === undefined) return sums;
	return new Map([...sums, ...[...readAmounts(own)].filter(([name]) => isReplaced(name))]);
}

/** Reports whether the pod itself requests or limits a resource, so that containers need not. */
export function isSetForPod({ spec }: Pod, options: PodResourceOptions): boolean {
	if (!hasPodLevel(options)) return false;
	const { requests = {}, limits = {} }: Pick<ResourceRequirements, 'requests' | 'limits'> = spec?.resources ?? {};
	return [...Object.keys(requests), ...Object.keys(limits)].some(isPodLevel);
}

/** Returns the pod's resources with pod-level values. `isReplaced`: which resources these may set. */
export function podResources(pod: Pod, options: PodResourceOptions, isReplaced: (name: string) => boolean = isPodLevel): PodResources {
	const sums = containerResources(pod, options);
	const own = hasPodLevel(options) ? pod.spec?.resources : undefined;
	return { requests: replacedBy(sums.requests, own?.requests, isReplaced), limits: replacedBy(sums.limits, own?.limits, isReplaced) };
}

/** Adds the overhead of the pod's runtime. From 1.27 on it raises only existing limits. */
export function withOverhead({ requests, limits }: PodResources, { spec }: Pod, { release }: PodResourceOptions): PodResources {
	const overhead = readAmounts(spec?.overhead);
	if (overhead.size === 0) return { requests, limits };
	if (compareReleases(release, '1.27') < 0) return { requests: addLists(requests, overhead), limits: addLists(limits, overhead) };
	const raised = [...limits].map(([name, limit]) => {
		const extra = overhead.get(name);
		return [name, extra === undefined || limit.nano === 0n ? limit : addQuantities(limit, extra)] as const;
	});
	return { requests: addLists(requests, overhead), limits: new Map(raised) };
}
