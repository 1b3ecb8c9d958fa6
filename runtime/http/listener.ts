/**
 * The listener: TLS, HTTP/1.1 and HTTP/2 on one port.
 * It maps wire requests to `ApiRequest`, calls one handler, and writes its `ApiResponse`; it knows nothing of what they mean.
 * Figures: limits-and-faults, "Protections and figures of the incumbent".
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2SecureServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type TLSSocket, Server as TlsServer } from 'node:tls';
import type { ApiResponse, Handler } from '../api/request.ts';
import { discardBody, type SmallPortions } from './body.ts';
import { compress } from './compression.ts';
import type { Connection, IdentifyPeer } from './connection.ts';
import { EndOfTurn } from './end-of-turn.ts';
import { Chunks, type OpenEvents } from './event-writer.ts';
import { Handshakes } from './handshakes.ts';
import { endWhenStalled } from './http1/answer-stall.ts';
import { type Http1Connection, Http1Connections } from './http1/connections.ts';
import { Http1Request } from './http1/request.ts';
import { abandon, respondHttp1 } from './http1/respond.ts';
import { Http2Request } from './http2/request.ts';
import { respondHttp2 } from './http2/respond.ts';
import { Http2Sessions } from './http2/sessions.ts';
import { mostOpenBytes, OpenBodies } from './open-bodies.ts';
import { OpenSockets } from './open-sockets.ts';
import { type Refusal, refusalOf, refusalOfHttp1 } from './refusal.ts';
import { createServer, headersTimeoutMs, refuseMalformed, type TlsMaterial } from './tls-server.ts';
import { Turns } from './turns.ts';
import type { OpenRequests, WireRequest } from './wire-request.ts';

export interface ListenerOptions {
	readonly tls: TlsMaterial;
	readonly host: string;
	/** 0: any free one. */
	readonly port: number;
	/** More are closed as they come. */
	readonly maxConnections?: number;
	/** A client that takes nothing of its answer for so long is cut off. */
	readonly answerStallMs: number;
	readonly identify: IdentifyPeer;
	readonly handler: Handler;
	/** What went wrong while an answer was written, or in a handler that must not throw. */
	readonly onFailure: (error: unknown) => void;
}

export interface Listener {
	readonly port: number;
	readonly connections: number;
	/** Requests that have no answer yet, and answers that are being written. */
	readonly active: number;
	/** Stops accepting and ends event streams; resolves when every request has its answer. After `graceMs` what is left is cut off. */
	drain(graceMs: number): Promise<void>;
	/** Cuts everything off. */
	destroy(): void;
}

export async function listen(options: ListenerOptions): Promise<Listener> {
	const listener = new SecureListener(options);
	await listener.open();
	return listener;
}

class SecureListener implements Listener {
	readonly #options: ListenerOptions;
	readonly #server: Http2SecureServer;
	readonly #sockets: OpenSockets;
	readonly #handshakes: Handshakes;
	readonly #http1: Http1Connections;
	readonly #sessions: Http2Sessions;
	readonly #requests: OpenRequests = { abortable: new Set(), bodies: new OpenBodies(mostOpenBytes) };
	readonly #events: OpenEvents;
	readonly #turns = new Turns();
	readonly #endOfTurn = new EndOfTurn();
	#port = 0;
	#active = 0;
	#draining = false;
	#idle: (() => void) | undefined;

