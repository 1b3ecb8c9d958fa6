/** Kernel parameters of a pod: refused for namespaces that it shares with its node (Kubernetes issue 118702). */
import type { PodSpec } from '../../../../generated/types/core/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { compareReleases } from '../../../model/release.ts';

/** Parameters of the IPC and network namespaces. */
const shared = [
	{ of: 'hostIPC', parameters: /^(kernel\.(sem$|shm|msg)|fs\.mqueue\.)/ },
	{ of: 'hostNetwork', parameters: /^net\./ },
] as const;

/** `path`: field path of the spec. */
export function sysctlViolations(spec: PodSpec, path: string, release: Release): Cause[] {
	if (compareReleases(release, '1.29') < 0) return [];
	const inForce = shared.filter(({ of }) => spec[of] === true);
	return (spec.securityContext?.sysctls ?? []).flatMap(({ name = '' }, index) =>
		inForce
			.filter(({ parameters }) => parameters.test(dotted(name)))
			.map(({ of }) => invalidValue(`${path}.securityContext.sysctls[${index}].name`, name, `may not be specified when '${of}' is true`)),
	);
}

/** Returns the name with dots. The first separator decides the notation: `net/ipv4/conf/eth0.1` is `net.ipv4.conf.eth0/1`. */
function dotted(name: string): string {
	return /[./]/.exec(name)?.[0] === '/' ? name.replace(/[./]/g, (sign) => (sign === '/' ? '.' : '/')) : name;
}
