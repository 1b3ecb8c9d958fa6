/**
 * Decodes a URL's path. What could make two readers see different paths is not decoded, so that the one parser
 * (`request-info.ts`) refuses it: a percent sign never survives in a decoded path.
 */

/** The path with its escapes resolved; unchanged when an escape is broken or would make a separator, a dot segment or a control character. */
export function decodePath(raw: string): string {
	if (!raw.includes('%')) return raw;
	try {
		const decoded = raw.split('/').map(decodeURIComponent);
		return decoded.some((segment) => unsafe.test(segment)) ? raw : decoded.join('/');
	} catch {
		return raw;
	}
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafe = /[/\\%\u0000-\u001f\u007f]|^\.{1,2}$/;
