/** The `resize` subresource: it changes only CPU and memory of a running pod. */
import type { Container, Pod, PodSpec, ResourceRequirements } from '../../../generated/types/core/v1.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual, isEmpty } from '../../model/equal.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { qualityOfService } from './quality.ts';

const lists = ['containers', 'initContainers'] as const;
const keptOfMetadata = ['deletionTimestamp', 'generation', 'labels', 'annotations', 'finalizers', 'ownerReferences'] as const;
const onlyThese = 'only cpu and memory resources are mutable';

/** Which resources, besides those of regular containers, can be resized. */
export interface Resizable {
	readonly pods: boolean;
	readonly initContainers: boolean;
}

export function resizable(gates: ReadonlyMap<string, boolean>): Resizable {
	return {
		pods: gates.get('InPlacePodLevelResourcesVerticalScaling') === true,
		initContainers: gates.get('InPlacePodVerticalScalingInitContainers') === true,
	};
}

/** Restores all other fields, in place. Added or removed containers remain, and validation refuses them. */
export function keepAllButResources(pod: Pod, old: Pod, { pods }: Resizable): void {
	const sent = pod.spec ?? noSpec;
	const before = old.spec ?? noSpec;
	if (lists.some((list) => sent[list]?.length !== before[list]?.length)) return;
	const { containers, initContainers, resources, ...rest } = before;
	const ofPod = pods ? sent.resources : resources;
	pod.spec = {
		...rest,
		containers: withResources(sent.containers, containers),
		...(initContainers && { initContainers: withResources(sent.initContainers ?? [], initContainers) }),
		...(ofPod !== undefined && { resources: ofPod }),
	};
	if (old.status !== undefined) pod.status = old.status;
	const metadata: NonNullable<Pod['metadata']> = { ...pod.metadata };
	for (const field of keptOfMetadata) {
		delete metadata[field];
		Object.assign(metadata, old.metadata?.[field] === undefined ? {} : { [field]: old.metadata[field] });
	}
	pod.metadata = metadata;
}

function withResources(sent: readonly Container[], before: readonly Container[]): Container[] {
	if (before.some(({ name }, index) => name !== sent[index]?.name)) return [...sent];
	return before.map(({ resources: _resources, resizePolicy: _policy, ...container }, index) => {
		const { resources, resizePolicy } = sent[index] ?? {};
		return { ...container, ...(resources && { resources }), ...(resizePolicy && { resizePolicy }) };
	});
}

