/** The head of a request as HTTP/2 has it (RFC 9113, 8.2 and 8.3): what breaks its rules could be read in two ways by two servers. */

import { isName, isReceivedValue } from './field-syntax.ts';

export interface RequestHead {
	readonly method: string;
	/** With its query. */
	readonly path: string;
	/** By name, in lower case; what came more than once is joined as HTTP joins it. */
	readonly fields: Readonly<Record<string, string>>;
	/** Names and values by turns, in the order in which they came. */
	readonly flat: readonly string[];
	readonly contentLength: number | undefined;
	/** The client's name of the server. */
	readonly host: string;
}

const methodName = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;
const digits = /^\d{1,15}$/;
/** Of a path: what would end it in HTTP/1.1. */
const badPath = /[\0-\x20\x7f]/;

/** They say something of one hop, and HTTP/2 says that otherwise. */
const connectionSpecific = new Set(['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** The first of several counts, as over HTTP/1.1; others are joined. */
const first = new Set([
	'age',
	'etag',
	'expires',
	'from',
	'host',
	'if-modified-since',
	'if-unmodified-since',
	'last-modified',
	'max-forwards',
	'referer',
	'user-agent',
]);

/** Undefined: it is malformed. */
export function requestHead(decoded: readonly string[]): RequestHead | undefined {
	let method: string | undefined;
	let scheme: string | undefined;
	let path: string | undefined;
	let authority: string | undefined;
	let at = 0;
	for (; at < decoded.length; at += 2) {
		const name = decoded[at] as string;
		if (name.charCodeAt(0) !== colon) break;
		const value = decoded[at + 1] as string;
		if (name === ':method' && method === undefined) method = value;
		else if (name === ':scheme' && scheme === undefined) scheme = value;
		else if (name === ':path' && path === undefined) path = value;
		else if (name === ':authority' && authority === undefined) authority = value;
		else return undefined;
	}
	if (method === 'CONNECT') {
		// It has neither (8.5); nothing is here that it could connect to, which whoever answers says.
		if (scheme !== undefined || path !== undefined) return undefined;
		path = '/';
	} else if (scheme === undefined) return undefined;
	if (method === undefined || path === undefined || !isTarget(method, path) || !methodName.test(method)) return undefined;
	const flat = at === 0 ? decoded : decoded.slice(at);
	const fields = fieldsOf(flat);
	if (fields === undefined) return undefined;
	const length = fields['content-length'];
	const host = authority ?? fields.host;
	if ((length !== undefined && !digits.test(length)) || host === undefined) return undefined;
	return { method, path, fields, flat, contentLength: length === undefined ? undefined : Number(length), host };
}

/** Names and values by turns: behind a body there are no pseudo-headers. */
export function areTrailers(flat: readonly string[]): boolean {
	return fieldsOf(flat) !== undefined;
}

const colon = 0x3a;

function isTarget(method: string, path: string): boolean {
	return (path.startsWith('/') || (path === '*' && method === 'OPTIONS')) && !badPath.test(path);
}

function fieldsOf(flat: readonly string[]): Record<string, string> | undefined {
	const fields: Record<string, string> = Object.create(null);
	for (let i = 0; i < flat.length; i += 2) {
		const name = flat[i] as string;
		const value = flat[i + 1] as string;
		if (!isName(name) || !isReceivedValue(value)) return undefined;
		if (connectionSpecific.has(name) || (name === 'te' && value !== 'trailers')) return undefined;
		const before = fields[name];
		if (before === undefined) fields[name] = value;
		else if (!first.has(name)) fields[name] = name === 'cookie' ? `${before}; ${value}` : `${before}, ${value}`;
	}
	return fields;
}
