/** Containers use no ports of the node. */
import { type Check, type CheckedContainer, containersText, type FindViolation, namesWhere, plural, sorted } from './check.ts';

function hostPortsOf({ ports = [] }: CheckedContainer): readonly string[] {
	return ports.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]));
}

const find: FindViolation = (pod) => {
	const names = namesWhere(pod, (container) => hostPortsOf(container).length > 0);
	if (names.length === 0) return undefined;
	const ports = sorted(pod.containers.flatMap(hostPortsOf));
	const verb = plural('uses', names.length, 'use');
	return { reason: 'hostPort', detail: `${containersText(names)} ${verb} ${plural('hostPort', ports.length)} ${ports.join(', ')}` };
};

export const hostPorts: Check = { name: 'hostPorts', level: 'baseline', versions: [{ from: 0, find }] };
