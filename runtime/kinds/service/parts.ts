/** What the hooks of Service know of the server: its ranges of addresses and ports, and what the release emulated does otherwise. */
import type { ServicePort, ServiceSpec } from '../../../generated/types/core/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Cidr } from '../../scalars/addresses.ts';
import type { PortRange } from '../../scalars/port-range.ts';

/** What services are given addresses and ports out of. */
export interface ServiceRanges {
	/** One, or one of each family: the first is that of services that ask for none. */
	readonly clusterIps: readonly Cidr[];
	readonly nodePorts: PortRange;
}

export interface ServiceParts {
	readonly vocabulary: Vocabulary;
	readonly ranges: ServiceRanges;
	/** Whether a release, such as "1.26", has come. */
	since(release: Release): boolean;
	/** Whether a gate is on. */
	gate(name: string): boolean;
}

export function serviceParts(vocabulary: Vocabulary, gates: ReadonlyMap<string, boolean>, release: Release, ranges: ServiceRanges): ServiceParts {
	return {
		vocabulary,
		ranges,
		since: (other) => compareReleases(release, other) >= 0,
		gate: (name) => gates.get(name) === true,
	};
}

/** The services of 1.19 and before have one address and no families. */
export const hasFamilies = ({ since, gate }: ServiceParts): boolean => since('1.20') && gate('IPv6DualStack');

export const noAddress = 'None';
export const isExternalName = ({ type }: ServiceSpec): boolean => type === 'ExternalName';
export const needsNodePorts = ({ type }: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer';
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean => type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

/** By `clusterIPs` alone. */
export function isHeadless(spec: ServiceSpec, parts: ServiceParts): boolean {
	const ips = clusterIpsOf(spec, parts);
	return ips.length === 1 && ips[0] === noAddress;
}

/** Before there were several there was one. */
export function clusterIpsOf({ clusterIP = '', clusterIPs = [] }: ServiceSpec, { since }: ServiceParts): readonly string[] {
	if (since('1.20')) return clusterIPs;
	return clusterIP === '' ? [] : [clusterIP];
}

/** Whether what comes from outside the cluster may come to it. */
export function isExternallyAccessible(spec: ServiceSpec, { since }: ServiceParts): boolean {
	return needsNodePorts(spec) || (since('1.29') && spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);
}

export const nodePortsOf = (ports: readonly ServicePort[] = []): readonly number[] => ports.flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [nodePort]));
