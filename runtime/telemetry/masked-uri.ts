/**
 * Loggable form of a request's target, without credentials, which some clients put into the query or the path. The server accepts none
 * there, so a masked value is a mistake or a probe of the log.
 */

const mask = '***';

/** Maximum length of a logged target, in characters. A longer one is cut, so that clients cannot fill the log. */
const mostCharacters = 2_048;

/** Names of parameters, decoded and in lower case, whose values are masked. */
const secretNames = /token|secret|passw(or)?d|credential|authorization|api[-_]?key|signature|session|(^|[-_.[])(auth|code|jwt|key|pass|pwd|sig)\]?$/;

/** Values that are recognizable as tokens: that of a Bearer header, and a JSON Web Token. */
const secretWords = /(?<=bearer(?:%20|\+|\s)+)[^&/\s]+|eyJ[\w-]{6,}(?:\.|%2e)[\w%-]+(?:(?:\.|%2e)[\w%-]*)*/gi;

/** `query`: as sent, possibly empty. */
export function maskedUri(path: string, query: string): string {
	const shown = withoutTokens(cut(path));
	return query === '' ? shown : cut(`${shown}?${cut(query).split('&').map(maskedParameter).join('&')}`);
}

/** Masks tokens in any text from a client. */
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
		// A name that cannot be decoded may stand for a secret.
		return 'secret';
	}
}

function cut(text: string): string {
	return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}...`;
}
