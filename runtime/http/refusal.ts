/**
 * Requests that could be read in two ways, by this server and by a proxy before it, are refused before anybody looks at what they
 * ask (request smuggling, RFC 9112 11.2). What Node's parsers refuse by themselves, such as two lengths, does not come so far.
 */
import type { IncomingMessage } from 'node:http';

export interface Refusal {
	readonly status: 400 | 431 | 501 | 505;
	readonly sentence: string;
}

/** Pairs of one request; real clients send about ten. */
export const maxHeaderPairs = 200;

/** Headers that say who asks whom for what: a second one would leave open which is meant. By length, so that other names are not compared. */
const single: readonly (string | undefined)[] = (() => {
	const byLength: (string | undefined)[] = [];
	for (const name of ['host', 'content-type', 'authorization', 'content-length', 'transfer-encoding']) byLength[name.length] = name;
	return byLength;
})();

/** `flat` is names and values by turns, names in any case. Makes nothing for a request that is right. */
function refusalOf(flat: readonly string[]): Refusal | undefined {
	if (flat.length > 2 * maxHeaderPairs) return { status: 431, sentence: `a request has at most ${maxHeaderPairs} headers` };
	let seen = 0;
	for (let i = 0; i < flat.length; i += 2) {
		const name = flat[i] as string;
		const wanted = single[name.length];
		if (wanted === undefined || name.toLowerCase() !== wanted) continue;
		const bit = 1 << name.length;
		if ((seen & bit) !== 0) return { status: 400, sentence: `a request has one header ${JSON.stringify(wanted)}, and this one has two` };
		seen |= bit;
	}
	return undefined;
}

/** Bytes of a Host header, as Go takes them: those of RFC 3986 without `/`, `?`, `#`, `@`. */
const hostBytes = /^[\w!$%&()*+,\-.:;=[\]'~]*$/;

/** The same of what came over HTTP/2; `host`: whichever header names it. */
export function refusalOfHttp2(flat: readonly string[], host: string | undefined): Refusal | undefined {
	return refusalOf(flat) ?? refusalOfHost(host);
}

function refusalOfHost(host: string | undefined): Refusal | undefined {
	return host === undefined || hostBytes.test(host) ? undefined : { status: 400, sentence: 'malformed Host header' };
}

/** The same, and what only HTTP/1.1 has: a version, a Host, framings of a body. */
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
