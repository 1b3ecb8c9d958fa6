/**
 * Functions that expressions in admission may call, by the release in which Kubernetes introduced them. A release accepts a function in new
 * expressions one release later, so that the previous release can still evaluate stored expressions.
 */
import type { Release } from '../../../model/catalog.ts';
import { compareReleases } from '../../../model/release.ts';
import { declarations, type Overload } from './declaration.ts';
import { language } from './language.ts';

interface Library {
	readonly since: Release;
	/** Parses the declarations. */
	readonly functions: () => ReadonlyMap<string, readonly Overload[]>;
	/** Names of macros, which bind variables. */
	readonly macros?: readonly string[];
	/** Set for the operators of optional values. */
	readonly optional?: true;
}

const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const summable = ['int', 'uint', 'double', 'duration'];

const early = `
${comparable.map((type) => `list(${type}).isSorted(): bool\nlist(${type}).min(): ${type}\nlist(${type}).max(): ${type}`).join('\n')}
${summable.map((type) => `list(${type}).sum(): ${type}`).join('\n')}
list(A).indexOf(A): int
list(A).lastIndexOf(A): int
string.find(string): string
string.findAll(string): list(string)
string.findAll(string, int): list(string)
url(string): kubernetes.URL
isURL(string): bool
${['getScheme', 'getHost', 'getHostname', 'getPort', 'getEscapedPath'].map((name) => `kubernetes.URL.${name}(): string`).join('\n')}
kubernetes.URL.getQuery(): map(string, list(string))
string.charAt(int): string
string.indexOf(string): int
string.indexOf(string, int): int
string.lastIndexOf(string): int
string.lastIndexOf(string, int): int
string.lowerAscii(): string
string.replace(string, string): string
string.replace(string, string, int): string
string.split(string): list(string)
string.split(string, int): list(string)
string.substring(int): string
string.substring(int, int): string
string.trim(): string
string.upperAscii(): string
list(string).join(): string
list(string).join(string): string
`;

const authorization = `
kubernetes.authorization.Authorizer.path(string): kubernetes.authorization.PathCheck
kubernetes.authorization.Authorizer.group(string): kubernetes.authorization.GroupCheck
kubernetes.authorization.Authorizer.serviceAccount(string, string): kubernetes.authorization.Authorizer
kubernetes.authorization.GroupCheck.resource(string): kubernetes.authorization.ResourceCheck
${['subresource', 'namespace', 'name'].map((name) => `kubernetes.authorization.ResourceCheck.${name}(string): kubernetes.authorization.ResourceCheck`).join('\n')}
kubernetes.authorization.PathCheck.check(string): kubernetes.authorization.Decision
kubernetes.authorization.ResourceCheck.check(string): kubernetes.authorization.Decision
kubernetes.authorization.Decision.errored(): bool
kubernetes.authorization.Decision.error(): string
kubernetes.authorization.Decision.allowed(): bool
kubernetes.authorization.Decision.reason(): string
`;

const optionals = `
optional$of(A): optional(A)
optional$ofNonZeroValue(A): optional(A)
optional$none(): optional(A)
optional(A).value(): A
optional(A).hasValue(): bool
optional(A).or(optional(A)): optional(A)
optional(A).orValue(A): A
list(A).first(): optional(A)
list(A).last(): optional(A)
_[?_]: (list(A), int) -> optional(A)
_[?_]: (optional(list(A)), int) -> optional(A)
_[?_]: (map(A, B), A) -> optional(B)
_[?_]: (optional(map(A, B)), A) -> optional(B)
_[_]: (optional(list(A)), int) -> optional(A)
_[_]: (optional(map(A, B)), A) -> optional(B)
`;

const q = 'kubernetes.Quantity';
const quantities = `
quantity(string): ${q}
isQuantity(string): bool
${q}.sign(): int
${q}.isInteger(): bool
${q}.asInteger(): int
${q}.asApproximateFloat(): double
${['isLessThan', 'isGreaterThan'].map((name) => `${q}.${name}(${q}): bool`).join('\n')}
${q}.compareTo(${q}): int
${['add', 'sub'].map((name) => `${q}.${name}(${q}): ${q}\n${q}.${name}(int): ${q}`).join('\n')}
`;

const addresses = `
ip(string): net.IP
isIP(string): bool
ip$isCanonical(string): bool
string(net.IP): string
net.IP.family(): int
${['isUnspecified', 'isLoopback', 'isLinkLocalMulticast', 'isLinkLocalUnicast', 'isGlobalUnicast'].map((name) => `net.IP.${name}(): bool`).join('\n')}
cidr(string): net.CIDR
isCIDR(string): bool
string(net.CIDR): string
net.CIDR.containsIP(string): bool
net.CIDR.containsIP(net.IP): bool
net.CIDR.containsCIDR(string): bool
net.CIDR.containsCIDR(net.CIDR): bool
net.CIDR.ip(): net.IP
net.CIDR.masked(): net.CIDR
net.CIDR.prefixLength(): int
`;

