/** The origins (RFC 6454) whose pages may open WebSockets with the certificate of their browser. */

/** Any page. */
export const anyOrigin = '*';

/** `host`: of the request, whose scheme is https. A client that is no page may send any URI: its origin counts. */
export function isAllowedOrigin(origin: string, host: string | undefined, allowed: readonly string[]): boolean {
	if (allowed.includes(anyOrigin)) return true;
	const own = originOf(origin);
	return own !== undefined && (own === originOf(`https://${host}`) || allowed.includes(own));
}

/** Scheme, host and port, in lower case and without a usual port; undefined: there is none. */
export function originOf(url: string): string | undefined {
	const origin = URL.canParse(url) ? new URL(url).origin : 'null';
	return origin === 'null' ? undefined : origin;
}
