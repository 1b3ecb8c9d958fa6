/** Kernel parameters of pods. */
import type { Sysctl } from '../../../../generated/types/core/v1.ts';
import type { PodSecurityPolicySpec } from '../../../../generated/types/policy/v1beta1.ts';
import { covers } from '../../../kinds/pod-security-policy.ts';
import { type Cause, forbiddenField } from '../../../model/cause.ts';

/** Parameters that concern the pod alone. */
const safe = [
	...['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies'],
	...['net.ipv4.ping_group_range', 'net.ipv4.ip_unprivileged_port_start'],
];

export function sysctlProblems(sysctls: readonly Sysctl[], { forbiddenSysctls = [], allowedUnsafeSysctls = [] }: PodSecurityPolicySpec): readonly Cause[] {
	return sysctls.flatMap(({ name = '' }, i) => {
		const at = `pod.spec.securityContext.sysctls[${i}]`;
		if (forbiddenSysctls.some((pattern) => covers(pattern, name))) return [forbiddenField(at, `sysctl ${JSON.stringify(name)} is not allowed`)];
		if (safe.includes(name) || allowedUnsafeSysctls.some((pattern) => covers(pattern, name))) return [];
		return [forbiddenField(at, `unsafe sysctl ${JSON.stringify(name)} is not allowed`)];
	});
}
