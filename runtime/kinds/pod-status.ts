/** What node agents report of a pod: addresses under two names, and containers that ended for good. */
import type { ContainerStatus, Pod, PodStatus } from '../../generated/types/core/v1.ts';
import type { Cause } from '../api/errors.ts';
import { forbiddenField, invalidValue } from '../schema/causes.ts';
import { checkDnsSubdomain } from '../schema/rules/formats.ts';

/** `podIP` is the first of `podIPs`; older agents know only the one, and it wins. */
export function settleAddresses(status: PodStatus): void {
	const { podIP = '', podIPs = [] } = status;
	const first = podIPs[0]?.ip ?? '';
	if (podIP === '' && first !== '') status.podIP = first;
	else if (podIP !== '' && podIP !== first) status.podIPs = [{ ip: podIP }];
}

export function podStatusViolations({ status = {} }: Pod, { status: old = {}, spec }: Pod): Cause[] {
	const policy = spec?.restartPolicy ?? 'Always';
	const nominated = status.nominatedNodeName ?? '';
	return [
		...(nominated === '' || nominated === old.nominatedNodeName
			? []
			: checkDnsSubdomain(nominated).map((why) => invalidValue('status.nominatedNodeName', nominated, why))),
		...revived(status.containerStatuses, old.containerStatuses, policy, 'status.containerStatuses'),
		...revived(status.initContainerStatuses, old.initContainerStatuses, policy, 'status.initContainerStatuses'),
		...revived(status.ephemeralContainerStatuses, old.ephemeralContainerStatuses, 'Never', 'status.ephemeralContainerStatuses'),
	];
}

/** Containers that have ended and are not started again, but are said to be in another state now. */
function revived(next: readonly ContainerStatus[] = [], before: readonly ContainerStatus[] = [], policy: string, path: string): Cause[] {
	if (policy === 'Always') return [];
	return before.flatMap(({ name, state }, index) => {
		const ended = state?.terminated;
		if (ended === undefined || (policy === 'OnFailure' && ended.exitCode !== 0)) return [];
		const now = next.filter((candidate) => candidate.name === name);
		const goesOn = now.length > 0 && now.every((candidate) => candidate.state?.terminated === undefined);
		return goesOn ? [forbiddenField(`${path}[${index}].state`, 'may not be transitioned to non-terminated state')] : [];
	});
}
