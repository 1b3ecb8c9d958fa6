/**
 * String formats by name. A check returns the detail texts of `Invalid value` causes, in Kubernetes' wording, or a function that makes
 * another cause. Valid text returns an empty list.
 */
import { isIP } from 'node:net';
import type { Json } from '../model/catalog.ts';
import { type Cause, tooLong } from '../model/cause.ts';
import { scheduleProblem } from './cron.ts';
import { namedFormats } from './named-formats.ts';
import { timeProblem } from './time.ts';
import { timeZoneProblem } from './time-zones.ts';

export type Problem = string | { at(path: string): Cause };

export interface Format {
	readonly name: string;
	/** Description for reference pages. */
	readonly documentation: string;
	check(text: string): readonly Problem[];
	/** OpenAPI keywords; absent for formats that only this server's validation has. */
	readonly openapi?: { readonly [keyword: string]: Json };
}

const none: readonly Problem[] = [];

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${label}(\\.${label})*`;
const qualified = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const labelText = `(${qualified})?`;

const labelPattern = anchored(label);
const label1035Pattern = anchored(label1035);
const subdomainPattern = anchored(subdomain);
const wildcardPattern = anchored(`\\*\\.${subdomain}`);
const qualifiedPattern = anchored(qualified);
const labelTextPattern = anchored(labelText);

function anchored(source: string): RegExp {
	return new RegExp(`^(?:${source})$`);
}

function longest(text: string, max: number, unit: 'characters' | 'bytes' = 'characters'): readonly string[] {
	return text.length > max ? [`must be no more than ${max} ${unit}`] : [];
}

/** Formats `what (e.g. 'a',  or 'b', regex used for validation is '...')`. The double space is Kubernetes' wording. */
function mismatch(what: string, source: string, ...examples: readonly string[]): string {
	return `${what} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${source}')`;
}

export function checkDnsLabel(text: string): readonly string[] {
	if (text.length <= 63 && labelPattern.test(text)) return [];
	const what = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
	if (labelPattern.test(text)) return longest(text, 63);
	const isDotted = text.length <= 4096 && subdomainPattern.test(text);
	return [...longest(text, 63), isDotted ? 'must not contain dots' : mismatch(what, label, 'my-name', '123-abc')];
}

export function checkDnsLabel1035(text: string): readonly string[] {
	const what =
		"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
	return [...longest(text, 63), ...(label1035Pattern.test(text) ? [] : [mismatch(what, label1035, 'my-name', 'abc-123')])];
}

export function checkDnsSubdomain(text: string): readonly string[] {
	return subdomainProblems(text, 'characters');
}

function subdomainProblems(text: string, unit: 'characters' | 'bytes'): readonly string[] {
	if (text.length <= 253 && subdomainPattern.test(text)) return [];
	const what =
		"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
	return [...longest(text, 253, unit), ...(text.length <= 4096 && subdomainPattern.test(text) ? [] : [mismatch(what, subdomain, 'example.com')])];
}

function checkWildcardDnsSubdomain(text: string): readonly string[] {
	const what =
		"a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
	return [...longest(text, 253), ...(wildcardPattern.test(text) ? [] : [mismatch(what, `\\*\\.${subdomain}`, '*.example.com')])];
}

/** Checks that a name is one segment of a URL path, as for names of roles. */
export function checkPathSegment(text: string): readonly string[] {
	if (text === '.' || text === '..') return [`may not be '${text}'`];
	return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}

const namePart = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const nameExamples = ['MyName', 'my.name', '123-abc'] as const;

