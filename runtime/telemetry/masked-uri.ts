/**
 * Masks credentials in URLs for the log. Some clients put them into query or path; the server accepts none there, so they are mistakes or
 * attempts.
 */

const mask = '***';

/** Maximum length of a logged URL, in characters, so that clients cannot fill the log. */
const mostCharacters = 2_048;

/** Names of parameters whose values are masked; decoded and in lower case. */
const secretNames = /token|secret|passw(or)?d|credential|authorization|api[-_]?key|signature|session|(^|[-_.[])(auth|code|jwt|key|pass|pwd|sig)\]?$/;

/** Values that look like credentials: after `Bearer`, and JSON Web Tokens. */
const secretWords = /(?<=bearer(?:%20|\+|\s)+)[^&/\s]+|eyJ[\w-]{6,}(?:\.|%2e)[\w%-]+(?:(?:\.|%2e)[\w%-]*)*/gi;

/** `query`: as sent; may be empty. */
export function maskedUri(path: string, query: string): string {
	const shown = withoutTokens(cut(path));
	return query === '' ? shown : cut(`${shown}?${cut(query).split('&').map(maskedParameter).join('&')}`);
}

/** Masks tokens in a text from a client. */
export function withoutTokens(text: string): string {
	return text.replace(secretWords, mask);
}

function maskedParameter(parameter: string): string {
	const equals = parameter.indexOf('=');
	if (equals < 0) return withoutTokens(parameter);
	const name = parameter.slice(0, equals);
	return secretNames.test(decoded(name)) ? `${name}=${mask}` : withoutTokens(parameter);
}

function decoded(name: string): string {
	try {
		return decodeURIComponent(name).toLowerCase();
	} catch {
		// A name that cannot be decoded may be that of a secret.
		return 'secret';
	}
}

function cut(text: string): string {
	return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}...`;
}
