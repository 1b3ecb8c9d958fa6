/** Evaluator of services: their number, and the number of node ports and load balancers that they request. */
import type { Service } from '../../../../../generated/types/core/v1.ts';
import type { JsonObject } from '../../../../model/catalog.ts';
import { one, wholeNumber, zero } from '../../../../scalars/resource-list.ts';
import { countName, type Evaluator, type Measured } from './contract.ts';

const count = countName('services', '');
const counted: ReadonlySet<string> = new Set([count, 'services', 'services.loadbalancers', 'services.nodeports']);

export function serviceEvaluator(): Evaluator {
	return {
		storageName: 'services',
		charges: ({ subresource }) => subresource === '',
		counts: (resource) => counted.has(resource),
		measure: (object: JsonObject) => measured(object as object as Service),
	};
}

function measured({ spec = {} }: Service): Measured {
	const balances = spec.type === 'LoadBalancer';
	return {
		usage: new Map([
			[count, one],
			['services', one],
			['services.loadbalancers', balances ? one : zero],
			['services.nodeports', wholeNumber(nodePortsOf(spec))],
		]),
		isIn: () => false,
	};
}

/** Returns the number of node ports that a service requests. They may not be allocated yet. */
function nodePortsOf({ type, ports = [], allocateLoadBalancerNodePorts }: NonNullable<Service['spec']>): number {
	if (type === 'LoadBalancer' && allocateLoadBalancerNodePorts === false) return ports.filter(({ nodePort = 0 }) => nodePort !== 0).length;
	return type === 'NodePort' || type === 'LoadBalancer' ? ports.length : 0;
}
