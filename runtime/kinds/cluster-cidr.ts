/** ClusterCIDR: networks for the pod addresses of nodes. Immutable. */
import type { NodeSelector, NodeSelectorRequirement } from '../../generated/types/core/v1.ts';
import type { ClusterCIDR } from '../../generated/types/networking/v1alpha1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue, required } from '../model/cause.ts';
import { readAnyCidr } from '../scalars/addresses.ts';

const leastHostBits = 4;
/** Address families. Their names occur in field paths, as in Kubernetes. */
const families = [
	{ field: 'ipv4', family: 4, name: 'IPv4', bits: 32 },
	{ field: 'ipv6', family: 6, name: 'IPv6', bits: 128 },
] as const;

export const clusterCidrHooks: KindHooks<ClusterCIDR, 'NodeSelector'> = {
	cells: ({ spec }) => ({ NodeSelector: selectorCell(spec?.nodeSelector) }),
	validate: ({ spec }) => {
		const given = families.filter(({ field }) => (spec?.[field] ?? '') !== '');
		if (given.length === 0) return [required('spec', 'one or both of `ipv4` and `ipv6` must be specified')];
		return given.flatMap((each) => networkViolations(spec?.[each.field] ?? '', spec?.perNodeHostBits ?? 0, each));
	},
};

function networkViolations(text: string, hostBits: number, { family, name, bits }: (typeof families)[number]): Cause[] {
	const cidr = readAnyCidr(text);
	if (cidr === undefined) return [invalidValue(`spec.${name}`, text, `must be a valid CIDR: ${text}`)];
	const ofNetwork = cidr.ip.family === family ? [] : [invalidValue(`spec.${name}`, text, `must be a valid ${name} CIDR`)];
	const most = bits - cidr.prefix;
	const refused = (why: string): Cause[] => [invalidValue('spec.perNodeHostBits', hostBits, why)];
	return [
		...ofNetwork,
		...(hostBits < leastHostBits ? refused(`must be greater than or equal to ${leastHostBits}`) : []),
		...(hostBits > most ? refused(`must be less than or equal to ${most}`) : []),
	];
}

/** Returns the node selector in the format in which Go prints structs. */
function selectorCell(selector: NodeSelector | undefined): string {
	if (selector === undefined) return '<none>';
	const all = (what: string, conditions: readonly NodeSelectorRequirement[] = []): string[] =>
		conditions.length === 0 ? [] : [`${what}: [${conditions.map(({ key, operator, values = [] }) => `{${key} ${operator} [${values.join(' ')}]}`).join(' ')}]`];
	return (selector.nodeSelectorTerms ?? [])
		.flatMap(({ matchExpressions, matchFields }) => [...all('MatchExpressions', matchExpressions), ...all('MatchFields', matchFields)])
		.join(',');
}
