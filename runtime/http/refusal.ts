/**
 * Refuses ambiguous requests, which a proxy in front of the server could read differently (request smuggling, RFC 9112 11.2). The check
 * comes before all other processing. Node's parsers refuse further requests themselves, such as those with two lengths.
 */
import type { IncomingMessage } from 'node:http';

export interface Refusal {
	readonly status: 400 | 431 | 501 | 505;
	readonly sentence: string;
}

/** Maximum number of headers of a request. Real clients send about ten. */
export const maxHeaderPairs = 200;

/**
 * Headers that identify the client, the host or the request, and that are ambiguous if repeated. They are indexed by length, so that other
 * names are not compared.
 */
const single: readonly (string | undefined)[] = (() => {
	const byLength: (string | undefined)[] = [];
	for (const name of ['host', 'content-type', 'authorization', 'content-length', 'transfer-encoding']) byLength[name.length] = name;
	return byLength;
})();

/** Checks a flat list of names (in any case) and values. Allocates nothing for a valid request. */
function refusalOf(flat: readonly string[]): Refusal | undefined {
	if (flat.length > 2 * maxHeaderPairs) return { status: 431, sentence: `a request has at most ${maxHeaderPairs} headers` };
	let seen = 0;
	for (let i = 0; i < flat.length; i += 2) {
		const name = flat[i] as string;
		const wanted = single[name.length];
		if (wanted === undefined || name.toLowerCase() !== wanted) continue;
		const bit = 1 << name.length;
		if ((seen & bit) !== 0) return { status: 400, sentence: `a request may have one header ${JSON.stringify(wanted)}, but this request has two` };
		seen |= bit;
	}
	return undefined;
}

/** Characters that Go accepts in a Host header: those of RFC 3986 without `/`, `?`, `#`, `@`. */
const hostBytes = /^[\w!$%&()*+,\-.:;=[\]'~]*$/;

/** Checks a request over HTTP/2. `host`: from either header that names it. */
export function refusalOfHttp2(flat: readonly string[], host: string | undefined): Refusal | undefined {
	return refusalOf(flat) ?? refusalOfHost(host);
}

function refusalOfHost(host: string | undefined): Refusal | undefined {
	return host === undefined || hostBytes.test(host) ? undefined : { status: 400, sentence: 'malformed Host header' };
}

/** Checks a request over HTTP/1.1, including its version, Host header and body framing. */
export function refusalOfHttp1({ rawHeaders, headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): Refusal | undefined {
	if (httpVersionMajor === 0) return { status: 400, sentence: 'a request line ends with the version, such as HTTP/1.1' };
	if (httpVersionMajor > 1) return { status: 505, sentence: `unsupported protocol version: ${httpVersionMajor}.${httpVersionMinor}` };
	const ofHost = refusalOfHost(headers.host);
	if (ofHost !== undefined) return ofHost;
	const coding = headers['transfer-encoding'];
	if (coding !== undefined) {
		if (httpVersionMinor === 0) return { status: 400, sentence: 'HTTP/1.0 has no transfer-encoding' };
		if (coding.toLowerCase() !== 'chunked') return { status: 501, sentence: `unsupported transfer-encoding: ${JSON.stringify(coding)}` };
	}
	return refusalOf(rawHeaders);
}
