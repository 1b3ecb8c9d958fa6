/** Turns the warnings of stages and verbs into `Warning` headers, without duplicates (seed 1, Versioning). Failures carry them too. */
import type { ApiRequest, ApiResponse, Filter } from '../api/request.ts';
import type { Words } from '../api/wording.ts';

/** Bound on all warnings of an answer; proxies do not pass more. Each text is cut so that one cannot use up the whole bound. */
const maxBytes = 4096;
const maxTextLength = 256;

export const withWarnings =
	(words: Words): Filter =>
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

function addWarnings(request: ApiRequest, words: Words): void {
	let bytes = 0;
	const long = request.warnings.reduce((sum, text) => sum + text.length, 0) > maxBytes;
	for (const written of new Set(request.warnings)) {
		const text = words(written);
		const value = `299 - "${quoted(long ? text.slice(0, maxTextLength) : text)}"`;
		bytes += value.length;
		if (bytes > maxBytes) return;
		request.outgoing?.push('warning', value);
	}
}

/** A header takes visible Latin text; quotes and backslashes are escaped, other characters become a question mark. */
function quoted(text: string): string {
	return text
		.replace(/[\r\n\t]+/g, ' ')
		.replace(/[^\x20-\x7e]/g, '?')
		.replace(/["\\]/g, '\\$&');
}
