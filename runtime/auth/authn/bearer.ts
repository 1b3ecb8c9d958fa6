/** Bearer tokens, wherever a request shows one: in its header, or, of a browser's WebSocket, which can set none, among its subprotocols. */
import { isUtf8 } from 'node:buffer';
import type { User, WebSocketOffer } from '../../api/request.ts';
import { dialectsOf, type Vocabulary } from '../../model/vocabulary.ts';
import type { Authenticate, Claim } from './contract.ts';

/** `userOf`: whose the token is; undefined: nobody's. */
export function bearerTokens(vocabulary: Vocabulary, userOf: (token: string) => User | undefined): Authenticate {
	const prefixes = dialectsOf(vocabulary).map(({ groupDomain }) => `base64url.bearer.authorization.${groupDomain}.`);
	return (request) => {
		const token = bearerToken(request.header('authorization'));
		const claim = token === undefined ? undefined : (userOf(token) ?? 'refused');
		const { webSocket } = request;
		if (webSocket === undefined || (claim !== undefined && claim !== 'refused')) return claim;
		return claimOf(webSocket, prefixes, userOf) ?? claim;
	};
}

/** A token that holds is taken out of what is offered: another subprotocol must be there to be agreed to. */
function claimOf(offer: WebSocketOffer, prefixes: readonly string[], userOf: (token: string) => User | undefined): Claim {
	const shown: string[] = [];
	const others: string[] = [];
	for (const protocol of offer.protocols) {
		const prefix = prefixes.find((each) => protocol.startsWith(each));
		if (prefix === undefined) others.push(protocol);
		else shown.push(protocol.slice(prefix.length));
	}
	const [text, ...more] = shown;
	if (text === undefined) return undefined;
	const token = decoded(text);
	if (token === undefined || more.length > 0) return 'refused';
	if (token === '') return undefined;
	if (others.length === 0) return 'refused';
	const user = userOf(token);
	if (user === undefined) return 'refused';
	offer.protocols = others;
	return user;
}

/** base64url without padding, of UTF-8. Undefined: it is not that. */
function decoded(text: string): string | undefined {
	if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** The token of an `Authorization: Bearer ...` header; undefined when the header is absent, empty or of another scheme. */
export function bearerToken(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	const space = text.indexOf(' ');
	if (space < 0 || text.slice(0, space).toLowerCase() !== 'bearer') return undefined;
	const token = text.slice(space + 1).trimStart();
	const end = token.indexOf(' ');
	return (end < 0 ? token : token.slice(0, end)) || undefined;
}
