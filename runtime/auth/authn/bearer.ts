/**
 * Bearer tokens of a request: in its Authorization header, or among the subprotocols of a WebSocket, since browsers cannot set headers
 * there.
 */
import { isUtf8 } from 'node:buffer';
import type { User, WebSocketOffer } from '../../api/request.ts';
import { dialectsOf, type Vocabulary } from '../../model/vocabulary.ts';
import type { Authenticate, Claim, Credentials } from './contract.ts';

/**
 * Returns the user of a token, or undefined if the token is unknown. `request` is the request that presents it. Returns a promise only
 * where a remote service must be asked.
 */
export type OwnerOf = (token: string, request: Credentials) => User | undefined | Promise<User | undefined>;

export function bearerTokens(vocabulary: Vocabulary, ownerOf: OwnerOf): Authenticate {
	const prefixes = dialectsOf(vocabulary).map(({ groupDomain }) => `base64url.bearer.authorization.${groupDomain}.`);
	return (request) => {
		const token = bearerToken(request.header('authorization'));
		const owner = token === undefined ? undefined : ownerOf(token, request);
		if (owner instanceof Promise) return owner.then((user) => ofSocket(request, token, user));
		return ofSocket(request, token, owner);
	};

	/** Falls back to the token among a WebSocket's subprotocols when the header gives no user (`owner`). */
	function ofSocket(request: Credentials, token: string | undefined, owner: User | undefined): Claim | Promise<Claim> {
		if (owner !== undefined) return owner;
		const claim = token === undefined ? undefined : 'refused';
		const { webSocket } = request;
		if (webSocket === undefined) return claim;
		const offered = claimOf(webSocket, prefixes, request, ownerOf);
		return offered instanceof Promise ? offered : (offered ?? claim);
	}
}

/**
 * Authenticates the token in the offered subprotocols. A valid token is removed from the offer, so another subprotocol must be present for
 * the server to select.
 */
function claimOf(offer: WebSocketOffer, prefixes: readonly string[], request: Credentials, ownerOf: OwnerOf): Claim | Promise<Claim> {
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
	const proved = (user: User | undefined): Claim => {
		if (user === undefined) return 'refused';
		offer.protocols = others;
		return user;
	};
	const owner = ownerOf(token, request);
	return owner instanceof Promise ? owner.then(proved) : proved(owner);
}

/** Decodes base64url of UTF-8 text without padding. Returns undefined for other input. */
function decoded(text: string): string | undefined {
	if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Returns the token of an `Authorization: Bearer ...` header. Returns undefined if the header is absent, empty or of another scheme. */
export function bearerToken(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	const space = text.indexOf(' ');
	if (space < 0 || text.slice(0, space).toLowerCase() !== 'bearer') return undefined;
	// Exactly one space is allowed, as in Kubernetes: two spaces make the token empty, which counts as no token.
	const end = text.indexOf(' ', space + 1);
	return text.slice(space + 1, end < 0 ? undefined : end) || undefined;
}
