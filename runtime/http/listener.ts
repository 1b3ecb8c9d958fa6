/**
 * The listener: TLS, HTTP/1.1 and HTTP/2 on one port, from opening to drain. It turns requests into `ApiRequest`, calls one handler and
 * writes the `ApiResponse`. It knows nothing of their meaning. The bounds follow kube-apiserver.
 */
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { decideUpgrades, stopListening, takeHttp2 } from '../node/https-server.ts';
import type { Http2Implementation, Http2Protocol, IdentifyPeer } from './connection.ts';
import { Floods } from './flood-protection.ts';
import { type HandshakeMetrics, Handshakes } from './handshakes.ts';
import { limitHeadFragments, openHeadsOf } from './http1/open-heads.ts';
import { Http1Server } from './http1/server.ts';
import { Http2Server } from './http2/server.ts';
import { InFlight, type InFlightOptions } from './in-flight.ts';
import { boundKeyUpdates } from './key-updates.ts';
import { NodeHttp2Server } from './node-http2/server.ts';
import { boundOpenHeads, mostOpenHeadBytes, type OpenHead } from './open-heads.ts';
import { OpenSockets } from './open-sockets.ts';
import { createServer, renewAuthorities, type TlsMaterial } from './tls-server.ts';

export interface ListenerOptions extends InFlightOptions {
	readonly tls: TlsMaterial;
	readonly host: string;
	/** Port to listen on. 0: any free port. */
	readonly port: number;
	/** Deadline of a request that is not long-running. It includes the arrival of the request. */
	readonly requestTimeoutMs: number;
	/** Maximum number of open connections. Further ones are closed immediately. */
	readonly maxConnections?: number;
	/** Bound on the bytes of all incomplete request heads; that of open-heads.ts when absent. */
	readonly mostOpenHeadBytes?: number;
	readonly identify: IdentifyPeer;
	/** Implementation of HTTP/2: that of this project, or Node's. */
	readonly http2: Http2Implementation;
	/** Additional origins whose pages may open WebSockets with a client certificate (`websocket/origins.ts`). */
	readonly webSocketOrigins: readonly string[];
	readonly handshakes: HandshakeMetrics;
}

export interface Listener {
	readonly port: number;
	readonly connections: number;
	/** Number of unanswered requests, and of answers that are being written. */
	readonly active: number;
	/** Stops accepting connections, and ends event streams. Resolves when all requests are answered. Aborts the rest after `graceMs`. */
	drain(graceMs: number): Promise<void>;
	/** Applies changed client CAs. */
	renewAuthorities(): void;
	/** Destroys all connections. */
	destroy(): void;
}

export async function listen(options: ListenerOptions): Promise<Listener> {
	const listener = new SecureListener(options);
	await listener.open();
	return listener;
}

class SecureListener implements Listener {
	readonly #options: ListenerOptions;
	readonly #server: Server;
	readonly #sockets: OpenSockets;
	readonly #handshakes: Handshakes;
	readonly #inFlight: InFlight;
	readonly #http1: Http1Server;
	readonly #http2: Http2Protocol;
	#port = 0;

	constructor(options: ListenerOptions) {
		this.#options = options;
		this.#sockets = new OpenSockets(options.answerStallMs);
		this.#inFlight = new InFlight(options);
		this.#http1 = new Http1Server(this.#inFlight, options.identify, options.webSocketOrigins);
		this.#http2 = new (options.http2 === 'node' ? NodeHttp2Server : Http2Server)(this.#inFlight, options.identify);
		this.#server = createServer(options.tls, options.requestTimeoutMs);
		if (options.maxConnections !== undefined) this.#server.maxConnections = options.maxConnections;
		const floods = new Floods(() => this.#sockets.all());
		takeHttp2(this.#server, (socket) => this.#http2.add(socket));
		this.#server.on('secureConnection', (socket: TLSSocket) => {
			if (this.#inFlight.isDraining) socket.destroy();
			else this.#add(socket, floods);
		});
		this.#server.on('request', (incoming, outgoing) => this.#http1.onRequest(incoming, outgoing));
		decideUpgrades(this.#server, (incoming) => this.#http1.mayUpgrade(incoming));
		this.#server.on('upgrade', (incoming, socket: TLSSocket, head) => this.#http1.onUpgrade(incoming, socket, head));
		this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => this.#http1.onMalformed(error, socket));
		this.#handshakes = new Handshakes(this.#server, options.handshakes);
		boundKeyUpdates(this.#server, floods);
	}

	#add(socket: TLSSocket, floods: Floods): void {
		this.#sockets.add(socket);
		if (socket.alpnProtocol === 'h2') return;
		limitHeadFragments(
			socket,
			() => this.#http1.connections.known(socket),
			() => floods.end(socket),
		);
	}

	get port(): number {
		return this.#port;
	}

	get connections(): number {
		return this.#sockets.size;
	}

	get active(): number {
		return this.#inFlight.active;
	}

	renewAuthorities(): void {
		renewAuthorities(this.#server, this.#options.tls);
	}

	open(): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen({ host: this.#options.host, port: this.#options.port, backlog: 1024 }, () => {
				this.#server.off('error', reject);
				this.#port = (this.#server.address() as AddressInfo).port;
				this.#server.on('error', this.#options.onFailure);
				this.#server.once('close', this.#http1.connections.closeIdle());
				this.#server.once('close', this.#http2.watchIdle());
				this.#server.once('close', this.#sockets.watchEnds());
				this.#server.once(
					'close',
					boundOpenHeads(() => this.#openHeads(), this.#options.mostOpenHeadBytes ?? mostOpenHeadBytes),
				);
				resolve();
			});
		});
	}

	*#openHeads(): Generator<OpenHead> {
		yield* openHeadsOf(this.#sockets.all(), (socket) => this.#http1.connections.known(socket));
		yield* this.#http2.openHeads();
	}

	async drain(graceMs: number): Promise<void> {
		const end = performance.now() + graceMs;
		const closed = stopListening(this.#server);
		this.#http2.close();
		this.#handshakes.destroy();
		await this.#inFlight.drain(graceMs);
		this.#http2.destroy();
		// Pending output is sent first. Clients that do not read it are disconnected.
		this.#sockets.destroySoon();
		const timer = setTimeout(() => this.#cutOff(), Math.max(0, end - performance.now()));
		await closed;
		clearTimeout(timer);
	}

	#cutOff(): void {
		this.#handshakes.destroy();
		this.#sockets.destroy();
	}

	destroy(): void {
		this.#server.close();
		this.#http2.destroy();
		this.#cutOff();
	}
}
