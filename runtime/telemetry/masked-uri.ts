/**
 * What a log may say of the target of a request: no credentials, which some clients put into the query or take for a part of the path.
 * The server itself takes none from there, so that what is masked was sent by mistake, or to see whether it would be told on.
 */

const mask = '***';

/** Longer ones are cut: a line of the log is none of the client's to fill. */
const mostCharacters = 2_048;

/** Names of parameters, decoded and in lower case, whose values are nobody's business. */
const secretNames = /token|secret|passw(or)?d|credential|authorization|api[-_]?key|signature|session|(^|[-_.[])(auth|code|jwt|key|pass|pwd|sig)\]?$/;

/** A token that tells itself, whatever it is called: that of a Bearer header, and a JSON Web Token. */
const secretWords = /(?<=bearer(?:%20|\+|\s)+)[^&/\s]+|eyJ[\w-]{6,}(?:\.|%2e)[\w%-]+(?:(?:\.|%2e)[\w%-]*)*/gi;

/** `query`: as it was sent; empty when there was none. */
export function maskedUri(path: string, query: string): string {
	const shown = withoutTokens(cut(path));
	return query === '' ? shown : cut(`${shown}?${cut(query).split('&').map(maskedParameter).join('&')}`);
}

/** Any text that a client has sent. */
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
		// Nobody can say what it means, a secret perhaps.
		return 'secret';
	}
}

function cut(text: string): string {
	return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}...`;
}
