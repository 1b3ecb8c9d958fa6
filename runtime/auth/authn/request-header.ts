/**
 * Authenticating proxy: users that a proxy names in headers (seed 3, Authenticating proxy). The proxy authenticates itself with its
 * certificate.
 */
import type { Flag } from '../../api/flag.ts';
import { list, text } from '../../api/flag-value.ts';
import { authenticated } from '../../api/identity.ts';
import type { HeaderLine } from '../../api/request.ts';
import { extraKey, utf8Of, valuesByKey } from '../header-text.ts';
import type { Authenticator, Claim, Credentials } from './contract.ts';

/** Flag read by the code that opens the listener's keys, since the handshake verifies certificates. */
export const proxyCaFile: Flag<string | undefined> = {
	name: 'requestheader-client-ca-file',
	value: 'FILE',
	help: 'PEM file of CAs that sign the client certificates of authenticating proxies. User headers are accepted only from these proxies.',
	default: undefined,
	parse: text,
};

function names(name: string, value: string, help: string): Flag<readonly string[]> {
	return { name: `requestheader-${name}`, value, help, default: [], parse: list };
}

const allowedNames = names('allowed-names', 'NAME,...', 'Common names of accepted proxy certificates. Without it, all common names are accepted.');
const usernameHeaders = names('username-headers', 'HEADER,...', 'Request headers to check for the user name; the first one with a value counts.');
const uidHeaders: Flag<readonly string[]> = {
	...names('uid-headers', 'HEADER,...', "Request headers to check for the user's UID; the first one with a value counts."),
	stage: 'beta',
};
const groupHeaders = names('group-headers', 'HEADER,...', "Request headers to check for the user's groups, one group per header line.");
const extraPrefixes = names('extra-headers-prefix', 'PREFIX,...', 'Prefixes of request headers that carry extra attributes of the user.');

const name = 'RequestHeader';

/** Flags published for aggregated API servers, keyed by flag name without `requestheader-`. */
export const requestHeaderFlags = {
	'allowed-names': allowedNames,
	'username-headers': usernameHeaders,
	'uid-headers': uidHeaders,
	'group-headers': groupHeaders,
	'extra-headers-prefix': extraPrefixes,
} as const;

export const requestHeader: Authenticator = {
	name,
	flags: [proxyCaFile, allowedNames, usernameHeaders, uidHeaders, groupHeaders, extraPrefixes],
	start({ flags }) {
		const lower = (flag: Flag<readonly string[]>): readonly string[] => flags.of(flag).map((each) => each.toLowerCase());
		const headers = { user: lower(usernameHeaders), uid: lower(uidHeaders), groups: lower(groupHeaders), extra: lower(extraPrefixes) };
		if (flags.of(proxyCaFile) === undefined) {
			const alone = Object.values(requestHeaderFlags).find((flag) => flags.of(flag).length > 0);
			if (alone !== undefined) throw new Error(`--${alone.name} needs --${proxyCaFile.name}, the CAs that identify proxies`);
			return undefined;
		}
		if (headers.user.length === 0) throw new Error(`--${proxyCaFile.name} needs --${usernameHeaders.name}, the headers that carry the user name`);
		const allowed = new Set(flags.of(allowedNames));
		return (request) => claimOf(request, headers, allowed);
	},
};

interface Headers {
	readonly user: readonly string[];
	readonly uid: readonly string[];
	readonly groups: readonly string[];
	readonly extra: readonly string[];
}

/** Authenticates the user in the headers. Headers of clients other than the proxy are ignored. */
function claimOf(request: Credentials, headers: Headers, allowed: ReadonlySet<string>): Claim {
	const { peer } = request;
	if (peer === undefined) return undefined;
	const proxy = peer.proxy();
	if (proxy === 'refused' || (allowed.size > 0 && !allowed.has(proxy))) return 'refused';
	const user = first(request, headers.user);
	if (user === undefined || user === '') return user === undefined ? 'refused' : undefined;
	const uid = first(request, headers.uid);
	const groups = headers.groups
		.flatMap((header) => linesOf(request, header))
		.map(([, value]) => utf8Of(value))
		.filter((group) => group !== '');
	const extra = extraOf(request, headers.extra);
	if (uid === undefined || extra === undefined || groups.includes(undefined)) return 'refused';
	return { ...authenticated(user, uid, groups as string[], { method: name, authority: proxy, audiences: [] }), extra };
}

/** Returns the first value of the first non-empty header, or an empty string. Returns undefined if the value is not UTF-8. */
function first(request: Credentials, headers: readonly string[]): string | undefined {
	for (const header of headers) {
		const value = linesOf(request, header)[0]?.[1] ?? '';
		if (value !== '') return utf8Of(value);
	}
	return '';
}

function linesOf(request: Credentials, header: string): readonly HeaderLine[] {
	return request.headersBeginning(header).filter(([each]) => each === header);
}

/** Collects the extra fields. Returns undefined if a value is not UTF-8. */
function extraOf(request: Credentials, prefixes: readonly string[]): Readonly<Record<string, readonly string[]>> | undefined {
	const pairs: [string, string][] = [];
	for (const prefix of prefixes) {
		for (const [header, value] of request.headersBeginning(prefix)) {
			const text = utf8Of(value);
			if (text === undefined) return undefined;
			pairs.push([extraKey(header.slice(prefix.length)), text]);
		}
	}
	return valuesByKey(pairs);
}
