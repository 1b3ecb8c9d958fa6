/**
 * Head of an HTTP/2 request (RFC 9113, 8.2 and 8.3). It is parsed strictly, because two servers could read a malformed head differently.
 */

import { isName, isReceivedValue } from './field-syntax.ts';

export interface RequestHead {
	readonly method: string;
	/** Path with its query. */
	readonly path: string;
	/** Values by lower-case name. The values of a repeated field are joined as HTTP defines. */
	readonly fields: Readonly<Record<string, string>>;
	/** Flat list of names and values, in the order received. */
	readonly flat: readonly string[];
	readonly contentLength: number | undefined;
	/** Host name with which the client addresses the server. */
	readonly host: string;
}

const methodName = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;
const digits = /^\d{1,15}$/;
/** Characters that would end a path in HTTP/1.1. */
const badPath = /[\0-\x20\x7f]/;

/** Headers about a single hop. HTTP/2 expresses them differently, so they are not allowed. */
const connectionSpecific = new Set(['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Headers whose first value counts, as over HTTP/1.1. The values of other headers are joined. */
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

/** Parses a head. Returns undefined if it is malformed. */
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
		// CONNECT has neither (8.5). The server offers no tunnels, and the handler's answer says so.
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

/** Reports whether a flat list of names and values is valid as trailers, which must have no pseudo-headers. */
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
