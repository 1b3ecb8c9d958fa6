/**
 * Contract of the checks of the Pod Security Standards, and texts of their findings. A check evaluates one property of a pod. It has
 * versions, which correspond to the policy versions that namespaces name in their labels.
 */
import type { Container, PodSpec } from '../../../../../generated/types/core/v1.ts';
import type { Release } from '../../../../model/catalog.ts';
import { compareReleases } from '../../../../model/release.ts';

export interface Check {
	readonly name: string;
	/** Standard that introduces the check. `restricted` includes the checks of `baseline`. */
	readonly level: 'baseline' | 'restricted';
	/** Ascending by `from`. */
	readonly versions: readonly CheckVersion[];
}

export interface CheckVersion {
	/** Minor version of the first policy version, `v1.N`, that has it. */
	readonly from: number;
	readonly find: FindViolation;
	/** Checks of `baseline` that this stricter one replaces. */
	readonly replaces?: readonly string[];
}

/** Returns undefined when the pod complies. */
export type FindViolation = (pod: CheckedPod, server: CheckServer) => Violation | undefined;

export interface Violation {
	readonly reason: string;
	/** Fields and values that violate the check. May be empty. */
	readonly detail: string;
}

/** Pod, or pod template of a workload. */
export interface CheckedPod {
	readonly annotations: Readonly<Record<string, string>>;
	readonly spec: PodSpec;
	/** Init, regular and ephemeral containers. */
	readonly containers: readonly CheckedContainer[];
}

export type CheckedContainer = Pick<Container, 'name' | 'ports' | 'securityContext' | 'livenessProbe' | 'readinessProbe' | 'startupProbe' | 'lifecycle'>;

/** Properties of the server on which findings depend in every policy version. */
export interface CheckServer {
	readonly release: Release;
	readonly labelDomain: string;
	/** True when pods in a user namespace of their own are exempt from some checks also in policy versions before 1.35. */
	readonly relaxesUserNamespaces: boolean;
}

export function checkedPod(annotations: Readonly<Record<string, string>> | undefined, spec: PodSpec): CheckedPod {
	const { initContainers = [], containers = [], ephemeralContainers = [] } = spec;
	return { annotations: annotations ?? {}, spec, containers: [...initContainers, ...containers, ...ephemeralContainers] };
}

export function isSince({ release }: CheckServer, first: Release): boolean {
	return compareReleases(release, first) >= 0;
}

function isWindows({ spec }: CheckedPod): boolean {
	return spec.os?.name === 'windows';
}

/** Exempts Windows pods, which cannot set the field that the check requires. */
export function unlessWindows(find: FindViolation): FindViolation {
	return (pod, server) => (isWindows(pod) ? undefined : find(pod, server));
}

function hasUserNamespace({ spec }: CheckedPod): boolean {
	return spec.hostUsers === false;
}

/** Exempts pods in a user namespace of their own. */
export function unlessInUserNamespace(find: FindViolation): FindViolation {
	return (pod, server) => (hasUserNamespace(pod) ? undefined : find(pod, server));
}

/** Exempts such pods only if a feature gate of the server says so, in releases from `first` on. */
export function unlessRelaxed(find: FindViolation, first: Release): FindViolation {
	return (pod, server) => (server.relaxesUserNamespaces && isSince(server, first) && hasUserNamespace(pod) ? undefined : find(pod, server));
}

/** Formats `"a", "b"`. Does not escape the values. */
export function quotedList(values: Iterable<string>): string {
	return [...values].map((value) => `"${value}"`).join(', ');
}

/** Returns the distinct values in order. */
export function sorted(values: Iterable<string>): readonly string[] {
	return [...new Set(values)].sort();
}

/** Returns `noun` or its plural. */
export function plural(noun: string, count: number, many = `${noun}s`): string {
	return count === 1 ? noun : many;
}

/** Formats `container "a"` or `containers "a", "b"`. */
export function containersText(names: readonly string[]): string {
	return `${plural('container', names.length)} ${quotedList(names)}`;
}

/** Formats `pod and containers "a", "b"`. Empty when neither the pod nor a container sets the value. */
export function settersText(podSets: boolean, names: readonly string[]): string {
	return [...(podSets ? ['pod'] : []), ...(names.length > 0 ? [containersText(names)] : [])].join(' and ');
}

/** Returns the names of the containers for which the predicate holds. */
export function namesWhere({ containers }: CheckedPod, holds: (container: CheckedContainer) => boolean): readonly string[] {
	return containers.filter(holds).map(({ name }) => name);
}
