/** Flags for the ranges of service addresses and node ports. */
import type { Flag } from '../../api/flag.ts';
import { list } from '../../api/flag-value.ts';
import { type Cidr, masked, parseCidr } from '../../scalars/addresses.ts';
import { type PortRange, parsePortRange } from '../../scalars/port-range.ts';

/**
 * Largest networks. IPv4: 2^20 addresses, as in Kubernetes. IPv6: a /64. Kubernetes limits IPv6 to 2^20 addresses too, but only without the
 * gate MultiCIDRServiceAllocator (ranges as ServiceCIDR objects). The flag is parsed before the gates are known.
 */
const mostIpv4Bits = 20;
const leastIpv6Prefix = 64;
/** Networks with fewer than 2^3 addresses are refused, since the server's own Service takes the first one. */
const leastBits = 3;

export const serviceClusterIpRange: Flag<readonly Cidr[]> = {
	name: 'service-cluster-ip-range',
	value: 'CIDRS',
	help: 'CIDR range for the cluster IPs of services. One per IP family may be given, the default family first, such as 10.96.0.0/16,fd00:10:96::/112.',
	default: [masked(parseCidr('10.0.0.0/24'))],
	shown: '10.0.0.0/24',
	parse: cidrs,
};

export const serviceNodePortRange: Flag<PortRange> = {
	name: 'service-node-port-range',
	value: 'PORTS',
	help: 'Port range for services with node ports.',
	default: parsePortRange('30000-32767'),
	shown: '30000-32767',
	parse: parsePortRange,
};

function cidrs(text: string): readonly Cidr[] {
	const all = list(text).map((one) => masked(parseCidr(one)));
	const [first, second] = all.map(({ ip }) => ip.family);
	if (all.length > 2 || first === second) throw new Error('expected one network, or one of each family');
	const large = all.find(({ ip, prefix }) => (ip.family === 4 ? 32 - prefix > mostIpv4Bits : prefix < leastIpv6Prefix));
	if (large !== undefined)
		throw new Error(`expected a network of at most 2^${mostIpv4Bits} IPv4 addresses, or an IPv6 network of at least ${leastIpv6Prefix} bits`);
	const small = all.some(({ ip, prefix }) => (ip.family === 4 ? 32 : 128) - prefix < leastBits);
	if (small) throw new Error(`expected a network of at least ${2 ** leastBits} addresses`);
	return all;
}
