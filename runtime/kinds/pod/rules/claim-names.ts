/** Device claims of containers and pods: each must be one of the pod's claims. */
import type { ResourceClaim } from '../../../../generated/types/core/v1.ts';
import { type Cause, duplicate, notFoundValue } from '../../../model/cause.ts';

export function claimNameViolations(used: readonly ResourceClaim[], claims: readonly string[], path: string): Cause[] {
	const known = claims.length === 0 ? ' which is empty' : `: ${claims.toSorted().join(', ')}`;
	return used.flatMap(({ name, request = '' }, index) => {
		if (!name) return [];
		// A claim without a request name means all its requests.
		const before = used.slice(0, index).filter((other) => other.name === name);
		const whole = before.some((other) => !other.request);
		const isRepeated = whole || before.some((other) => request === '' || other.request === request);
		const shown = whole || request === '' ? name : `${name}/${request}`;
		return [
			...(isRepeated ? [duplicate(`${path}[${index}]`, shown)] : []),
			...(claims.includes(name) ? [] : [notFoundValue(`${path}[${index}]`, name, `must be one of the names in pod.spec.resourceClaims${known}`)]),
		];
	});
}
