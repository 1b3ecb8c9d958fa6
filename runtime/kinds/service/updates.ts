/** Fields of a Service that are immutable while it has a load balancer. */
import type { ServiceSpec } from '../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { needsHealthCheck } from './server-facts.ts';

export function balancerChanges(spec: ServiceSpec, old: ServiceSpec): Cause[] {
	const { loadBalancerClass } = spec;
	const keepsOne = spec.type === 'LoadBalancer' && old.type === 'LoadBalancer';
	const movedHealth = needsHealthCheck(spec) && needsHealthCheck(old) && (spec.healthCheckNodePort ?? 0) !== (old.healthCheckNodePort ?? 0);
	return [
		...(keepsOne && loadBalancerClass !== old.loadBalancerClass
			? [invalidValue('spec.loadBalancerClass', loadBalancerClass ?? 'null', 'may not change once set')]
			: []),
		...(movedHealth ? [forbiddenField('spec.healthCheckNodePort', 'field is immutable')] : []),
	];
}