/** Checks `prefix/name`, where the prefix is an optional DNS subdomain: label keys, resource names. */
export function checkQualifiedName(text: string): readonly string[] {
	if (text.length <= 63 && qualifiedPattern.test(text)) return [];
	const parts = text.split('/');
	if (parts.length > 2) {
		return [`a valid label key ${mismatch(namePart, qualified, ...nameExamples)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
	}
	const problems: string[] = [];
	if (parts.length === 2) {
		const prefix = parts[0] ?? '';
		problems.push(...(prefix === '' ? ['prefix part must be non-empty'] : subdomainProblems(prefix, 'bytes').map((problem) => `prefix part ${problem}`)));
	}
	const name = parts.at(-1) ?? '';
	if (name === '') problems.push('name part must be non-empty');
	else problems.push(...longest(name, 63, 'bytes').map((problem) => `name part ${problem}`));
	if (!qualifiedPattern.test(name)) problems.push(`name part ${mismatch(namePart, qualified, ...nameExamples)}`);
	return problems;
}

export function checkLabelValue(text: string): readonly string[] {
	if (text.length <= 63 && labelTextPattern.test(text)) return [];
	const what =
		"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
	return [...longest(text, 63, 'bytes'), ...(labelTextPattern.test(text) ? [] : [mismatch(what, labelText, 'MyValue', 'my_value', '12345')])];
}

function dots(text: string): readonly string[] {
	if (text === '.') return ["must not be '.'"];
	if (text === '..') return ["must not be '..'"];
	return text.startsWith('..') ? ["must not start with '..'"] : [];
}

export function checkConfigKey(text: string): readonly string[] {
	const source = '[-._a-zA-Z0-9]+';
	const what = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
	const problem = /^[-._a-zA-Z0-9]+$/.test(text) ? [] : [mismatch(what, source, 'key.name', 'KEY_NAME', 'key-name')];
	return [...longest(text, 253), ...problem, ...dots(text)];
}

function checkEnvironmentName(text: string): readonly string[] {
	const source = '[-._a-zA-Z][-._a-zA-Z0-9]*';
	const what = "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
	const problem = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(text) ? [] : [mismatch(what, source, 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1')];
	return [...problem, ...dots(text)];
}

function checkRelaxedEnvironmentName(text: string): readonly string[] {
	if (/^[ -<>-~]+$/.test(text)) return [];
	return text === ''
		? ['environment variable name must be non-empty']
		: ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

function checkIdentifier(text: string): readonly string[] {
	const source = '[A-Za-z_][A-Za-z0-9_]*';
	const what = "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
	return anchored(source).test(text) ? [] : [mismatch(what, source, 'my_name', 'MY_NAME', 'MyName')];
}

/** Checks a DNS search domain, which may end in a dot. */
function checkSearchPath(text: string): readonly string[] {
	return checkDnsSubdomain(text.endsWith('.') ? text.slice(0, -1) : text);
}

/** Checks a search domain by the rules since 1.33: `.` is valid, and labels may have underscores. */
function checkRelaxedSearchPath(text: string): readonly string[] {
	if (text === '.') return [];
	const name = text.endsWith('.') ? text.slice(0, -1) : text;
	const label = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
	const source = `${label}(\\.${label})*`;
	const what =
		"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
	return [...longest(name, 253), ...(name.length <= 4096 && anchored(source).test(name) ? [] : [mismatch(what, source, 'example.com')])];
}

export function checkPortName(text: string): readonly string[] {
	const problems = [...longest(text, 15)];
	if (!/^[-a-z0-9]+$/.test(text)) problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
	if (!/[a-z]/.test(text)) problems.push('must contain at least one letter (a-z)');
	if (text.includes('--')) problems.push('must not contain consecutive hyphens');
	if (text.startsWith('-') || text.endsWith('-')) problems.push('must not begin or end with a hyphen');
	return problems;
}

/** Checks a relative path: not absolute, no `..` element, not starting with `..`. */
function checkRelativePath(text: string): readonly string[] {
	if (text.startsWith('/')) return ['must be a relative path'];
	if (text.split('/').includes('..')) return ["must not contain '..'"];
	return text.startsWith('..') ? ["must not start with '..'"] : [];
}

/** Checks a relative path in which names may start with `..`. */
function checkDescendingPath(text: string): readonly string[] {
	return [...(text.startsWith('/') ? ['must be a relative path'] : []), ...checkNoBacksteps(text)];
}

function checkHostOrWildcard(text: string): readonly string[] {
	return text.includes('*') ? checkWildcardDnsSubdomain(text) : checkDnsSubdomain(text);
}

function checkNoBacksteps(text: string): readonly string[] {
	return text.split('/').includes('..') ? ["must not contain '..'"] : [];
}

function checkDriverName(text: string): readonly Problem[] {
	const length = Buffer.byteLength(text) > 63 ? [{ at: (path: string) => tooLong(path, 63) }] : none;
	return [...length, ...checkDnsSubdomain(text.toLowerCase())];
}

function checkIp(text: string): readonly string[] {
	// An address with a zone (`fe80::1%eth0`) is valid on one machine only.
	return isIP(text) !== 0 && !text.includes('%') ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
}

function checkIpVersion(version: 4 | 6, problem: string): (text: string) => readonly string[] {
	return (text) => (isIP(text) === version && !text.includes('%') ? [] : [problem]);
}

function checkCidr(text: string): readonly string[] {
	const match = /^([^/]+)\/(0|[1-9][0-9]{0,2})$/.exec(text);
	const version = match === null || match[1]?.includes('%') ? 0 : isIP(match[1] ?? '');
	const valid = version !== 0 && Number(match?.[2]) <= (version === 4 ? 32 : 128);
	return valid ? [] : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
}

function checkUri(text: string): readonly string[] {
	return URL.canParse(text) ? [] : ['must be a valid URI, (e.g. https://example.com/path)'];
}

/** Checks `user` or `domain\user`, where the domain is a NetBIOS or DNS name. */
function checkWindowsUser(text: string): readonly string[] {
	if (/\p{Cc}/u.test(text)) return ['runAsUserName cannot contain control characters'];
	const parts = text.split('\\');
	if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
	const problems: string[] = [];
	const user = parts.at(-1) ?? '';
	const domain = parts.length === 2 ? (parts[0] ?? '') : undefined;
	if (domain !== undefined) {
		const dns = /^[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*$/;
		const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
		if (domain.length >= 256) problems.push("runAsUserName's Domain length must be under 256 characters");
		if (!netBios.test(domain) && !dns.test(domain)) problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
	}
	if (user === '') problems.push("runAsUserName's User cannot be empty");
	if (user.length > 104) problems.push("runAsUserName's User length must not be longer than 104 characters");
	if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
	if (/["/:;|=,+*?<>@[\]]/.test(user)) problems.push('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
	return problems;
}

function byPattern(expression: RegExp, problem: string): (text: string) => readonly string[] {
	return (text) => (expression.test(text) ? [] : [problem]);
}

const uuid = /^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/;

/** Checks a calendar date, `2024-02-29`. */
function checkDate(text: string): readonly string[] {
	const valid = /^\d{4}-\d{2}-\d{2}$/.test(text) && timeProblem(`${text}T00:00:00Z`) === undefined;
	return valid ? [] : ['must be a valid date, (e.g. 2006-01-02)'];
}

function checkSchedule(text: string): readonly string[] {
	const problem = scheduleProblem(text);
	return problem === undefined ? [] : [`must be a schedule in the form of cron, (e.g. 30 7 * * MON-FRI): ${problem}`];
}

/** Refuses `Local`, the zone of the server's machine. */
function checkTimeZone(text: string): readonly string[] {
	const problem = text === '' || text === 'Local' ? 'it is not the name of a time zone' : timeZoneProblem(text);
	return problem === undefined ? [] : [`must be a time zone of the IANA database, (e.g. Europe/Vienna or UTC): ${problem}`];
}

export const formats: readonly Format[] = [
	{ name: 'dns-label', documentation: 'a DNS label (RFC 1123), at most 63 characters', check: checkDnsLabel },
	{ name: 'dns-label-1035', documentation: 'a DNS label that starts with a letter (RFC 1035), at most 63 characters', check: checkDnsLabel1035 },
	{ name: 'dns-subdomain', documentation: 'a DNS subdomain (RFC 1123), at most 253 characters', check: checkDnsSubdomain },
	{ name: 'dns-subdomain-wildcard', documentation: 'a DNS subdomain after `*.`', check: checkWildcardDnsSubdomain },
	{ name: 'host-or-wildcard', documentation: 'a DNS subdomain, optionally after `*.`', check: checkHostOrWildcard },
	{ name: 'path-segment', documentation: 'a segment of a URL path: not `.` or `..`, without `/` and `%`', check: checkPathSegment },
	{ name: 'qualified-name', documentation: 'a name with an optional DNS subdomain and `/` before it', check: checkQualifiedName },
	{
		name: 'qualified-name-any-case',
		documentation: 'a qualified name whose prefix may contain capital letters',
		check: (text) => checkQualifiedName(text.toLowerCase()),
	},
	{ name: 'label-key', documentation: 'the key of a label: a qualified name', check: checkQualifiedName },
	{ name: 'label-value', documentation: 'the value of a label, at most 63 characters', check: checkLabelValue },
	{ name: 'config-key', documentation: 'a key of configuration data: letters, digits, `-`, `_`, `.`', check: checkConfigKey },
	{ name: 'env-name', documentation: 'the name of an environment variable', check: checkEnvironmentName },
	{
		name: 'env-name-relaxed',
		documentation: 'the name of an environment variable: printable ASCII except `=`',
		check: checkRelaxedEnvironmentName,
	},
	{ name: 'c-identifier', documentation: 'an identifier of the C language', check: checkIdentifier },
	{ name: 'dns-search-path', documentation: 'a DNS subdomain, which may end with a dot', check: checkSearchPath },
	{
		name: 'dns-search-path-relaxed',
		documentation: 'a DNS subdomain that may contain underscores and end with a dot, or only a dot',
		check: checkRelaxedSearchPath,
	},
	{ name: 'port-name', documentation: 'the name of a port: at most 15 characters, at least one letter', check: checkPortName },
	{ name: 'relative-path', documentation: 'a relative path without `..`', check: checkRelativePath },
	{ name: 'descending-path', documentation: 'a relative path without a `..` element', check: checkDescendingPath },
	{ name: 'path-no-backsteps', documentation: 'a path without a `..` element', check: checkNoBacksteps },
	{ name: 'csi-driver-name', documentation: 'the name of a volume driver: a DNS subdomain of at most 63 characters, in either case', check: checkDriverName },
	{ name: 'windows-user', documentation: 'the name of a Windows user, which may have a domain and `\\\\` before it', check: checkWindowsUser },
	{ name: 'ip', documentation: 'an IP address', check: checkIp },
	{ name: 'ipv4', documentation: 'an IPv4 address', check: checkIpVersion(4, 'must be a valid IPv4 address'), openapi: { format: 'ipv4' } },
	{ name: 'ipv6', documentation: 'an IPv6 address', check: checkIpVersion(6, 'must be a valid IPv6 address'), openapi: { format: 'ipv6' } },
	{ name: 'cidr', documentation: 'an IP network, `address/bits`', check: checkCidr, openapi: { format: 'cidr' } },
	{ name: 'uri', documentation: 'an absolute URI', check: checkUri, openapi: { format: 'uri' } },
	{ name: 'uuid', documentation: 'a UUID', check: byPattern(uuid, 'must be a valid UUID'), openapi: { format: 'uuid' } },
	{ name: 'date', documentation: 'a date, `2006-01-02`', check: checkDate, openapi: { format: 'date' } },
	{
		name: 'email',
		documentation: 'an e-mail address',
		check: byPattern(/^[^@\s]+@[^@\s]+$/, 'must be a valid e-mail address'),
		openapi: { format: 'email' },
	},
	{ name: 'hostname', documentation: 'the name of a host (RFC 1123)', check: (text) => checkDnsSubdomain(text.toLowerCase()), openapi: { format: 'hostname' } },
	{ name: 'cron', documentation: 'when something is due, in the form of cron: `30 7 * * MON-FRI`, `@daily`, `@every 1h30m`', check: checkSchedule },
	{ name: 'time-zone', documentation: 'a time zone by its name in the IANA database, such as `Europe/Vienna`', check: checkTimeZone },
	...namedFormats,
];

const byName: ReadonlyMap<string, Format> = new Map(formats.map((format) => [format.name, format]));

export function formatNamed(name: string): Format | undefined {
	return byName.get(name);
}