export function resizeViolations(pod: Pod, old: Pod, { labelDomain }: Vocabulary, can: Resizable): Cause[] {
	const spec = pod.spec ?? noSpec;
	const before = old.spec ?? noSpec;
	// Kubelets set the mirror annotation on their static pods.
	if (old.metadata?.annotations?.[`${labelDomain}/config.mirror`] !== undefined) return [forbiddenField('', 'static pods cannot be resized')];
	if (before.os?.name === 'windows') return [forbiddenField('', 'windows pods cannot be resized')];
	const causes: Cause[] = [];
	if ((old.status?.qosClass || qualityOfService(old)) !== qualityOfService(pod))
		causes.push(invalidValue('spec', pod.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing'));
	if (!isSupported(old)) causes.push(forbiddenField('spec', 'Pod running on node without support for resize'));
	if (hasResources(before) || hasResources(spec)) {
		if (!can.pods) {
			const why = 'resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled';
			return [...causes, forbiddenField('', why)];
		}
		causes.push(...podResources(spec.resources, before.resources));
	}
	const order = lists.flatMap((list) => otherContainers(spec[list] ?? [], before[list] ?? [], list));
	if (order.length > 0) return [...causes, ...order];
	return [...causes, ...ofContainers(spec, before), ...ofInitContainers(spec, before, can.initContainers)];
}

const noSpec: PodSpec = { containers: [] };

/** Reports whether the kubelet supports resizing: it then reports the resources of running containers. */
function isSupported({ status }: Pod): boolean {
	const running = (status?.containerStatuses ?? []).find(({ state }) => state?.running !== undefined);
	return running === undefined || running.resources !== undefined;
}

function hasResources({ resources }: PodSpec): boolean {
	return !isEmpty((resources?.requests ?? {}) as JsonValue) || !isEmpty((resources?.limits ?? {}) as JsonValue);
}

function podResources(now: ResourceRequirements | undefined, before: ResourceRequirements | undefined): Cause[] {
	if (before !== undefined && now === undefined) return [forbiddenField('spec.resources', 'pod-level resources cannot be removed')];
	const removed = (['requests', 'limits'] as const).filter((amounts) => isRemoved(now?.[amounts], before?.[amounts]));
	const causes = removed.map((amounts) => forbiddenField(`spec.resources.${amounts}`, `pod-level resource ${amounts} cannot be removed`));
	const isSameBeside = isUnchangedBeside(now, before) && isSame(now?.claims ?? [], before?.claims ?? []);
	return isSameBeside ? causes : [...causes, forbiddenField('spec', `${onlyThese} at pod-level`)];
}

function otherContainers(now: readonly Container[], before: readonly Container[], list: (typeof lists)[number]): Cause[] {
	if (now.length !== before.length) return [forbiddenField(`spec.${list}`, `${list} may not be added or removed on resize`)];
	return before.flatMap(({ name }, index) =>
		name === now[index]?.name ? [] : [forbiddenField(`spec.${list}[${index}].name`, `${list} may not be renamed or reordered on resize`)],
	);
}

function ofContainers({ containers }: PodSpec, { containers: before }: PodSpec): Cause[] {
	return before.flatMap((old, index) => {
		const now = containers[index] ?? old;
		const removed = removals(now, old, `spec.containers[${index}].resources`);
		return isOnlyResized(now, old) ? removed : [...removed, forbiddenField('spec', onlyThese)];
	});
}

function ofInitContainers({ initContainers = [] }: PodSpec, { initContainers: before = [] }: PodSpec, all: boolean): Cause[] {
	return before.flatMap((old, index) => {
		const now = initContainers[index] ?? old;
		const goesOn = old.restartPolicy === 'Always';
		if (!goesOn && !all) return isSame(now, old) ? [] : [forbiddenField('spec', 'resources for non-sidecar init containers are immutable')];
		const path = `spec.initContainers[${index}]`;
		const causes = removals(now, old, `${path}.resources`);
		if (!isOnlyResized(now, old)) causes.push(forbiddenField(path, 'only cpu and memory resources for init or sidecar containers are mutable'));
		if (!goesOn && !isSame(now, old) && (now.resizePolicy ?? []).some(({ restartPolicy }) => restartPolicy === 'RestartContainer'))
			causes.push(forbiddenField(path, 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized'));
		return causes;
	});
}

function removals({ resources: now }: Container, { resources: before }: Container, path: string): Cause[] {
	return (['requests', 'limits'] as const).flatMap((amounts) =>
		isRemoved(now?.[amounts], before?.[amounts]) ? [forbiddenField(`${path}.${amounts}`, `resource ${amounts} cannot be removed`)] : [],
	);
}

type Amounts = Readonly<Record<string, string>> | undefined;

function isRemoved(now: Amounts, before: Amounts): boolean {
	return Object.keys(before ?? {}).some((name) => !Object.hasOwn(now ?? {}, name));
}

function isOnlyResized({ resources: now, ...container }: Container, { resources: before, ...old }: Container): boolean {
	return isSame(container, old) && isUnchanged(now, before);
}

/** Reports whether only CPU and memory differ. Containers with claims cannot be resized. */
function isUnchanged(now: ResourceRequirements = {}, before: ResourceRequirements = {}): boolean {
	return [...(now.claims ?? []), ...(before.claims ?? [])].length === 0 && isUnchangedBeside(now, before);
}

function isUnchangedBeside(now: ResourceRequirements = {}, before: ResourceRequirements = {}): boolean {
	return (['requests', 'limits'] as const).every((amounts) => isSame(others(now[amounts]), others(before[amounts])));
}

function others(amounts: Amounts): object {
	const { cpu: _cpu, memory: _memory, ...rest } = amounts ?? {};
	return rest;
}

function isSame(a: object, b: object): boolean {
	return deepEqual(a as JsonValue, b as JsonValue);
}
