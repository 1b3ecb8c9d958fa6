/** Validates endpoint addresses, which every node must be able to reach. Unusual notations cause a warning or an error. */
import { type Cause, invalidValue } from '../../model/cause.ts';
import {
	ipProblem,
	isLinkLocalMulticast,
	isLinkLocalUnicast,
	isLoopback,
	isUnspecified,
	olderIpProblem,
	readAnyIp,
	readIp,
	textOf,
} from '../../scalars/addresses.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';

/** Checks an address in a field that is older than the rule of canonical addresses. `strict`: ambiguous notations are refused too. */
export function formViolations(address: string, path: string, strict: boolean): Cause[] {
	const why = strict ? ipProblem(address, { anyForm: true }) : olderIpProblem(address);
	return why === undefined ? [] : [invalidValue(path, address, why)];
}

/** Refuses addresses of the host itself (loopback, unspecified), and link-local ones (unicast and multicast). */
export function reachViolations(address: string, path: string): Cause[] {
	const ip = readAnyIp(address);
	const refused = (why: string): Cause[] => [invalidValue(path, address, why)];
	if (ip === undefined) return refused('must be a valid IP address');
	if (isUnspecified(ip)) return refused(`may not be unspecified (${address})`);
	if (isLoopback(ip)) return refused('may not be in the loopback range (127.0.0.0/8, ::1/128)');
	if (isLinkLocalUnicast(ip)) return refused('may not be in the link-local range (169.254.0.0/16, fe80::/10)');
	return isLinkLocalMulticast(ip) ? refused('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)') : [];
}

export function addressWarnings(address: string, path: string): string[] {
	const ip = readAnyIp(address);
	if (ip === undefined) return [];
	const text = textOf(ip);
	if (readIp(address) === undefined) return [`${path}: non-standard IP address ${JSON.stringify(address)} is invalid: use ${JSON.stringify(text)}`];
	if (ip.family === 4 || text === address) return [];
	return [`${path}: IPv6 address ${JSON.stringify(address)} should be in RFC 5952 canonical format (${JSON.stringify(text)})`];
}

export function nodeNameViolations(name: string | undefined, path: string): Cause[] {
	return name === undefined ? [] : checkDnsSubdomain(name).map((why) => invalidValue(path, name, why));
}

export function labelViolations(name: string, path: string): Cause[] {
	return checkDnsLabel(name).map((why) => invalidValue(path, name, why));
}

const mostShown = 3;

/** Returns the first texts, and how many are left out. */
export function firstOf(texts: readonly string[], none: string): string {
	const more = texts.length - mostShown;
	const shown = texts.slice(0, mostShown).join(',');
	return more > 0 ? `${shown} + ${more} more...` : shown || none;
}
