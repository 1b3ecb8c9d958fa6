/** ServiceCIDR: at most one range per address family. A range of the other family can be added; otherwise ranges are immutable. */
import type { ServiceCIDR } from '../../generated/types/networking/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue, required } from '../model/cause.ts';
import { cidrProblem, readCidr } from '../scalars/addresses.ts';
import { keptByStatus } from './preserved-metadata.ts';

const path = 'spec.cidrs';

export const serviceCidrHooks: KindHooks<ServiceCIDR> = {
	preservedMetadata: keptByStatus,
	// Conditions are not validated.
	tolerates: ({ field = '' }) => field.startsWith('status.conditions'),
	validateCreate: ({ spec }) => rangeViolations(spec?.cidrs ?? []),
	validateUpdate({ spec }, old, { subresource }) {
		if (subresource === 'status') return [];
		const cidrs = spec?.cidrs ?? [];
		const before = old.spec?.cidrs ?? [];
		const isExtended = before.length === 1 && cidrs.length === 2;
		if (cidrs.length !== before.length && !isExtended) return [invalidValue(path, cidrs, 'field is immutable')];
		const changed = before.flatMap((text, index) => (cidrs[index] === text ? [] : [invalidValue(`${path}[${index}]`, cidrs[index], 'field is immutable')]));
		return isExtended ? [...changed, ...rangeViolations(cidrs)] : changed;
	},
};

function rangeViolations(cidrs: readonly string[]): Cause[] {
	if (cidrs.length === 0) return [required(path, 'at least one CIDR required')];
	if (cidrs.length > 2) return [invalidValue(path, { cidrs }, 'may only hold up to 2 values')];
	const [first, second] = cidrs.map((text) => readCidr(text)?.ip.family);
	const isRepeated = first !== undefined && first === second;
	return [
		...cidrs.flatMap((text, index) => formViolations(text, `${path}[${index}]`)),
		...(isRepeated ? [invalidValue(path, cidrs, 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64')] : []),
	];
}

function formViolations(text: string, at: string): Cause[] {
	const why = cidrProblem(text);
	return why === undefined ? [] : [invalidValue(at, text, why)];
}
