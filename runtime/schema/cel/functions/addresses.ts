/** Addresses of hosts and networks: `ip("10.0.0.1").isLoopback()`, `cidr("10.0.0.0/8").containsIP("10.0.0.1")`. */
import { isIP } from 'node:net';
import type { CelLibrary } from './library.ts';

type Family = 4 | 6;

const bitsOf: Readonly<Record<Family, number>> = { 4: 32, 6: 128 };

class Ip {
	readonly family: Family;
	readonly value: bigint;
	constructor(family: Family, value: bigint) {
		this.family = family;
		this.value = value;
	}
}

class Cidr {
	readonly ip: Ip;
	readonly prefix: number;
	constructor(ip: Ip, prefix: number) {
		this.ip = ip;
		this.prefix = prefix;
	}
}

/** Undefined: it is none. With a zone, or an IPv4 address within an IPv6 address, it is not taken, as in Kubernetes. */
function readIp(text: string): Ip | undefined {
	const family = isIP(text);
	if ((family !== 4 && family !== 6) || text.includes('%')) return undefined;
	const value = family === 4 ? joined(text.split('.'), 8n, 10) : joined(groupsOf(text), 16n, 16);
	return family === 6 && value >> 32n === 0xffffn ? undefined : new Ip(family, value);
}

function joined(parts: readonly string[], bits: bigint, base: number): bigint {
	return parts.reduce((value, part) => (value << bits) | BigInt(Number.parseInt(part, base)), 0n);
}

/** The eight groups of an IPv6 address. */
function groupsOf(text: string): readonly string[] {
	const dotted = /[\d.]+$/.exec(text)?.[0] ?? '';
	const low = dotted.includes('.') ? joined(dotted.split('.'), 8n, 10) : undefined;
	const plain = low === undefined ? text : `${text.slice(0, -dotted.length)}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`;
	const [before = [], after] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
	return after === undefined ? before : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** As RFC 5952 writes it: the first of the longest runs of zeros is left out. */
function textOf({ family, value }: Ip): string {
	if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
	const groups = Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16));
	const runs = [
		...groups
			.map((group) => (group === '0' ? '0' : 'x'))
			.join('')
			.matchAll(/0{2,}/g),
	];
	const longest = runs.reduce<RegExpMatchArray | undefined>((best, run) => (best === undefined || run[0].length > best[0].length ? run : best), undefined);
	if (longest === undefined) return groups.join(':');
	const at = longest.index ?? 0;
	return `${groups.slice(0, at).join(':')}::${groups.slice(at + longest[0].length).join(':')}`;
}

function parseIp(text: string): Ip {
	const found = readIp(text);
	if (found === undefined) throw new Error(`IP Address ${JSON.stringify(text)} parse error during conversion from string`);
	return found;
}

function readCidr(text: string): Cidr | undefined {
	const [, address = '', bits = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
	const ip = readIp(address);
	return ip === undefined || Number(bits) > bitsOf[ip.family] ? undefined : new Cidr(ip, Number(bits));
}

function parseCidr(text: string): Cidr {
	const found = readCidr(text);
	if (found === undefined) throw new Error(`network address parse error during conversion from string: ${JSON.stringify(text)}`);
	return found;
}

/** The bits that the first `prefix` ones are. */
function network({ family, value }: Ip, prefix: number): bigint {
	return value >> BigInt(bitsOf[family] - prefix);
}

function masked({ ip, prefix }: Cidr): Cidr {
	return new Cidr(new Ip(ip.family, network(ip, prefix) << BigInt(bitsOf[ip.family] - prefix)), prefix);
}

function contains({ ip, prefix }: Cidr, other: Ip): boolean {
	return ip.family === other.family && network(ip, prefix) === network(other, prefix);
}

const containsCidr = (outer: Cidr, inner: Cidr): boolean => outer.prefix <= inner.prefix && contains(outer, inner.ip);
const isSameIp = (a: Ip, b: Ip): boolean => a.family === b.family && a.value === b.value;

/** Whether an address is in one of these networks. */
function within(...networks: readonly string[]): (ip: Ip) => boolean {
	const all = networks.map(parseCidr);
	return (ip) => all.some((one) => contains(one, ip));
}

const isUnspecified = within('0.0.0.0/32', '::/128');
const isLoopback = within('127.0.0.0/8', '::1/128');
const isLinkLocalMulticast = within('224.0.0.0/24', 'ff02::/16');
const isLinkLocalUnicast = within('169.254.0.0/16', 'fe80::/10');
const isNoGlobalUnicast = within('255.255.255.255/32', '224.0.0.0/4', 'ff00::/8');
const isGlobalUnicast = (ip: Ip): boolean => ![isUnspecified, isLoopback, isLinkLocalUnicast, isNoGlobalUnicast].some((isOne) => isOne(ip));

const ipType = 'net.IP';
const cidrType = 'net.CIDR';

/** Functions of the type are called on its name. */
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
		{ signature: `string(${cidrType}): string`, handler: ({ ip, prefix }: Cidr) => `${textOf(ip)}/${prefix}` },
		{ signature: `${cidrType}.containsIP(string): bool`, handler: (cidr, text) => contains(cidr, parseIp(text)) },
		{ signature: `${cidrType}.containsIP(${ipType}): bool`, handler: contains },
		{ signature: `${cidrType}.containsCIDR(string): bool`, handler: (cidr, text) => containsCidr(cidr, parseCidr(text)) },
		{ signature: `${cidrType}.containsCIDR(${cidrType}): bool`, handler: containsCidr },
		{ signature: `${cidrType}.ip(): ${ipType}`, handler: ({ ip }: Cidr) => ip },
		{ signature: `${cidrType}.masked(): ${cidrType}`, handler: masked },
		{ signature: `${cidrType}.prefixLength(): int`, handler: ({ prefix }: Cidr) => BigInt(prefix) },
	],
};
