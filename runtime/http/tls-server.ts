/** Node's server for HTTP/1.1 over TLS, which hands over the connections of HTTP/2, with the bounds that hold before any request exists. */
import { constants } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { headersTimeoutMs } from './connection.ts';
import type { Http2Bounds } from './http2/contract.ts';
import { maxHeaderPairs } from './refusal.ts';

/** Bounds of time are looked after at this interval. */
const timeoutCheckMs = 5_000;
/** Time for a whole request to arrive, unless requests may take longer than that anyway. */
const arrivalTimeoutMs = 60_000;
/** Time for a TLS handshake: the incumbent's. Of thousands of clients that come at once, as after a restart, the last waits for its turn as long as all take. */
const handshakeTimeoutMs = headersTimeoutMs;
/** Headers of one request: the incumbent's 1 MiB, since tokens with many groups are large. */
const maxHeaderBytes = 1024 * 1024;
/**
 * Bounds of one HTTP/2 connection. Streams are as many as in Kubernetes; client-go opens another connection when they are taken.
 *
 * The headers of a request have fewer bytes than over HTTP/1.1, since all streams of a connection wait for a head that comes slowly. The
 * largest that clients send are a bearer token with some hundred groups (10 to 20 KB) and a selector in the query; whatever comes through
 * a proxy has at most the proxy's bound (nginx 32 KiB, Envoy 60 KiB). The server announces its bound, and Go's client and Node's keep
 * it, so that a client that has missed it is refused with 431, and one that sends twice as much is hostile.
 */
export const http2Bounds: Http2Bounds = { streams: 250, headBytes: 64 * 1024, headPairs: maxHeaderPairs + 4, mostHeadBytes: 128 * 1024 };
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
export function renewAuthorities(server: Server, { cert, key, authorities }: TlsMaterial): void {
	server.setSecureContext({ cert, key, ca: [...authorities.pem], minVersion: oldestTls, secureOptions: secureOptionsFor(authorities) });
}

/** A session that is resumed by a ticket shows no chain, which is what tells one door from the other. */
function secureOptionsFor(authorities: TlsMaterial['authorities']): number {
	return authorities.of('proxy') === '' ? 0 : constants.SSL_OP_NO_TICKET;
}

/** Not yet listening. `requestTimeoutMs`: so long whoever answers waits for a request that is not long-running. */
export function createServer(tls: TlsMaterial, requestTimeoutMs: number): Server {
	// Some of these are HTTP/1.1's and the socket's, which the types of this function do not name.
	const options = {
		ALPNProtocols: ['h2', 'http/1.1'],
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
	};
	// To import a value of this module loads all of Node's fetch (http1/server.ts).
	const server = process.getBuiltinModule('node:https').createServer(options);
	// To its own listener a failed handshake is malformed HTTP.
	server.removeAllListeners('tlsClientError');
	return server;
}

/** Connections whose client has chosen HTTP/2 go to `serve`, all others to Node. */
export function takeHttp2(server: Server, serve: (socket: TLSSocket) => void): void {
	const ofNode = server.listeners('secureConnection');
	server.removeAllListeners('secureConnection');
	server.on('secureConnection', (socket: TLSSocket) => {
		if (socket.alpnProtocol === 'h2') serve(socket);
		else for (const listener of ofNode) listener.call(server, socket);
	});
}

/** `may` is asked of each request of HTTP/1.1 for another protocol; those of which it says no are requests like any. */
export function allowUpgrades(
	server: Server,
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
