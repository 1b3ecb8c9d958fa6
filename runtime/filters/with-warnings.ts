/** Turns the warnings of stages and verbs into `Warning` headers, without duplicates (seed 1, Versioning). Failures have them as well. */

import type { Rewording } from '../api/messages-by-release.ts';
import type { ApiRequest, ApiResponse, Filter } from '../api/request.ts';
import { eachUnprintable } from '../scalars/printable.ts';

/** Maximum bytes of all warnings of an answer. Proxies do not pass more. */
const maxBytes = 4096;
/** Maximum length of each text when all together exceed the bound, so that no text uses it up alone. */
const maxTextLength = 256;

export const withWarnings =
	(words: Rewording): Filter =>
	(next) =>
	(request) => {
		const done = (response: ApiResponse): ApiResponse => {
			if (request.warnings.length > 0) addWarnings(request, words);
			return response;
		};
		try {
			const result = next(request);
			if (!(result instanceof Promise)) return done(result);
			return result.then(done, (error: unknown) => {
				addWarnings(request, words);
				throw error;
			});
		} catch (error) {
			addWarnings(request, words);
			throw error;
		}
	};

function addWarnings(request: ApiRequest, words: Rewording): void {
	let bytes = 0;
	const long = request.warnings.reduce((sum, text) => sum + text.length, 0) > maxBytes;
	for (const written of new Set(request.warnings)) {
		const text = words(written);
		const value = headerValue(long ? text.slice(0, maxTextLength) : text);
		bytes += value.length;
		if (bytes > maxBytes) return;
		request.outgoing?.push('warning', value);
	}
}

/**
 * Returns the value of a `Warning` header. The text is a quoted string in UTF-8, with one Latin-1 character for each byte, as the writers
 * of both protocols expect.
 */
function headerValue(text: string): string {
	const printed = text
		.toWellFormed()
		.replace(/[\r\n\t]+/g, ' ')
		.replace(eachUnprintable, escaped)
		.replace(/["\\]/g, '\\$&');
	return Buffer.from(`299 - "${printed}"`).toString('latin1');
}

/** Returns the escape that Go's `%q` prints for a character. */
function escaped(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const digits = code.toString(16);
	if (code < 0x80) return `\\x${digits.padStart(2, '0')}`;
	return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}
