/** Node ports and health check node port of a Service, allocated in place. */
import type { ServicePort, ServiceSpec } from '../../../generated/types/core/v1.ts';
import { ApiError, invalid } from '../../api/errors.ts';
import { invalidValue } from '../../model/cause.ts';
import { holdsPort, portRangeText } from '../../scalars/port-range.ts';
import type { AllocationContext } from './cluster-ips.ts';
import { freeOf, reservedOf } from './random-allocation.ts';
import { needsHealthCheck, needsNodePorts, nodePortsOf, type ServiceParts } from './server-facts.ts';

/** Resource of the rows for allocated node ports. No kind is served under this name; clients see only the Services. */
export const nodePortRows = 'servicenodeports';

const reservedShare = { share: 32, least: 16, most: 128 };
/** First port that a dry run shows; outside the default range. */
const firstTrial = 32_769;

/** Allocator of node ports for one write. */
class Ports {
	readonly #asking: AllocationContext;
	readonly #parts: ServiceParts;
	/** Ports allocated by this write. */
	readonly #given = new Set<number>();

	constructor(asking: AllocationContext, parts: ServiceParts) {
		this.#asking = asking;
		this.#parts = parts;
	}

	/** Allocates a requested port. Returns the reason when it is not available. */
	take(port: number): string | undefined {
		const { nodePorts } = this.#parts.ranges;
		if (!this.#asking.dryRun && !holdsPort(nodePorts, port))
			return `provided port is not in the valid range. The range of valid ports is ${portRangeText(nodePorts)}`;
		if (this.#isTaken(port)) return 'provided port is already allocated';
		this.#given.add(port);
		return undefined;
	}

	/** Allocates a free port. Throws ApiError InternalError when none is left; `what` names the port in its message. */
	next(what: string): number {
		const { ranges, gate } = this.#parts;
		const { first, size } = ranges.nodePorts;
		if (this.#asking.dryRun) return this.#give(this.#given.size === 0 ? firstTrial : Math.max(...this.#given) + 1);
		const reserved = gate('ServiceNodePortStaticSubrange') ? reservedOf(size, reservedShare) : 0;
		const index = freeOf(size, reserved, (at) => this.#isTaken(first + at));
		if (index === undefined) throw internal(`failed to allocate a ${what}: range is full`);
		return this.#give(first + index);
	}

	#give(port: number): number {
		this.#given.add(port);
		return port;
	}

	#isTaken(port: number): boolean {
		return this.#given.has(port) || this.#asking.stored.has(nodePortRows, String(port));
	}
}

/** Restores node ports that an old client's update omits. */
export function keepNodePorts(spec: ServiceSpec, old: ServiceSpec, parts: ServiceParts): void {
	if (hasOwnPorts(spec, parts) && hasOwnPorts(old, parts)) {
		const now = new Set(nodePortsOf(spec.ports));
		const used = new Set(nodePortsOf(old.ports).filter((port) => now.has(port)));
		const byName = new Map((old.ports ?? []).map(({ name = '', nodePort = 0 }) => [name, nodePort]));
		for (const port of spec.ports ?? []) {
			const before = byName.get(port.name ?? '') ?? 0;
			if (!port.nodePort && before !== 0 && !used.has(before)) port.nodePort = before;
		}
	}
	if (needsHealthCheck(spec) && needsHealthCheck(old) && !spec.healthCheckNodePort && old.healthCheckNodePort)
		spec.healthCheckNodePort = old.healthCheckNodePort;
}

/** Reports whether the service has node ports. From 1.30 on a load balancer may opt out. */
function hasOwnPorts(spec: ServiceSpec, { since }: ServiceParts): boolean {
	return needsNodePorts(spec) && (spec.type === 'NodePort' || !since('1.30') || spec.allocateLoadBalancerNodePorts !== false);
}

/** Allocates node ports. Throws ApiError Invalid or InternalError. */
export function giveNodePorts(spec: ServiceSpec, old: ServiceSpec | undefined, asking: AllocationContext, parts: ServiceParts): void {
	const ports = new Ports(asking, parts);
	if (needsNodePorts(spec)) {
		if (old === undefined) giveToNew(spec, ports, asking.name);
		else giveToChanged(spec, old, ports, asking.name);
	}
	if (needsHealthCheck(spec) && (old === undefined || !needsHealthCheck(old))) giveHealthCheck(spec, ports);
}

const getsPorts = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean => type === 'NodePort' || allocateLoadBalancerNodePorts !== false;

/** Allocates the ports of a new service. Service ports of the same number share a node port, whatever the protocol. */
function giveToNew(spec: ServiceSpec, ports: Ports, name: string): void {
	const all = spec.ports ?? [];
	const given = new Map<number, number>();
	for (const [index, port] of all.entries()) {
		if (!port.nodePort && !getsPorts(spec)) continue;
		const shared = given.get(port.port);
		if (shared === undefined) {
			const asked = all.find((one) => one.port === port.port && one.nodePort)?.nodePort;
			if (asked !== undefined) takePort(ports, asked, index, name);
			port.nodePort = asked ?? ports.next('nodePort');
			given.set(port.port, port.nodePort);
		} else if (!port.nodePort) port.nodePort = shared;
		else if (port.nodePort !== shared) takePort(ports, port.nodePort, index, name);
	}
}

function giveToChanged(spec: ServiceSpec, old: ServiceSpec, ports: Ports, name: string): void {
	const before = new Set(nodePortsOf(old.ports));
	const taken = new Set<number>();
	const seen: ServicePort[] = [];
	for (const [index, port] of (spec.ports ?? []).entries()) {
		if (!port.nodePort && !getsPorts(spec)) continue;
		if (!port.nodePort) port.nodePort = ports.next('nodePort');
		else if (!before.has(port.nodePort) && !taken.has(port.nodePort)) {
			takePort(ports, port.nodePort, index, name);
			taken.add(port.nodePort);
		}
		const { nodePort, protocol = '' } = port;
		if (seen.some((one) => one.nodePort === nodePort && one.protocol === protocol)) throw internal(`duplicate nodePort: {${protocol} ${nodePort}}`, '');
		seen.push(port);
	}
}

function takePort(ports: Ports, port: number, index: number, name: string): void {
	const why = ports.take(port);
	if (why !== undefined) throw invalid('Service', '', name, [invalidValue(`spec.ports[${index}].nodePort`, port, why)]);
}

function giveHealthCheck(spec: ServiceSpec, ports: Ports): void {
	const asked = spec.healthCheckNodePort ?? 0;
	if (asked === 0) {
		spec.healthCheckNodePort = ports.next('HealthCheck NodePort 0');
		return;
	}
	const why = ports.take(asked);
	if (why !== undefined) throw internal(`failed to allocate requested HealthCheck NodePort ${asked}: ${why}`);
}

function internal(why: string, before = 'Internal error occurred: '): ApiError {
	return new ApiError('InternalError', `${before}${why}`, { causes: [{ reason: 'InternalError', message: why }] });
}

/** Returns the allocated node ports. */
export function heldPorts(spec: ServiceSpec): readonly number[] {
	const health = needsHealthCheck(spec) ? (spec.healthCheckNodePort ?? 0) : 0;
	const all = [...(needsNodePorts(spec) ? nodePortsOf(spec.ports) : []), ...(health > 0 ? [health] : [])];
	return [...new Set(all)];
}
