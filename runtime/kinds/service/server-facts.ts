/** Server settings on which the hooks of Service depend: ranges of addresses and ports, feature gates, emulated release. */
import type { ServicePort, ServiceSpec } from '../../../generated/types/core/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Cidr } from '../../scalars/addresses.ts';
import type { PortRange } from '../../scalars/port-range.ts';

/** Ranges of service addresses and node ports. */
export interface ServiceRanges {
	/** One network, or one per family. The first is the default for services that request no family. */
	readonly clusterIps: readonly Cidr[];
	readonly nodePorts: PortRange;
}

export interface ServiceParts {
	readonly vocabulary: Vocabulary;
	readonly ranges: ServiceRanges;
	/** Returns whether the emulated release is at least `release`, such as "1.26". */
	since(release: Release): boolean;
	/** Returns whether a feature gate is on. */
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

/** Reports whether services have address families. Up to 1.19 they have one address. */
export const hasFamilies = ({ since, gate }: ServiceParts): boolean => since('1.20') && gate('IPv6DualStack');

export const noAddress = 'None';
export const isExternalName = ({ type }: ServiceSpec): boolean => type === 'ExternalName';
export const needsNodePorts = ({ type }: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer';
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean => type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

/** Reports whether `clusterIPs` is that of a headless service; ignores the type. */
export function isHeadless(spec: ServiceSpec, parts: ServiceParts): boolean {
	const ips = clusterIpsOf(spec, parts);
	return ips.length === 1 && ips[0] === noAddress;
}

/** Returns the cluster IPs. Before 1.20 there is one. */
export function clusterIpsOf({ clusterIP = '', clusterIPs = [] }: ServiceSpec, { since }: ServiceParts): readonly string[] {
	if (since('1.20')) return clusterIPs;
	return clusterIP === '' ? [] : [clusterIP];
}

/** Reports whether the service accepts traffic from outside the cluster. */
export function isExternallyAccessible(spec: ServiceSpec, { since }: ServiceParts): boolean {
	return needsNodePorts(spec) || (since('1.29') && spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);
}

export const nodePortsOf = (ports: readonly ServicePort[] = []): readonly number[] => ports.flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [nodePort]));
