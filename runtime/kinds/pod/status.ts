/** Pod status from kubelets: address fields in two forms, and containers that have ended for good. */
import { isIP } from 'node:net';
import type { ContainerStatus, Pod, PodExtendedResourceClaimStatus, PodSpec, PodStatus } from '../../../generated/types/core/v1.ts';
import { type Cause, duplicate, forbiddenField, invalidValue, required } from '../../model/cause.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';

const unasked = 'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests';

/** Makes `podIP` the first of `podIPs`. Older kubelets know only `podIP`, which takes precedence. */
export function normalizePodIPs(status: PodStatus): void {
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

/** Validates status fields of later releases: the QoS class is immutable, and claim statuses name claims of the pod. */
export function laterStatusViolations({ status = {} }: Pod, { status: old = {}, spec }: Pod): Cause[] {
	const claims = new Set((spec?.resourceClaims ?? []).map(({ name }) => name));
	const { qosClass, resourceClaimStatuses = [], conditions = [] } = status;
	return [
		...(qosClass === old.qosClass ? [] : [invalidValue('status.qosClass', qosClass, 'field is immutable')]),
		...hostAddressViolations(status),
		...resourceClaimStatuses.flatMap(({ name, resourceClaimName }, index) => {
			const at = `status.resourceClaimStatuses[${index}]`;
			return [
				...(claims.has(name) ? [] : [invalidValue(`${at}.name`, name, 'must match the name of an entry in `spec.resourceClaims`')]),
				...(resourceClaimName === undefined ? [] : checkDnsSubdomain(resourceClaimName)).map((why) =>
					invalidValue(`${at}.resourceClaimName`, resourceClaimName, why),
				),
			];
		}),
		...(status.extendedResourceClaimStatus === undefined ? [] : extendedClaimViolations(status.extendedResourceClaimStatus, spec)),
		...conditions.flatMap(({ observedGeneration }, index) => negative(observedGeneration, `status.conditions[${index}].observedGeneration`)),
		...negative(status.observedGeneration, 'status.observedGeneration'),
	];
}

/** Validates the claim for extended resources, which maps the extended resources of containers to requests. */
function extendedClaimViolations({ requestMappings = [], resourceClaimName = '' }: Partial<PodExtendedResourceClaimStatus>, spec?: PodSpec): Cause[] {
	const at = 'status.extendedResourceClaimStatus';
	const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
	const seen = new Set<string>();
	return [
		...(requestMappings.length === 0 ? [required(`${at}.requestMappings`, 'at least one request mapping is required')] : []),
		...requestMappings.flatMap(({ containerName = '', resourceName = '', requestName = '' }, index): Cause[] => {
			const item = `${at}.requestMappings[${index}]`;
			const container = containers.findLast(({ name }) => name === containerName);
			const key = JSON.stringify([containerName, resourceName, requestName]);
			const isRepeated = seen.has(key);
			seen.add(key);
			return [
				...(container === undefined
					? [invalidValue(`${item}.containerName`, containerName, 'must match the name of an entry in spec.initContainers.name or spec.containers.name')]
					: Object.hasOwn(container.resources?.requests ?? {}, resourceName)
						? []
						: [invalidValue(`${item}.resourceName`, resourceName, unasked)]),
				// Kubernetes' path has no index.
				...checkDnsLabel(requestName).map((why) => invalidValue(`${at}.requestName`, requestName, why)),
				...(isRepeated
					? [duplicate(`${item}.containerName`, containerName), duplicate(`${item}.resourceName`, resourceName), duplicate(`${item}.requestName`, requestName)]
					: []),
			];
		}),
		...(resourceClaimName === ''
			? [required(`${at}.resourceClaimName`)]
			: checkDnsSubdomain(resourceClaimName).map((why) => invalidValue(`${at}.resourceClaimName`, resourceClaimName, why))),
	];
}

function negative(generation: number | bigint = 0, path: string): Cause[] {
	return generation < 0 ? [invalidValue(path, generation, 'must be a non-negative integer')] : [];
}

/** Checks that `hostIP` is the first of `hostIPs`, when set. */
function hostAddressViolations({ hostIP = '', hostIPs = [] }: PodStatus): Cause[] {
	const [first] = hostIPs;
	const apart = first !== undefined && first.ip !== hostIP ? [invalidValue('status.hostIPs[0].ip', first.ip, 'must be equal to `hostIP`')] : [];
	return [...apart, ...oneOfEach(hostIPs, 'status.hostIPs')];
}

export function addressViolations({ podIPs = [] }: PodStatus): Cause[] {
	return oneOfEach(podIPs, 'status.podIPs');
}

/** Checks that there is at most one address per family. */
function oneOfEach(all: readonly { readonly ip?: string }[], path: string): Cause[] {
	const addresses = all.map(({ ip }) => ip ?? '');
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

/** Reports containers that had ended for good and are now in another state. */
function revived(next: readonly ContainerStatus[] = [], before: readonly ContainerStatus[] = [], policy: string, path: string): Cause[] {
	if (policy === 'Always') return [];
	/** Whether every status with a container name is non-terminated, by name. */
	const goesOn = new Map<string, boolean>();
	for (const { name, state } of next) goesOn.set(name, state?.terminated === undefined && goesOn.get(name) !== false);
	return before.flatMap(({ name, state }, index) => {
		const ended = state?.terminated;
		if (ended === undefined || (policy === 'OnFailure' && ended.exitCode !== 0)) return [];
		return goesOn.get(name) === true ? [forbiddenField(`${path}[${index}].state`, 'may not be transitioned to non-terminated state')] : [];
	});
}
