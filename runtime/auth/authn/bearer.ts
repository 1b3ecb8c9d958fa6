/** Bearer tokens, wherever a request shows one: in its header, or, of a browser's WebSocket, which can set none, among its subprotocols. */
import { isUtf8 } from 'node:buffer';
import type { User, WebSocketOffer } from '../../api/request.ts';
import { dialectsOf, type Vocabulary } from '../../model/vocabulary.ts';
import type { Authenticate, Claim, Credentials } from './contract.ts';

/** Whose a token is; undefined: nobody's. Who must be asked elsewhere answers with a promise. `request`: in which it was shown. */
export type OwnerOf = (token: string, request: Credentials) => User | undefined | Promise<User | undefined>;

export function bearerTokens(vocabulary: Vocabulary, ownerOf: OwnerOf): Authenticate {
	const prefixes = dialectsOf(vocabulary).map(({ groupDomain }) => `base64url.bearer.authorization.${groupDomain}.`);
	return (request) => {
		const token = bearerToken(request.header('authorization'));
		const owner = token === undefined ? undefined : ownerOf(token, request);
		if (owner instanceof Promise) return owner.then((user) => ofSocket(request, token, user));
		return ofSocket(request, token, owner);
	};

	/** What a WebSocket offers decides where the header, of `owner`, does not. */
	function ofSocket(request: Credentials, token: string | undefined, owner: User | undefined): Claim | Promise<Claim> {
		if (owner !== undefined) return owner;
		const claim = token === undefined ? undefined : 'refused';
		const { webSocket } = request;
		if (webSocket === undefined) return claim;
		const offered = claimOf(webSocket, prefixes, request, ownerOf);
		return offered instanceof Promise ? offered : (offered ?? claim);
	}
}

/** A token that holds is taken out of what is offered: another subprotocol must be there to be agreed to. */
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
	// One space, as in Kubernetes: behind two stands an empty token, which is none.
	const end = text.indexOf(' ', space + 1);
	return text.slice(space + 1, end < 0 ? undefined : end) || undefined;
}
