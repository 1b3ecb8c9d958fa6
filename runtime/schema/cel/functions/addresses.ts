/** Functions of IP addresses and networks: `ip("10.0.0.1").isLoopback()`, `cidr("10.0.0.0/8").containsIP("10.0.0.1")`. */
import {
	Cidr,
	cidrText,
	contains,
	containsCidr,
	Ip,
	isGlobalUnicast,
	isLinkLocalMulticast,
	isLinkLocalUnicast,
	isLoopback,
	isSameIp,
	isUnspecified,
	masked,
	parseCidr,
	parseIp,
	readCidr,
	readIp,
	textOf,
} from '../../../scalars/addresses.ts';
import type { CelLibrary } from './library.ts';

const ipType = 'net.IP';
const cidrType = 'net.CIDR';

/** Receiver of functions that are called on the type's name. */
class IpNamespace {}

export const addresses: CelLibrary = {
	types: [
		{ name: ipType, ctor: Ip, equals: isSameIp },
		{ name: cidrType, ctor: Cidr, equals: (a: Cidr, b: Cidr) => isSameIp(a.ip, b.ip) && a.prefix === b.prefix },
		{ name: 'IPNamespace', ctor: IpNamespace, namespace: 'ip' },
	],
	functions: [
		{ signature: 'isIP(string): bool', handler: (text) => readIp(text) !== undefined },
		{ signature: `ip(string): ${ipType}`, handler: parseIp },
		{ signature: 'IPNamespace.isCanonical(string): bool', handler: (_, text) => textOf(parseIp(text)) === text },
		{ signature: `string(${ipType}): string`, handler: textOf },
		{ signature: `${ipType}.family(): int`, handler: ({ family }: Ip) => BigInt(family) },
		{ signature: `${ipType}.isUnspecified(): bool`, handler: isUnspecified },
		{ signature: `${ipType}.isLoopback(): bool`, handler: isLoopback },
		{ signature: `${ipType}.isLinkLocalMulticast(): bool`, handler: isLinkLocalMulticast },
		{ signature: `${ipType}.isLinkLocalUnicast(): bool`, handler: isLinkLocalUnicast },
		{ signature: `${ipType}.isGlobalUnicast(): bool`, handler: isGlobalUnicast },
		{ signature: 'isCIDR(string): bool', handler: (text) => readCidr(text) !== undefined },
		{ signature: `cidr(string): ${cidrType}`, handler: parseCidr },
		{ signature: `string(${cidrType}): string`, handler: cidrText },
		{ signature: `${cidrType}.containsIP(string): bool`, handler: (cidr, text) => contains(cidr, parseIp(text)) },
		{ signature: `${cidrType}.containsIP(${ipType}): bool`, handler: contains },
		{ signature: `${cidrType}.containsCIDR(string): bool`, handler: (cidr, text) => containsCidr(cidr, parseCidr(text)) },
		{ signature: `${cidrType}.containsCIDR(${cidrType}): bool`, handler: containsCidr },
		{ signature: `${cidrType}.ip(): ${ipType}`, handler: ({ ip }: Cidr) => ip },
		{ signature: `${cidrType}.masked(): ${cidrType}`, handler: masked },
		{ signature: `${cidrType}.prefixLength(): int`, handler: ({ prefix }: Cidr) => BigInt(prefix) },
	],
};