const formatNames = [
	...['dns1123Label', 'dns1123Subdomain', 'dns1035Label', 'qualifiedName', 'dns1123LabelPrefix', 'dns1123SubdomainPrefix', 'dns1035LabelPrefix'],
	...['labelValue', 'uri', 'uuid', 'byte', 'date', 'datetime'],
];
const formats = `
${formatNames.map((name) => `format$${name}(): kubernetes.NamedFormat`).join('\n')}
format$named(string): optional(kubernetes.NamedFormat)
kubernetes.NamedFormat.validate(string): optional(list(string))
`;

const v = 'kubernetes.Semver';
const versions = `
semver(string): ${v}
semver(string, bool): ${v}
isSemver(string): bool
isSemver(string, bool): bool
${['major', 'minor', 'patch', 'compareTo'].map((name) => `${v}.${name}(${name === 'compareTo' ? v : ''}): int`).join('\n')}
${['isLessThan', 'isGreaterThan'].map((name) => `${v}.${name}(${v}): bool`).join('\n')}
`;

const lists = `
list(A).slice(int, int): list(A)
list(list(A)).flatten(): list(A)
list(dyn).flatten(int): list(dyn)
${comparable.map((type) => `list(${type}).sort(): list(${type})`).join('\n')}
lists$range(int): list(int)
list(A).reverse(): list(A)
list(A).distinct(): list(A)
`;

const libraries: readonly Library[] = [
	{ since: '1.0', functions: language, macros: ['has', 'all', 'exists', 'exists_one', 'map', 'filter'] },
	{ since: '1.0', functions: () => declarations(early) },
	{ since: '1.26', functions: () => declarations(authorization) },
	{ since: '1.28', functions: () => declarations(optionals), macros: ['optMap', 'optFlatMap'], optional: true },
	{ since: '1.28', functions: () => declarations(quantities) },
	{ since: '1.29', functions: () => declarations('string.format(list(dyn)): string\nstrings$quote(string): string') },
	{ since: '1.29', functions: () => declarations(['contains', 'equivalent', 'intersects'].map((name) => `sets$${name}(list(A), list(A)): bool`).join('\n')) },
	{ since: '1.30', functions: () => declarations(addresses) },
	{ since: '1.31', functions: () => declarations(formats) },
	{
		since: '1.31',
		functions: () =>
			declarations(
				['fieldSelector', 'labelSelector']
					.map((name) => `kubernetes.authorization.ResourceCheck.${name}(string): kubernetes.authorization.ResourceCheck`)
					.join('\n'),
			),
	},
	{ since: '1.32', functions: () => new Map(), macros: ['existsOne', 'transformList', 'transformMap', 'transformMapEntry', 'all2', 'exists2', 'exists_one2'] },
	{ since: '1.33', functions: () => declarations(versions) },
	{ since: '1.34', functions: () => declarations(lists), macros: ['sortBy'] },
];

/** Functions that only mutating policies may call. */
export const ofMutations = (): ReadonlyMap<string, readonly Overload[]> => declarations('jsonpatch$escapeKey(string): string');

export interface Vocabulary {
	readonly functions: ReadonlyMap<string, readonly Overload[]>;
	/** Names of the macros. A loop over two variables ends in `2` if the loop over one has the same name. */
	readonly macros: ReadonlySet<string>;
	readonly optional: boolean;
}

/** Returns all functions that stored expressions may call. */
export function allFunctions(): Vocabulary {
	return vocabularyOf(libraries);
}

/** Returns the functions that a release accepts in new expressions: those that the previous release has as well. */
export function functionsOf(release: Release): Vocabulary {
	const [major = '1', minor = '0'] = release.split('.');
	const before = `${major}.${Math.max(0, Number(minor) - 1)}` as Release;
	return vocabularyOf(libraries.filter(({ since }) => compareReleases(since, before) <= 0));
}

function vocabularyOf(chosen: readonly Library[]): Vocabulary {
	const functions = new Map<string, readonly Overload[]>();
	for (const library of chosen) for (const [name, overloads] of library.functions()) functions.set(name, [...(functions.get(name) ?? []), ...overloads]);
	return {
		functions,
		macros: new Set(chosen.flatMap(({ macros = [] }) => macros)),
		optional: chosen.some(({ optional }) => optional === true),
	};
}