	constructor(options: ListenerOptions) {
		this.#options = options;
		this.#sockets = new OpenSockets(options.answerStallMs);
		this.#events = { stallMs: options.answerStallMs, running: new Set(), chunks: new Chunks() };
		this.#http1 = new Http1Connections(options.identify, (connection) => {
			this.#turns.beginAll(connection);
			this.#endOfTurn.flush();
		});
		this.#sessions = new Http2Sessions(options.identify);
		this.#server = createServer(options.tls);
		if (options.maxConnections !== undefined) this.#server.maxConnections = options.maxConnections;
		this.#server.on('secureConnection', (socket: TLSSocket) => {
			if (this.#draining) socket.destroy();
			else this.#sockets.add(socket);
		});
		this.#server.on('session', (session: ServerHttp2Session) => this.#sessions.add(session));
		this.#server.on('request', (incoming, outgoing) => this.#onHttp1(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse));
		// A listener for requests makes Node wrap every HTTP/2 stream in a compatibility layer; ours takes streams as they are.
		this.#server.removeAllListeners('stream');
		this.#server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number, rawHeaders: string[]) =>
			this.#onStream(stream, headers, flags, rawHeaders),
		);
		this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
			// Its answer is the refusal.
			if (this.#http1.isRefused(socket)) socket.destroySoon();
			else refuseMalformed(error, socket);
		});
		this.#handshakes = new Handshakes(this.#server);
	}

	get port(): number {
		return this.#port;
	}

	get connections(): number {
		return this.#sockets.size;
	}

	get active(): number {
		return this.#active;
	}

	open(): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen({ host: this.#options.host, port: this.#options.port, backlog: 1024 }, () => {
				this.#server.off('error', reject);
				this.#port = (this.#server.address() as AddressInfo).port;
				this.#server.on('error', this.#options.onFailure);
				this.#server.once('close', this.#http1.closeIdle());
				this.#server.once('close', this.#sockets.watchEnds());
				resolve();
			});
		});
	}

	#onHttp1(incoming: IncomingMessage, outgoing: ServerResponse): void {
		if (incoming.httpVersionMajor > 1) return;
		const connection = this.#http1.of(incoming.socket as TLSSocket);
		// What stands behind a request that was refused may be a part of it.
		if (connection.isRefused) return;
		const refusal = refusalOfHttp1(incoming);
		if (refusal !== undefined) {
			connection.isRefused = true;
			refuseHttp1(outgoing, refusal);
			return;
		}
		this.#active++;
		const isFirst = this.#http1.began(connection, incoming);
		if (isFirst && this.#turns.hasRoom()) this.#beginHttp1(connection, incoming, outgoing);
		else this.#waitHttp1(isFirst, connection, incoming, outgoing);
	}

	/** For others of its connection, unless it `isFirst`, and for those of other connections. */
	#waitHttp1(isFirst: boolean, connection: Http1Connection, incoming: IncomingMessage, outgoing: ServerResponse): void {
		const begin = (): void => this.#beginHttp1(connection, incoming, outgoing);
		if (isFirst) this.#turns.wait(connection, begin);
		else connection.waiting.push(() => (this.#turns.hasRoom() ? begin() : this.#turns.wait(connection, begin)));
	}

	#beginHttp1(connection: Http1Connection, incoming: IncomingMessage, outgoing: ServerResponse): void {
		const request = new Http1Request(incoming, outgoing, connection, this.#requests);
		const done = (): void => {
			this.#http1.ended(connection, incoming.socket);
			this.#done();
		};
		this.#handle(request, (response) =>
			this.#endOfTurn.add(() => {
				// To the last of several requests that came at once, a server that drains says that it is the last.
				if (this.#draining && connection.asking === 1) outgoing.shouldKeepAlive = false;
				const whole = this.#answerHttp1(request, outgoing, response);
				this.#http1.answered(connection, incoming.socket, outgoing, whole);
				if (!whole && !isEvents(response)) endWhenStalled(connection, incoming.socket as TLSSocket, outgoing, this.#options.answerStallMs);
				if (!incoming.complete && !request.bodyAsked) discardBody(incoming, connection.portions);
				// An answer to a pipelined request has no socket before its turn comes.
				if (outgoing.closed || (whole && outgoing.socket !== null)) done();
				else outgoing.once('close', done);
			}),
		);
		if (!request.bodyAsked) this.#http1.keepBody(connection, incoming);
	}

	/** Returns whether the answer is handed over whole. */
	#answerHttp1(request: Http1Request, outgoing: ServerResponse, response: ApiResponse): boolean {
		try {
			const whole = respondHttp1(request, outgoing, response, this.#events, this.#options.onFailure);
			if (!whole && this.#draining) this.#endEvents();
			return whole;
		} catch (error) {
			this.#options.onFailure(error);
			abandon(response);
			if (outgoing.headersSent) outgoing.destroy();
			else outgoing.writeHead(lastResort.status, lastResort.headers).end(lastResort.body);
			return true;
		}
	}

	#onStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number, rawHeaders: readonly string[]): void {
		const session = stream.session;
		const connection = session === undefined ? undefined : this.#sessions.of(session as ServerHttp2Session);
		if (connection === undefined) {
			stream.close(constants.NGHTTP2_REFUSED_STREAM);
			return;
		}
		stream.on('error', ignoreReset);
		// Reset in the packet that opened it: `close` may have been told already, and nobody waits for an answer.
		if (stream.destroyed || stream.closed) return;
		const refusal = refusalOf(rawHeaders);
		if (refusal !== undefined) {
			refuseHttp2(stream, refusal, connection.portions);
			return;
		}
		const request = new Http2Request(stream, headers, rawHeaders, connection, this.#requests);
		this.#active++;
		connection.streams++;
		stream.once('close', () => {
			connection.streams--;
			this.#done();
		});
		const ended = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
		if (this.#turns.hasRoom()) this.#beginHttp2(connection, request, stream, ended);
		else this.#turns.wait(connection, () => this.#beginHttp2(connection, request, stream, ended));
	}

	#beginHttp2(connection: Connection, request: Http2Request, stream: ServerHttp2Stream, ended: boolean): void {
		if (stream.destroyed || stream.closed) return;
		this.#handle(request, (response) => {
			this.#answerHttp2(request, stream, response);
			if (!ended && !stream.destroyed) dropBody(stream, request.bodyAsked, connection.portions);
		});
	}

	#answerHttp2(request: Http2Request, stream: ServerHttp2Stream, response: ApiResponse): void {
		const { answerStallMs, onFailure } = this.#options;
		try {
			respondHttp2(request, stream, response, this.#events, onFailure);
			const mayStall = stream.writableNeedDrain || response.body instanceof Readable;
			if (mayStall && !isEvents(response)) stream.setTimeout(answerStallMs, () => endStalled(stream));
		} catch (error) {
			onFailure(error);
			abandon(response);
			// What has begun ends in a reset, so that it does not look complete.
			if (stream.headersSent || stream.destroyed) stream.destroy(error as Error);
			else {
				stream.respond({ ':status': lastResort.status, ...lastResort.headers });
				stream.end(lastResort.body);
			}
		}
	}

	/** Sync answers are written in the same turn. `write` throws nothing: whom should it tell? */
	#handle(request: WireRequest, write: (response: ApiResponse) => void): void {
		const fail = (error: unknown): void => {
			this.#options.onFailure(error);
			// They may be what went wrong.
			request.outgoing.length = 0;
			write(lastResort);
		};
		try {
			const response = this.#options.handler(request);
			if (response instanceof Promise) response.then((value) => this.#compressed(request, value, write)).catch(fail);
			else void this.#compressed(request, response, write)?.catch(fail);
		} catch (error) {
			fail(error);
		}
	}

	#compressed(request: WireRequest, response: ApiResponse, write: (response: ApiResponse) => void): Promise<void> | undefined {
		const result = compress(request, response);
		if (result instanceof Promise) return result.then(write);
		write(result);
		if (this.#draining) this.#endEvents();
		return undefined;
	}

	#done(): void {
		this.#active--;
		if (this.#active === 0) this.#idle?.();
	}

	async drain(graceMs: number): Promise<void> {
		const end = performance.now() + graceMs;
		this.#draining = true;
		// Not the HTTP server's own, which cuts off answers that are handed over but not yet sent.
		const closed = new Promise<void>((resolve) => TlsServer.prototype.close.call(this.#server, () => resolve()));
		this.#sessions.close();
		this.#endEvents();
		this.#handshakes.destroy();
		const bodiesDrained = this.#requests.bodies.drain();
		if (this.#active > 0) await this.#untilIdle(graceMs);
		bodiesDrained();
		this.#sessions.destroy();
		// What is written goes out first; who does not read it is cut off.
		this.#sockets.destroySoon();
		const timer = setTimeout(() => this.#cutOff(), Math.max(0, end - performance.now()));
		await closed;
		clearTimeout(timer);
	}

	#cutOff(): void {
		this.#handshakes.destroy();
		this.#sockets.destroy();
	}

	#endEvents(): void {
		for (const controller of this.#events.running) controller.abort(new Error('the server is shutting down'));
	}

	#untilIdle(graceMs: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				for (const request of this.#requests.abortable) request.abort(new Error('the server is shutting down'));
				resolve();
			}, graceMs);
			this.#idle = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}

	destroy(): void {
		this.#server.close();
		this.#sessions.destroy();
		this.#cutOff();
	}
}

