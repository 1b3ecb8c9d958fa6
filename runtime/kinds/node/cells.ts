/** Table cells of nodes. */
import type { Node } from '../../../generated/types/core/v1.ts';
import { Aged } from '../../scalars/age.ts';

export type NodeColumn = 'Status' | 'Roles' | 'Age' | 'Internal-IP' | 'External-IP' | 'OS-Image' | 'Kernel-Version' | 'Container-Runtime';

/** Returns the cells. `withArchitecture`: the kernel version includes the architecture. */
export function nodeCells({ metadata = {}, spec = {}, status = {} }: Node, labelDomain: string, withArchitecture: boolean): Record<NodeColumn, string | Aged> {
	const { osImage = '', kernelVersion = '', containerRuntimeVersion = '', architecture = '' } = status.nodeInfo ?? {};
	const address = (type: string): string => status.addresses?.find((each) => each.type === type)?.address ?? '<none>';
	const kernel = kernelVersion || '<unknown>';
	return {
		Status: [readiness(status), ...(spec.unschedulable ? ['SchedulingDisabled'] : [])].join(),
		Roles: rolesOf(metadata.labels ?? {}, labelDomain) || '<none>',
		Age: new Aged(metadata.creationTimestamp),
		'Internal-IP': address('InternalIP'),
		'External-IP': address('ExternalIP'),
		'OS-Image': osImage || '<unknown>',
		'Kernel-Version': withArchitecture && architecture !== '' ? `${kernel} (${architecture})` : kernel,
		'Container-Runtime': containerRuntimeVersion || '<unknown>',
	};
}

function readiness({ conditions = [] }: NonNullable<Node['status']>): string {
	const ready = conditions.findLast(({ type }) => type === 'Ready');
	if (ready === undefined) return 'Unknown';
	return ready.status === 'True' ? 'Ready' : 'NotReady';
}

function rolesOf(labels: Readonly<Record<string, string>>, labelDomain: string): string {
	const prefix = `node-role.${labelDomain}/`;
	const roles = Object.entries(labels).flatMap(([key, value]) => {
		const role = key.startsWith(prefix) ? key.slice(prefix.length) : key === `${labelDomain}/role` ? value : '';
		return role === '' ? [] : [role];
	});
	return [...new Set(roles)].sort().join();
}
