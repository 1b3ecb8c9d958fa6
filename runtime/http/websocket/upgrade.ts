/**
 * Handshake of a WebSocket (RFC 6455, 4). As in kube-apiserver, a request without an Origin is refused. A single offered subprotocol is
 * accepted whatever it is, because subprotocols of a watch have no meaning. Unlike in kube-apiserver, the Origin is checked on a connection
 * with a client certificate (`origins.ts`).
 */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { ApiError } from '../../api/errors.ts';
import type { WebSocketOffer } from '../../api/request.ts';
import type { EventStream } from '../event-writer.ts';
import { type Frames, WebSocketEvents } from './events.ts';
import { isAllowedOrigin } from './origins.ts';

const version = '13';
/** Constant that is hashed with the key (RFC 6455, 1.3). */
const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Matches a URI with a scheme, or a path: the texts that Go parses as a request URI. */
const uri = /^(?:\/|[a-z][a-z0-9+.-]*:)/i;

/** Maximum length of an Origin in a message. */
const mostShown = 100;

/**
 * Allowed origins. Undefined on a connection without a client certificate, where origins are not checked. A browser sends its user's
 * certificate for any page that asks. Other credentials in the request do not lift the check, because a page can add an invalid token.
 */
export type OriginBound = readonly string[] | undefined;

/**
 * Reports whether a request with an Upgrade header asks for a WebSocket by the rules of Kubernetes, has a Host, and has no body. Other
 * requests are handled as ordinary ones.
 */
export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
	if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
	return headers.host !== undefined && Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;
}

export class Upgrade implements WebSocketOffer {
	protocols: readonly string[];
	readonly message: WebSocketOffer['message'];
	readonly #frames: Frames;
	readonly #incoming: IncomingMessage;
	readonly #origins: OriginBound;
	/** Bytes that the client sent after its request. */
	readonly #head: Buffer;

	constructor(frames: Frames, incoming: IncomingMessage, head: Buffer, origins: OriginBound) {
		this.#frames = frames;
		this.#origins = origins;
		this.message = (content, isText) => frames.frame(isText ? 'text' : 'binary', content);
		this.#incoming = incoming;
		this.#head = head;
		const offered = incoming.headers['sec-websocket-protocol']?.trim() ?? '';
		this.protocols = offered === '' ? [] : offered.split(',').map((protocol) => protocol.trim());
	}

	accept(answer: string[]): Record<string, string> {
		const { 'sec-websocket-key': key, 'sec-websocket-version': asked, origin } = this.#incoming.headers;
		if (key === undefined || key === '') throw new ApiError('BadRequest', 'an upgrade to WebSocket needs the header Sec-WebSocket-Key (RFC 6455, 4.1)');
		if (asked !== version) {
			answer.push('sec-websocket-version', version);
			throw new ApiError('BadRequest', `an upgrade to WebSocket needs the header Sec-WebSocket-Version: ${version}`);
		}
		if (origin === undefined || !uri.test(origin)) {
			throw new ApiError(
				'Forbidden',
				'an upgrade to WebSocket needs the header Origin, with a URI: browsers send it by themselves, other clients may send any',
			);
		}
		if (this.#origins !== undefined && !isAllowedOrigin(origin, this.#incoming.headers.host, this.#origins)) {
			throw new ApiError(
				'Forbidden',
				`an upgrade to WebSocket with a client certificate needs an allowed Origin, found ${JSON.stringify(origin.slice(0, mostShown))}: --allowed-websocket-origins names others than the server's own`,
			);
		}
		const [protocol, ...others] = this.protocols;
		if (others.length > 0) throw new ApiError('BadRequest', 'an upgrade to WebSocket may offer one subprotocol, in addition to one with a token');
		return {
			upgrade: 'websocket',
			connection: 'Upgrade',
			'sec-websocket-accept': hash('sha1', key + guid, 'base64'),
			...(protocol !== undefined && { 'sec-websocket-protocol': protocol }),
		};
	}

	/** Returns the event stream. Called when the 101 is written. */
	events(socket: TLSSocket): EventStream {
		if (this.#head.length > 0) socket.unshift(this.#head);
		return new WebSocketEvents(this.#frames, socket);
	}
}
