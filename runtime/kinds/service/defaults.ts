/** Defaults of a Service that depend on other fields, set in place. */
import type { Service, ServiceSpec } from '../../../generated/types/core/v1.ts';
import { isExternallyAccessible, needsNodePorts, type ServiceParts } from './server-facts.ts';

const affinitySeconds = 10_800;

export function setDefaults({ spec, status }: Service, parts: ServiceParts): void {
	if (spec === undefined) return;
	setAffinity(spec);
	for (const port of spec.ports ?? []) if (!port.targetPort) port.targetPort = port.port ?? 0;
	if (!spec.externalTrafficPolicy && isExternallyAccessible(spec, parts)) spec.externalTrafficPolicy = 'Cluster';
	const leadsToPods = spec.type === 'ClusterIP' || needsNodePorts(spec);
	if (leadsToPods && parts.gate('ServiceInternalTrafficPolicy')) spec.internalTrafficPolicy ??= 'Cluster';
	if (spec.type !== 'LoadBalancer') return;
	if (parts.gate('ServiceLBNodePortControl')) spec.allocateLoadBalancerNodePorts ??= true;
	if (!parts.gate('LoadBalancerIPMode')) return;
	for (const ingress of status?.loadBalancer?.ingress ?? []) if (ingress.ip) ingress.ipMode ??= 'VIP';
}

function setAffinity(spec: ServiceSpec): void {
	if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
	const isTold = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds !== undefined;
	if (spec.sessionAffinity === 'ClientIP' && !isTold) spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinitySeconds } };
}
