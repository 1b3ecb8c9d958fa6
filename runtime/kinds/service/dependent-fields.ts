/**
 * Removes fields that a Service's new type does not need, in place. A client can thus change only the type, although the server has set
 * these fields. Fields that the client changed too stay, and validation refuses them.
 */
import type { Service, ServicePort, ServiceSpec } from '../../../generated/types/core/v1.ts';
import { isExternallyAccessible, isExternalName, needsHealthCheck, needsNodePorts, nodePortsOf, type ServiceParts } from './server-facts.ts';

export function dropDependentFields(service: Service, old: Service, parts: ServiceParts): void {
	const { spec, status } = service;
	const before = old.spec;
	if (spec === undefined || before === undefined) return;
	if (isExternalName(spec) && !isExternalName(before)) dropAddresses(spec, before);
	if (needsNodePorts(before) && !needsNodePorts(spec) && addsNone(spec.ports, before.ports)) for (const port of spec.ports ?? []) delete port.nodePort;
	const lost = (field: keyof ServiceSpec, isNeeded: (of: ServiceSpec) => boolean): void => {
		if (isNeeded(before) && !isNeeded(spec) && spec[field] === before[field]) delete spec[field];
	};
	const hasBalancer = ({ type }: ServiceSpec): boolean => type === 'LoadBalancer';
	lost('healthCheckNodePort', needsHealthCheck);
	lost('allocateLoadBalancerNodePorts', hasBalancer);
	lost('loadBalancerClass', hasBalancer);
	lost('externalTrafficPolicy', (of) => isExternallyAccessible(of, parts));
	if (!hasBalancer(spec) && status !== undefined) service.status = { ...status, loadBalancer: {} };
}

/** Deletes the internal traffic policy of an ExternalName service, which has no endpoints. Older servers set it nevertheless. */
export function dropUnused(spec: ServiceSpec): void {
	if (isExternalName(spec) && ['Cluster', 'Local'].includes(spec.internalTrafficPolicy ?? '')) delete spec.internalTrafficPolicy;
}

function dropAddresses(spec: ServiceSpec, before: ServiceSpec): void {
	if ((spec.clusterIP ?? '') === (before.clusterIP ?? '') && isSame(spec.clusterIPs, before.clusterIPs)) {
		delete spec.clusterIP;
		delete spec.clusterIPs;
	}
	if (isSame(spec.ipFamilies, before.ipFamilies)) delete spec.ipFamilies;
	if (spec.ipFamilyPolicy === before.ipFamilyPolicy) delete spec.ipFamilyPolicy;
}

export function isSame(a: readonly string[] = [], b: readonly string[] = []): boolean {
	return a.length === b.length && a.every((text, index) => text === b[index]);
}

function addsNone(ports: readonly ServicePort[] | undefined, before: readonly ServicePort[] | undefined): boolean {
	const known = new Set(nodePortsOf(before));
	return nodePortsOf(ports).every((port) => known.has(port));
}
