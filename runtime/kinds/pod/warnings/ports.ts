/** Warnings about container ports that are duplicates or have no effect, from 1.28 on. The containers of a pod share one network. */
import type { ContainerPort, PodSpec } from '../../../../generated/types/core/v1.ts';
import { allContainers } from '../annotations.ts';

interface PortAt {
	readonly path: string;
	readonly port: ContainerPort;
}

/** Returns the warnings. `at`: prefix of paths, such as `spec.`. `names`: warns about duplicate names too. */
export function portWarnings(spec: PodSpec, at: string, names: boolean): string[] {
	const byNumber = new Map<string, PortAt[]>();
	const byName = new Map<string, PortAt>();
	return allContainers(spec).flatMap(({ path: place, container: { ports = [] } }) =>
		ports.flatMap((port, index) => {
			const placed = { path: `${at}${place}.ports[${index}]`, port };
			return [...withoutPort(placed), ...repeats(placed, byNumber), ...(names ? namesakes(placed, byName) : [])];
		}),
	);
}

function withoutPort({ path, port: { name = '', hostPort = 0, containerPort = 0, protocol, hostIP = '' } }: PortAt): string[] {
	if (hostIP === '' || hostPort !== 0) return [];
	return [`${path}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`];
}

function repeats(placed: PortAt, seen: Map<string, PortAt[]>): string[] {
	const { path, port } = placed;
	const key = `${port.containerPort}/${port.protocol}`;
	const others = seen.get(key) ?? [];
	seen.set(key, [...others, placed]);
	return others.flatMap((other) => {
		const how = overlap(port, other.port);
		return how === undefined ? [] : [`${path}: ${how} port definition with ${other.path}`];
	});
}

/**
 * Describes the overlap of two ports. A port without host port is private to the pod; without host IP it uses all addresses of the node.
 */
function overlap({ hostIP = '', hostPort = 0 }: ContainerPort, other: ContainerPort): string | undefined {
	const { hostIP: otherIP = '', hostPort: otherPort = 0 } = other;
	if (hostIP === otherIP && hostPort === otherPort) return 'duplicate';
	if (hostPort === 0 || otherPort === 0) return 'overlapping';
	return hostPort === otherPort && (hostIP === '') !== (otherIP === '') ? 'dangerously ambiguous' : undefined;
}

function namesakes(placed: PortAt, seen: Map<string, PortAt>): string[] {
	const { path, port } = placed;
	if (!port.name) return [];
	const first = seen.get(port.name);
	if (first === undefined) seen.set(port.name, placed);
	if (first === undefined) return [];
	const what = `duplicate port name ${JSON.stringify(port.name)} with ${first.path}`;
	return [`${path}: ${what}, services and probes that select ports by name will use ${first.path}`];
}
