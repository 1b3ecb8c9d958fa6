/** URL functions with the syntax of Go's `url.ParseRequestURI`: absolute URLs or paths. A `#` has no special meaning. */
import type { CelLibrary } from './library.ts';

interface UrlParts {
	readonly scheme: string;
	/** Host and port, without user information. */
	readonly host: string;
	/** Path in its original spelling. */
	readonly path: string;
	readonly query: string;
}

class Url {
	readonly parts: UrlParts;
	constructor(parts: UrlParts) {
		this.parts = parts;
	}
}

/** Parses a URL. Throws an Error for other text. */
function parseUrl(text: string): Url {
	try {
		return parsed(text);
	} catch (error) {
		throw new Error(`URL parse error during conversion from string: ${error instanceof Error ? error.message : error}`);
	}
}

/** Returns the reason why a text is no URL, or undefined. */
export function urlProblem(text: string): string | undefined {
	try {
		parsed(text);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

function parsed(text: string): Url {
	const refuse = (why: string): never => {
		throw new Error(`parse ${JSON.stringify(text)}: ${why}`);
	};
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
	if (/[\u0000-\u001f\u007f]/.test(text)) refuse('invalid control character in URL');
	if (text === '') refuse('empty url');
	if (text.startsWith(':')) refuse('missing protocol scheme');
	const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? '';
	const rest = scheme === '' ? text : text.slice(scheme.length + 1);
	const mark = rest.indexOf('?');
	const query = mark < 0 ? '' : rest.slice(mark + 1);
	const before = mark < 0 ? rest : rest.slice(0, mark);
	if (!before.startsWith('/')) {
		if (scheme === '') refuse('invalid URI for request');
		return new Url({ scheme: scheme.toLowerCase(), host: '', path: '', query });
	}
	const hasAuthority = scheme !== '' && before.startsWith('//');
	const slash = hasAuthority ? before.indexOf('/', 2) : 0;
	const authority = hasAuthority ? before.slice(2, slash < 0 ? undefined : slash) : '';
	const path = slash < 0 ? '' : before.slice(slash);
	const host = authority.slice(authority.lastIndexOf('@') + 1);
	if (authority.includes('@') && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(authority.slice(0, authority.lastIndexOf('@')))) refuse('net/url: invalid userinfo');
	const problem = hostProblem(host);
	if (problem !== undefined) refuse(problem);
	const broken = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(path);
	if (broken !== null) refuse(`invalid URL escape ${JSON.stringify(broken[0])}`);
	return new Url({ scheme: scheme.toLowerCase(), host, path, query });
}

function hostProblem(host: string): string | undefined {
	const end = host.startsWith('[') ? host.lastIndexOf(']') : undefined;
	if (end !== undefined && end < 0) return "missing ']' in host";
	const port = host.slice(end === undefined ? (host.lastIndexOf(':') < 0 ? host.length : host.lastIndexOf(':')) : end + 1);
	if (!/^(?::\d*)?$/.test(port)) return `invalid port ${JSON.stringify(port)} after host`;
	const odd = /[\s"\\^`{|}/?#@]|%(?![89A-Fa-f][0-9A-Fa-f])/.exec(end === undefined ? host : host.slice(1, end).replace(/%25[^\s]*$/, ''));
	return odd === null ? undefined : `invalid character ${JSON.stringify(odd[0])} in host name`;
}

function portOf(host: string): string {
	return /:(\d*)$/.exec(host.startsWith('[') ? host.slice(host.lastIndexOf(']') + 1) : host)?.[1] ?? '';
}

function hostnameOf(host: string): string {
	if (host.startsWith('[')) return host.slice(1, host.lastIndexOf(']'));
	const colon = host.lastIndexOf(':');
	return colon < 0 ? host : host.slice(0, colon);
}

/** Escapes characters that a path must not contain. */
function escapedPath(path: string): string {
	return path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]/gu, (character) => encodeURIComponent(character));
}

/** Parses the query. Drops parameters that cannot be decoded. */
function queryOf(query: string): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const pair of query.split('&')) {
		if (pair === '' || pair.includes(';') || /%(?![0-9A-Fa-f]{2})/.test(pair)) continue;
		const equals = pair.indexOf('=');
		const [key, value] = [equals < 0 ? pair : pair.slice(0, equals), equals < 0 ? '' : pair.slice(equals + 1)].map(unescaped) as [string, string];
		const values = found.get(key);
		if (values === undefined) found.set(key, [value]);
		else values.push(value);
	}
	return found;
}

/** Decodes percent-escapes. Invalid UTF-8 becomes U+FFFD. */
function unescaped(text: string): string {
	return text.replaceAll('+', ' ').replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

const type = 'kubernetes.URL';
const textOf = ({ scheme, host, path, query }: UrlParts): string => JSON.stringify([scheme, host, path, query]);

export const urls: CelLibrary = {
	types: [{ name: type, ctor: Url, equals: (a: Url, b: Url) => textOf(a.parts) === textOf(b.parts) }],
	functions: [
		{ signature: 'isURL(string): bool', handler: (text) => urlProblem(text) === undefined },
		{ signature: `url(string): ${type}`, handler: parseUrl },
		{ signature: `${type}.getScheme(): string`, handler: ({ parts }: Url) => parts.scheme },
		{ signature: `${type}.getHost(): string`, handler: ({ parts }: Url) => parts.host },
		{ signature: `${type}.getHostname(): string`, handler: ({ parts }: Url) => hostnameOf(parts.host) },
		{ signature: `${type}.getPort(): string`, handler: ({ parts }: Url) => portOf(parts.host) },
		{ signature: `${type}.getEscapedPath(): string`, handler: ({ parts }: Url) => escapedPath(parts.path) },
		{ signature: `${type}.getQuery(): map<string, list<string>>`, handler: ({ parts }: Url) => queryOf(parts.query) },
	],
};
