/** Static table (RFC 7541, appendix A), which both ends know from the start. */

/** Names and values. The first entry has index 1. */
const entries: readonly (readonly [name: string, value: string])[] = [
	[':authority', ''],
	[':method', 'GET'],
	[':method', 'POST'],
	[':path', '/'],
	[':path', '/index.html'],
	[':scheme', 'http'],
	[':scheme', 'https'],
	[':status', '200'],
	[':status', '204'],
	[':status', '206'],
	[':status', '304'],
	[':status', '400'],
	[':status', '404'],
	[':status', '500'],
	['accept-charset', ''],
	['accept-encoding', 'gzip, deflate'],
	['accept-language', ''],
	['accept-ranges', ''],
	['accept', ''],
	['access-control-allow-origin', ''],
	['age', ''],
	['allow', ''],
	['authorization', ''],
	['cache-control', ''],
	['content-disposition', ''],
	['content-encoding', ''],
	['content-language', ''],
	['content-length', ''],
	['content-location', ''],
	['content-range', ''],
	['content-type', ''],
	['cookie', ''],
	['date', ''],
	['etag', ''],
	['expect', ''],
	['expires', ''],
	['from', ''],
	['host', ''],
	['if-match', ''],
	['if-modified-since', ''],
	['if-none-match', ''],
	['if-range', ''],
	['if-unmodified-since', ''],
	['last-modified', ''],
	['link', ''],
	['location', ''],
	['max-forwards', ''],
	['proxy-authenticate', ''],
	['proxy-authorization', ''],
	['range', ''],
	['referer', ''],
	['refresh', ''],
	['retry-after', ''],
	['server', ''],
	['set-cookie', ''],
	['strict-transport-security', ''],
	['transfer-encoding', ''],
	['user-agent', ''],
	['vary', ''],
	['via', ''],
	['www-authenticate', ''],
];

/** Last static index. Higher indexes belong to the dynamic table. */
export const staticCount = entries.length;

/** Names by index; index 0 is unused. */
export const staticNames: readonly string[] = ['', ...entries.map(([name]) => name)];
export const staticValues: readonly string[] = ['', ...entries.map(([, value]) => value)];

/** First index of each name. */
export const staticIndexes: ReadonlyMap<string, number> = new Map(entries.map(([name], i) => [name, i + 1] as const).reverse());
