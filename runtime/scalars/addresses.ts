/** IP addresses and networks (CIDR) as numbers: membership and canonical text. */
import { isIP } from 'node:net';

export type Family = 4 | 6;

const bitsOf: Readonly<Record<Family, number>> = { 4: 32, 6: 128 };

export class Ip {
	readonly family: Family;
	readonly value: bigint;
	constructor(family: Family, value: bigint) {
		this.family = family;
		this.value = value;
	}
}

export class Cidr {
	readonly ip: Ip;
	readonly prefix: number;
	constructor(ip: Ip, prefix: number) {
		this.ip = ip;
		this.prefix = prefix;
	}
}

/** Returns undefined for invalid text. Zones and IPv4-mapped IPv6 addresses are invalid, as in Kubernetes. */
export function readIp(text: string): Ip | undefined {
	const family = isIP(text);
	if ((family !== 4 && family !== 6) || text.includes('%')) return undefined;
	const value = family === 4 ? joined(text.split('.'), 8n, 10) : joined(groupsOf(text), 16n, 16);
	return family === 6 && value >> 32n === 0xffffn ? undefined : new Ip(family, value);
}

function joined(parts: readonly string[], bits: bigint, base: number): bigint {
	return parts.reduce((value, part) => (value << bits) | BigInt(Number.parseInt(part, base)), 0n);
}

function groupsOf(text: string): readonly string[] {
	const dotted = /[\d.]+$/.exec(text)?.[0] ?? '';
	const low = dotted.includes('.') ? joined(dotted.split('.'), 8n, 10) : undefined;
	const plain = low === undefined ? text : `${text.slice(0, -dotted.length)}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`;
	const [before = [], after] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
	return after === undefined ? before : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** Formats as in RFC 5952: omits the first of the longest runs of zeros. */
export function textOf({ family, value }: Ip): string {
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

/**
 * Parses an address as older programs do. Accepts leading zeros. Returns the IPv4 address for an IPv4-mapped IPv6 address
 * (`::ffff:10.0.0.1`).
 */
export function readAnyIp(text: string): Ip | undefined {
	const bare = plain(text);
	const found = readIp(bare);
	if (found !== undefined || isIP(bare) !== 6 || bare.includes('%')) return found;
	return new Ip(4, joined(groupsOf(bare).slice(-2), 16n, 16));
}

export function parseIp(text: string): Ip {
	const found = readIp(text);
	if (found === undefined) throw new Error(`IP Address ${JSON.stringify(text)} parse error during conversion from string`);
	return found;
}

export function readCidr(text: string): Cidr | undefined {
	const [, address = '', bits = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
	const ip = readIp(address);
	return ip === undefined || Number(bits) > bitsOf[ip.family] ? undefined : new Cidr(ip, Number(bits));
}

/** Parses a network as older programs do, with leading zeros. */
export function readAnyCidr(text: string): Cidr | undefined {
	return readCidr(plain(text));
}

export function parseCidr(text: string): Cidr {
	const found = readCidr(text);
	if (found === undefined) throw new Error(`network address parse error during conversion from string: ${JSON.stringify(text)}`);
	return found;
}

/** Returns the first `prefix` bits. */
function network({ family, value }: Ip, prefix: number): bigint {
	return value >> BigInt(bitsOf[family] - prefix);
}

export function masked({ ip, prefix }: Cidr): Cidr {
	return new Cidr(new Ip(ip.family, network(ip, prefix) << BigInt(bitsOf[ip.family] - prefix)), prefix);
}

export function contains({ ip, prefix }: Cidr, other: Ip): boolean {
	return ip.family === other.family && network(ip, prefix) === network(other, prefix);
}

export const containsCidr = (outer: Cidr, inner: Cidr): boolean => outer.prefix <= inner.prefix && contains(outer, inner.ip);
export const isSameIp = (a: Ip, b: Ip): boolean => a.family === b.family && a.value === b.value;

/** Returns a predicate for addresses in any of the networks. */
function within(...networks: readonly string[]): (ip: Ip) => boolean {
	const all = networks.map(parseCidr);
	return (ip) => all.some((one) => contains(one, ip));
}

export const isUnspecified = within('0.0.0.0/32', '::/128');
export const isLoopback = within('127.0.0.0/8', '::1/128');
/** For IPv6 (`ffXS::`), S is the scope 2, and X may be any flags. */
export const isLinkLocalMulticast = within('224.0.0.0/24', ...Array.from({ length: 16 }, (_, flags) => `ff${flags.toString(16)}2::/16`));
export const isLinkLocalUnicast = within('169.254.0.0/16', 'fe80::/10');
const isNoGlobalUnicast = within('255.255.255.255/32', '224.0.0.0/4', 'ff00::/8');
export const isGlobalUnicast = (ip: Ip): boolean => ![isUnspecified, isLoopback, isLinkLocalUnicast, isNoGlobalUnicast].some((isOne) => isOne(ip));

/** Formats `address/bits`. */
export function cidrText({ ip, prefix }: Cidr): string {
	return `${textOf(ip)}/${prefix}`;
}

const noIp = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const noCidr = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Returns why a text is no canonical address; undefined for one. `anyForm`: other spellings of IPv6 addresses are valid too. */
export function ipProblem(text: string, { anyForm = false } = {}): string | undefined {
	const ip = readIp(text);
	if (ip === undefined) return oddity(text) ?? noIp;
	return anyForm || textOf(ip) === text ? undefined : inCanonicalForm(textOf(ip));
}

/** Checks a field that is older than the rule of canonical addresses: accepts whatever older programs do. */
export function olderIpProblem(text: string): string | undefined {
	return readAnyIp(text) === undefined ? noIp : undefined;
}

/** Returns why a text is no canonical network; undefined for one. `anyForm`: other spellings of IPv6 addresses are valid too. */
export function cidrProblem(text: string, { anyForm = false } = {}): string | undefined {
	const cidr = readCidr(text);
	if (cidr === undefined) return cidrOddity(text) ?? noCidr;
	if (masked(cidr).ip.value !== cidr.ip.value) return 'must not have bits set beyond the prefix length';
	return anyForm || cidrText(cidr) === text ? undefined : inCanonicalForm(cidrText(cidr));
}

/** Checks a field that is older than the rule of canonical networks: accepts whatever older programs do. */
export function olderCidrProblem(text: string): string | undefined {
	return readAnyCidr(text) === undefined ? noCidr : undefined;
}

function inCanonicalForm(text: string): string {
	return `must be in canonical form (${JSON.stringify(text)})`;
}

/** Describes a form that programs interpret differently; undefined for other text. */
function oddity(text: string): string | undefined {
	if (isIP(text) === 6 && !text.includes('%')) return 'must not be an IPv4-mapped IPv6 address';
	return plain(text) !== text && readIp(plain(text)) !== undefined ? 'must not have leading 0s' : undefined;
}

function cidrOddity(text: string): string | undefined {
	if (plain(text) !== text && readCidr(plain(text)) !== undefined) return 'must not have leading 0s in IP or prefix length';
	const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
	return isIP(address) === 6 && !address.includes('%') && Number(bits) <= bitsOf[6] ? 'must not have an IPv4-mapped IPv6 address' : undefined;
}

/** Removes leading zeros from the octets of an IPv4 address. */
function plain(text: string): string {
	return /^[\d./]+$/.test(text) ? text.replace(/(^|[./])0+(?=\d)/g, '$1') : text;
}
