/** Warnings about valid Services. */
import type { Service } from '../../../generated/types/core/v1.ts';
import { cidrText, masked, readAnyCidr, readCidr, textOf } from '../../scalars/addresses.ts';
import { addressWarnings } from '../endpoints/addresses.ts';
import { topologyAnnotations } from './rules.ts';
import type { ServiceParts } from './server-facts.ts';

/** Returns the warnings; available: none before 1.27. */
export function serviceWarnings({ metadata, spec = {} }: Service, { vocabulary, since }: ServiceParts): string[] {
	if (!since('1.27')) return [];
	const { type, clusterIP, clusterIPs = [], externalIPs = [], loadBalancerIP = '', externalName = '', trafficDistribution } = spec;
	const [older, newer] = topologyAnnotations(vocabulary.labelDomain);
	const headless = type === 'ClusterIP' && clusterIP === 'None';
	const hasName = type === 'ExternalName';
	const isSet = clusterIP !== undefined && clusterIP !== '' && clusterIP !== 'None';
	const when = (holds: boolean, text: string): string[] => (holds ? [text] : []);
	return [
		...when(metadata?.annotations?.[older] !== undefined, `annotation ${older} is deprecated, please use ${newer} instead`),
		...(isSet ? clusterIPs.flatMap((ip, index) => addressWarnings(ip, `spec.clusterIPs[${index}]`)) : []),
		...when(headless && since('1.34') && loadBalancerIP !== '', 'spec.loadBalancerIP is ignored for headless services'),
		...when(headless && since('1.34') && externalIPs.length > 0, 'spec.externalIPs is ignored for headless services'),
		...when(headless && since('1.34') && spec.sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services'),
		...externalIPs.flatMap((ip, index) => addressWarnings(ip, `spec.externalIPs[${index}]`)),
		...when(
			since('1.36') && externalIPs.length > 0 && !headless && !hasName,
			'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
		),
		...(loadBalancerIP === '' ? [] : addressWarnings(loadBalancerIP, 'spec.loadBalancerIP')),
		...(spec.loadBalancerSourceRanges ?? []).flatMap((text, index) => cidrWarnings(text, `spec.loadBalancerSourceRanges[${index}]`)),
		...when(since('1.28') && hasName && externalIPs.length > 0, 'spec.externalIPs is ignored when spec.type is "ExternalName"'),
		...when(since('1.28') && !hasName && externalName !== '', 'spec.externalName is ignored when spec.type is not "ExternalName"'),
		...when(since('1.35') && trafficDistribution === 'PreferClose', 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'),
	];
}

/** Warns about a network that is ambiguous or not canonical (RFC 5952). */
export function cidrWarnings(text: string, path: string): string[] {
	const cidr = readAnyCidr(text);
	if (cidr === undefined) return [];
	const network = cidrText(masked(cidr));
	const shown = JSON.stringify(text);
	const single = `${textOf(cidr.ip)}/${cidr.ip.family === 4 ? 32 : 128}`;
	const warnings = [
		...(masked(cidr).ip.value === cidr.ip.value
			? []
			: [`${path}: CIDR value ${shown} is ambiguous in this context (should be ${JSON.stringify(network)} or ${JSON.stringify(single)}?)`]),
		...(readCidr(text) === undefined ? [`${path}: non-standard CIDR value ${shown} is invalid: use ${JSON.stringify(network)}`] : []),
	];
	if (warnings.length > 0 || cidr.ip.family === 4 || cidrText(cidr) === text) return warnings;
	return [`${path}: IPv6 CIDR value ${shown} should be in RFC 5952 canonical format (${JSON.stringify(cidrText(cidr))})`];
}
