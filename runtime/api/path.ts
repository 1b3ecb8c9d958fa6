/**
 * Decodes the path of a URL. Escapes that different parsers could read differently stay undecoded, and `http/request-info.ts` refuses them.
 * A decoded path never contains a percent sign.
 */

/** Maximum path length in characters. Names have at most 253, so served paths have at most about 1000; proxied paths may be longer. */
export const maxPathLength = 16 * 1024;

/**
 * Returns the decoded path. A path that is too long or has a broken escape is returned unchanged, and `request-info.ts` refuses it. The
 * same holds for an escaped separator, dot segment or control character.
 */
export function decodePath(raw: string): string {
	if (raw.length > maxPathLength || !raw.includes('%')) return raw;
	try {
		const decoded = raw.split('/').map(decodeURIComponent);
		return decoded.some((segment) => unsafe.test(segment)) ? raw : decoded.join('/');
	} catch {
		return raw;
	}
}

/** Reports whether every parser takes the text for one path segment. */
export function isPathSegment(text: string): boolean {
	return text !== '' && !unsafe.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafe = /[/\\%\u0000-\u001f\u007f]|^\.{1,2}$/;
