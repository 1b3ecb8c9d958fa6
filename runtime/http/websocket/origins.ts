/** Origins (RFC 6454) whose pages may open WebSockets with their browser's client certificate. */

/** Wildcard that allows any page. */
export const anyOrigin = '*';

/**
 * Reports whether an origin is allowed. `host`: host of the request, whose scheme is https. The origin of a client other than a browser,
 * which may send any URI, is checked in the same way.
 */
export function isAllowedOrigin(origin: string, host: string | undefined, allowed: readonly string[]): boolean {
	if (allowed.includes(anyOrigin)) return true;
	const own = originOf(origin);
	return own !== undefined && (own === originOf(`https://${host}`) || allowed.includes(own));
}

/** Returns scheme, host and port in lower case, without a default port. Returns undefined for a URL without an origin. */
export function originOf(url: string): string | undefined {
	const origin = URL.canParse(url) ? new URL(url).origin : 'null';
	return origin === 'null' ? undefined : origin;
}
