/** Ports that containers take on their node. */
import type { Container } from '../../../../generated/types/core/v1.ts';
import type { HostPortRange } from '../../../../generated/types/policy/v1beta1.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';

export function hostPortProblems({ ports = [] }: Container, path: string, allowed: readonly HostPortRange[]): readonly Cause[] {
	return ports.flatMap(({ hostPort = 0 }) => {
		if (hostPort === 0 || allowed.some(({ min = 0, max = 0 }) => hostPort >= min && hostPort <= max)) return [];
		const ranges = allowed.map(({ min = 0, max = 0 }) => (min === max ? `${min}` : `${min}-${max}`)).join(',');
		return [invalidValue(`${path}.hostPort`, hostPort, `Host port ${hostPort} is not allowed to be used. Allowed ports: [${ranges}]`)];
	});
}
