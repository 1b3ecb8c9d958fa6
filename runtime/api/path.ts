/**
 * Decodes a URL's path. Escapes that could make two readers see different paths are not decoded, and the request parser
 * (`http/request-info.ts`) refuses them. A decoded path never has a percent sign.
 */

/** Longest path in characters. Names have at most 253, so the longest served path has about a thousand; proxied paths may be longer. */
export const maxPathLength = 16 * 1024;

/**
 * Returns the path with its escapes resolved. The path stays unchanged, so that `request-info.ts` refuses it, when it is too long or an
 * escape is broken. The same applies to an escape that would make a separator, a dot segment or a control character.
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

/** Reports whether a text is a single segment of a decoded path to every reader. */
export function isPathSegment(text: string): boolean {
	return text !== '' && !unsafe.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafe = /[/\\%\u0000-\u001f\u007f]|^\.{1,2}$/;
