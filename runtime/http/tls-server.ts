/** Node's server for HTTP/1.1 over TLS, with the bounds that apply before a request exists. It passes HTTP/2 connections on. */
import { constants } from 'node:crypto';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import type { SecureVersion } from 'node:tls';
import type { Http2Bounds } from '../http2/contract.ts';
import { headersTimeoutMs } from './connection.ts';
import { maxHeaderPairs } from './refusal.ts';

/** Interval at which Node checks its timeouts. */
const timeoutCheckMs = 5_000;
/** Time for a whole request to arrive, unless the request timeout is longer. */
const arrivalTimeoutMs = 60_000;
/**
 * Time for a TLS handshake, as in kube-apiserver. When thousands of clients connect at once, as after a restart, the last one waits as long
 * as all handshakes take.
 */
const handshakeTimeoutMs = headersTimeoutMs;
/** Maximum size of the headers of a request: 1 MiB as in kube-apiserver, because tokens with many groups are large. */
const maxHeaderBytes = 1024 * 1024;
/**
 * Bounds of an HTTP/2 connection. The number of streams is that of Kubernetes; client-go opens another connection when they are used up.
 *
 * Headers are smaller than over HTTP/1.1, because all streams of a connection wait while a head arrives slowly. The largest heads of
 * clients have a bearer token with some hundred groups (10 to 20 KB) and a selector in the query. A proxy bounds the requests that it
 * passes on (nginx 32 KiB, Envoy 60 KiB). The server announces its bound, and the clients of Go and Node respect it. A client that exceeds
 * it is refused with 431. One that sends twice as much is hostile, and its connection ends.
 */
export const http2Bounds: Http2Bounds = {
	streams: 250,
	headBytes: 64 * 1024,
	headPairs: maxHeaderPairs + 4,
	mostHeadBytes: 128 * 1024,
	bodyEndMs: headersTimeoutMs,
};
/** Delay of keep-alive probes on quiet connections. They detect dead peers, so that a watch with a dead client does not stay open. */
const keepAliveProbeMs = 30_000;

export interface TlsMaterial {
	/** Certificate in PEM. */
	readonly cert: string;
	readonly key: string;
	/**
	 * Client CAs whose certificates are accepted. A proxy that authenticates on behalf of its clients must present its whole chain at each
	 * handshake.
	 */
	readonly authorities: { readonly pem: readonly string[]; of(purpose: 'proxy'): string };
}

const oldestTls: SecureVersion = 'TLSv1.2';

/** Applies changed client CAs to new connections. Open connections are not affected. */
export function renewAuthorities(server: Server, { cert, key, authorities }: TlsMaterial): void {
	server.setSecureContext({ cert, key, ca: [...authorities.pem], minVersion: oldestTls, secureOptions: secureOptionsFor(authorities) });
}

/**
 * Disables session tickets when a proxy CA is set. A session that is resumed by a ticket has no certificate chain, but the chain tells
 * which CA it is.
 */
function secureOptionsFor(authorities: TlsMaterial['authorities']): number {
	return authorities.of('proxy') === '' ? 0 : constants.SSL_OP_NO_TICKET;
}

/** Creates a server that is not listening yet. `requestTimeoutMs`: deadline of requests that are not long-running. */
export function createServer(tls: TlsMaterial, requestTimeoutMs: number): Server {
	// Some options are those of HTTP/1.1 and of the socket, which the types of this function do not declare.
	const options = {
		ALPNProtocols: ['h2', 'http/1.1'],
		cert: tls.cert,
		key: tls.key,
		ca: [...tls.authorities.pem],
		secureOptions: secureOptionsFor(tls.authorities),
		requestCert: true,
		// A missing or unknown certificate is allowed, because the request may have other credentials.
		rejectUnauthorized: false,
		minVersion: oldestTls,
		handshakeTimeout: handshakeTimeoutMs,
		noDelay: true,
		keepAlive: true,
		keepAliveInitialDelay: keepAliveProbeMs,
		headersTimeout: headersTimeoutMs,
		requestTimeout: Math.max(arrivalTimeoutMs, requestTimeoutMs),
		connectionsCheckingInterval: timeoutCheckMs,
		// `http1/connections.ts` closes idle connections.
		keepAliveTimeout: 0,
		// Requests without a body do not become streams.
		optimizeEmptyRequests: true,
		maxHeaderSize: maxHeaderBytes,
		maxHeaderListPairs: maxHeaderPairs,
	};
	// An import of a value from this module would load Node's fetch (`http1/server.ts`).
	const server = process.getBuiltinModule('node:https').createServer(options);
	// Node's own listener would treat a failed handshake as malformed HTTP.
	server.removeAllListeners('tlsClientError');
	return server;
}

/** Refuses HTTP/1.1 that cannot be parsed or came too slowly: a plain answer, then the connection is closed. */
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
