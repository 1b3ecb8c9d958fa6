/** Node's server for HTTP/1.1 and HTTP/2 over TLS, with the bounds that hold before any request exists. */
import { constants } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { maxHeaderPairs } from './refusal.ts';

/** Time for a client to send a request's headers: the incumbent's; a slow client on a bad line needs seconds, a slow loris minutes. */
export const headersTimeoutMs = 32_000;
/** Bounds of time are looked after at this interval. */
const timeoutCheckMs = 5_000;
/** Time for a whole request to arrive, unless requests may take longer than that anyway. */
const arrivalTimeoutMs = 60_000;
/** Time for a TLS handshake: the incumbent's. Of thousands of clients that come at once, as after a restart, the last waits for its turn as long as all take. */
const handshakeTimeoutMs = headersTimeoutMs;
/** Headers of one request: the incumbent's 1 MiB, since tokens with many groups are large. */
const maxHeaderBytes = 1024 * 1024;
/** The same over HTTP/2, which tells the client: at a longer header nghttp2 ends the connection, and with it the requests of others. */
const maxHttp2HeaderBytes = 64 * 1024;
/**
 * Streams of one HTTP/2 connection, as in Kubernetes; client-go opens another connection when they are taken. Node counts one that was
 * reset until the turn of the event loop is over: a hundred that are cancelled and begun anew in one turn are within.
 */
const maxStreams = 250;
/** Resets of a connection that Node bears at once, and a second: more than any client makes. Those that cost much are counted by http2/server.ts. */
const maxResets = 20_000;
/** New streams that Node may refuse one after the other: a client that has all its streams, and opens one for each that it resets, must not lose the connection. */
const maxRefusedStreams = 10_000;
/**
 * Megabytes that wait to be sent on one HTTP/2 connection, beyond which Node refuses its new streams: more than all streams that it may
 * have come to, each of which is bounded. Clients that read a hundred lists slowly ask for other things meanwhile.
 */
const maxSessionMegabytes = 10_000;
/** Dead peers are noticed by probes on quiet connections, so that a half-open watch is not kept for ever. */
const keepAliveProbeMs = 30_000;

export interface TlsMaterial {
	/** PEM. */
	readonly cert: string;
	readonly key: string;
	/** Of whom certificates are believed; whoever speaks for others must show its whole chain each time. */
	readonly authorities: { readonly pem: readonly string[]; of(door: 'proxy'): string };
}

const oldestTls: SecureVersion = 'TLSv1.2';

/** New connections from now on; those that are open go on. */
export function renewAuthorities(server: Http2SecureServer, { cert, key, authorities }: TlsMaterial): void {
	server.setSecureContext({ cert, key, ca: [...authorities.pem], minVersion: oldestTls, secureOptions: secureOptionsFor(authorities) });
}

/** A session that is resumed by a ticket shows no chain, which is what tells one door from the other. */
function secureOptionsFor(authorities: TlsMaterial['authorities']): number {
	return authorities.of('proxy') === '' ? 0 : constants.SSL_OP_NO_TICKET;
}

/** Not yet listening. `requestTimeoutMs`: so long whoever answers waits for a request that is not long-running. */
export function createServer(tls: TlsMaterial, requestTimeoutMs: number): Http2SecureServer {
	// Some of these are HTTP/1.1's and the socket's, which the types of this function do not name.
	const options = {
		allowHTTP1: true,
		cert: tls.cert,
		key: tls.key,
		ca: [...tls.authorities.pem],
		secureOptions: secureOptionsFor(tls.authorities),
		requestCert: true,
		// Other credentials may come with the request, so a missing or foreign certificate is not the end.
		rejectUnauthorized: false,
		minVersion: oldestTls,
		handshakeTimeout: handshakeTimeoutMs,
		noDelay: true,
		keepAlive: true,
		keepAliveInitialDelay: keepAliveProbeMs,
		headersTimeout: headersTimeoutMs,
		requestTimeout: Math.max(arrivalTimeoutMs, requestTimeoutMs),
		connectionsCheckingInterval: timeoutCheckMs,
		// Ours: see http1/connections.ts.
		keepAliveTimeout: 0,
		// A request without a body has no life as a stream.
		optimizeEmptyRequests: true,
		maxHeaderSize: maxHeaderBytes,
		maxHeaderListPairs: maxHeaderPairs,
		settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHttp2HeaderBytes, enablePush: false },
		streamResetBurst: maxResets,
		streamResetRate: maxResets,
		maxSessionRejectedStreams: maxRefusedStreams,
		maxSessionMemory: maxSessionMegabytes,
	};
	return createSecureServer(options);
}

/** `may` is asked of each request of HTTP/1.1 for another protocol; those of which it says no are requests like any. */
export function allowUpgrades(
	server: Http2SecureServer,
	may: (incoming: IncomingMessage) => boolean,
	upgrade: (incoming: IncomingMessage, socket: TLSSocket, head: Buffer) => void,
): void {
	// An option of Node's other servers; this one has the property alone.
	(server as unknown as { shouldUpgradeCallback: typeof may }).shouldUpgradeCallback = may;
	server.on('upgrade', upgrade);
}

/** HTTP/1.1 that cannot be parsed, or came too slowly, gets a plain answer and the connection is closed. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (!socket.writable || error.code === 'ECONNRESET') {
		socket.destroy();
		return;
	}
	const status = malformed[error.code ?? ''] ?? '400 Bad Request';
	socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

const malformed: Readonly<Record<string, string>> = {
	HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
	ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
