/**
 * Ambiguous addresses and networks, which older programs read differently: later releases refuse them, unless the stored Service has them.
 */
import type { Service, ServiceSpec } from '../../../generated/types/core/v1.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { cidrProblem, ipProblem, olderCidrProblem, olderIpProblem } from '../../scalars/addresses.ts';
import { rangesAnnotation } from './rules.ts';
import { isExternalName, noAddress, type ServiceParts } from './server-facts.ts';

const isOn = ({ gate }: ServiceParts): boolean => gate('StrictIPCIDRValidation');

export function strictAddresses(spec: ServiceSpec, old: ServiceSpec | undefined, parts: ServiceParts): Cause[] {
	if (!isOn(parts) || isExternalName(spec)) return [];
	const ips = (spec.clusterIPs ?? []).map((text) => (text === noAddress ? '' : text));
	return problems(ips, old?.clusterIPs, (index) => `spec.clusterIPs[${index}]`, oddIp);
}

export function strictViolations({ metadata, spec = {} }: Service, old: Service | undefined, parts: ServiceParts): Cause[] {
	if (!isOn(parts)) return [];
	const { externalIPs = [], loadBalancerSourceRanges: ranges = [] } = spec;
	const before = old?.spec;
	const annotation = metadata?.annotations?.[rangesAnnotation(parts)];
	const isNew = ranges.length === 0 && annotation !== old?.metadata?.annotations?.[rangesAnnotation(parts)];
	return [
		...strictAddresses(spec, before, parts),
		...problems(externalIPs, before?.externalIPs, (index) => `spec.externalIPs[${index}]`, oddIp),
		...problems(trimmed(ranges), trimmed(before?.loadBalancerSourceRanges ?? []), (index) => `spec.LoadBalancerSourceRanges[${index}]`, oddCidr),
		...(isNew ? problems(trimmed((annotation ?? '').split(',')), [], () => `metadata.annotations[${rangesAnnotation(parts)}]`, oddCidr) : []),
	];
}

export function strictStatus({ status }: Service, old: Service, parts: ServiceParts): Cause[] {
	if (!isOn(parts)) return [];
	const ipsOf = (of: Service['status']): string[] => (of?.loadBalancer?.ingress ?? []).map(({ ip = '' }) => ip);
	return problems(ipsOf(status), ipsOf(old.status), (index) => `status.loadBalancer.ingress[${index}].ip`, oddIp);
}

const trimmed = (texts: readonly string[]): readonly string[] => texts.map((text) => text.trim());

/** Return problems that only the strict check finds; other rules report invalid text. */
const oddIp = (text: string): string | undefined => (olderIpProblem(text) === undefined ? ipProblem(text, { anyForm: true }) : undefined);
const oddCidr = (text: string): string | undefined => (olderCidrProblem(text) === undefined ? cidrProblem(text, { anyForm: true }) : undefined);

function problems(texts: readonly string[], known: readonly string[] = [], at: (index: number) => string, odd: (text: string) => string | undefined): Cause[] {
	return texts.flatMap((text, index) => {
		const why = text === '' || known.includes(text) ? undefined : odd(text);
		return why === undefined ? [] : [invalidValue(at(index), text, why)];
	});
}
