/**
 * Decodes a URL's path. What could make two readers see different paths is not decoded, so that the one parser
 * (`http/request-info.ts`) refuses it: a percent sign never survives in a decoded path.
 */

/** Characters of a path. Names have at most 253, so that the longest path served has about a thousand; what is proxied may add some. */
export const maxPathLength = 16 * 1024;

/**
 * The path with its escapes resolved; unchanged when an escape is broken or would make a separator, a dot segment or a control
 * character, and when it is too long, so that `request-info.ts` refuses it.
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

/** Whether a text can stand between the separators of a decoded path, and is one part of it to every reader. */
export function isPathSegment(text: string): boolean {
	return text !== '' && !unsafe.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafe = /[/\\%\u0000-\u001f\u007f]|^\.{1,2}$/;
