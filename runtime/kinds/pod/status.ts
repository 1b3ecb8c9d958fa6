/** What node agents report of a pod: addresses under two names, and containers that ended for good. */
import { isIP } from 'node:net';
import type { ContainerStatus, Pod, PodStatus } from '../../../generated/types/core/v1.ts';
import { type Cause, duplicate, forbiddenField, invalidValue } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';

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

/** One address of each family. */
export function addressViolations({ podIPs = [] }: PodStatus): Cause[] {
	const addresses = podIPs.map(({ ip }) => ip ?? '');
	const path = 'status.podIPs';
	const families = addresses.map((address) => (address.includes('%') ? 0 : isIP(address)));
	const malformed = addresses.flatMap((address, index) =>
		families[index] === 0 ? [invalidValue(`${path}[${index}]`, address, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')] : [],
	);
	const twice = new Set(families).size < families.length ? [invalidValue(path, addresses, 'may specify no more than one IP for each IP family')] : [];
	const seen = new Set<string>();
	const repeated = addresses.flatMap((address, index) => {
		if (seen.has(address)) return [duplicate(`${path}[${index}]`, address)];
		seen.add(address);
		return [];
	});
	return [...malformed, ...twice, ...repeated];
}

/** Containers that have ended and are not started again, but are said to be in another state now. */
function revived(next: readonly ContainerStatus[] = [], before: readonly ContainerStatus[] = [], policy: string, path: string): Cause[] {
	if (policy === 'Always') return [];
	/** Names of containers, and whether all that is said of each is that it goes on. */
	const goesOn = new Map<string, boolean>();
	for (const { name, state } of next) goesOn.set(name, state?.terminated === undefined && goesOn.get(name) !== false);
	return before.flatMap(({ name, state }, index) => {
		const ended = state?.terminated;
		if (ended === undefined || (policy === 'OnFailure' && ended.exitCode !== 0)) return [];
		return goesOn.get(name) === true ? [forbiddenField(`${path}[${index}].state`, 'may not be transitioned to non-terminated state')] : [];
	});
}