function isEvents({ body }: ApiResponse): boolean {
	return typeof body === 'object' && 'start' in body;
}

/** What makes the answer may be what takes so long. */
function endStalled(stream: ServerHttp2Stream): void {
	if (stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL);
}

/** A body that nobody asked for would keep the stream open: it is read away, for as long as it keeps coming. */
function dropBody(stream: ServerHttp2Stream, isRead: boolean, portions: SmallPortions): void {
	if (isRead) stream.resume();
	else discardBody(stream, portions);
	stream.once('finish', () => stream.setTimeout(headersTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL)));
}

const plainText = { 'content-type': 'text/plain; charset=utf-8' } as const;

/** When even the stage that turns failures into answers failed. */
const lastResort = { status: 500, headers: plainText, body: 'Internal error occurred\n' } as const;

/** Resets are the client's right; what they interrupt hears of them through its signal. */
function ignoreReset(): void {}

/** Where its body ends is not certain either, so the connection ends with it. */
function refuseHttp1(outgoing: ServerResponse, { status, sentence }: Refusal): void {
	outgoing.writeHead(status, { ...plainText, connection: 'close' }).end(`${sentence}\n`);
}

function refuseHttp2(stream: ServerHttp2Stream, { status, sentence }: Refusal, portions: SmallPortions): void {
	stream.respond({ ':status': status, ...plainText });
	stream.end(`${sentence}\n`);
	dropBody(stream, false, portions);
}
