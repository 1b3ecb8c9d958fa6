/**
 * Server side of an HTTP/2 connection (RFC 9113): turns frames into requests, and answers into frames. It is built for the main load of an
 * API server, thousands of streams with small, frequent writes. A piece of an event costs its bytes and nine more.
 */
import type { TLSSocket } from 'node:tls';
import { AbuseLimits } from './abuse-limits.ts';
import type { ConnectionEvents, Http2Bounds } from './contract.ts';
import { Farewell, reportedError } from './farewell.ts';
import { HeaderBlocks } from './header-blocks.ts';
import { HpackEncoder } from './hpack/encoder.ts';
import { blockOf, OpenHead, wrongPriority } from './open-head.ts';
import { Output } from './output.ts';
import { expectBytes, unpadded, wrong } from './payload.ts';
import { ConnectionError, codes, defaultWindow, type ErrorCode, flags, settings, types } from './protocol.ts';
import { Reading, type ReadingTaker } from './reading.ts';
import { StreamReceiver } from './receiving.ts';
import { Replies } from './replies.ts';
import { areTrailers, type RequestHead, requestHead } from './request-head.ts';
import { StreamSender } from './sending.ts';
import { PeerSettings, settingsOf } from './settings.ts';
import type { SharedByConnections } from './shared.ts';
import { ServerStream, type StreamConnection } from './stream.ts';

interface BegunRequest {
	readonly stream: ServerStream;
	/** Undefined if it is larger than allowed. */
	readonly head: RequestHead | undefined;
}

export class ServerConnection implements StreamConnection, ReadingTaker {
	readonly socket: TLSSocket;
	readonly #bounds: Http2Bounds;
	readonly #events: ConnectionEvents;
	readonly #abuseLimits = new AbuseLimits();
	readonly #reading: Reading;
	readonly #blocks: HeaderBlocks;
	readonly #encoder = new HpackEncoder();
	readonly #output: Output;
	readonly #farewell: Farewell;
	readonly #replies: Replies;
	readonly #receiving: StreamReceiver;
	readonly #sending: StreamSender;
	readonly #peer = new PeerSettings();
	readonly #streams = new Map<number, ServerStream>();
	#head: OpenHead | undefined;
	/** Highest stream number that the client has used. */
	#newest = 0;
	#hasSettings = false;
	/**
	 * Requests in the chunk that is being read. They begin after the chunk, so that a body that arrives with its head is complete. A stream
	 * that the same chunk resets never begins.
	 */
	#begun: BegunRequest[] = [];
	/** True when no new streams are accepted. */
	#isClosing = false;
	/** True when the connection no longer reads or sends. */
	#isOver = false;
	/** `performance.now()` at the end of the last request, or at the start of the connection. */
	quietSinceMs = performance.now();

	constructor(socket: TLSSocket, bounds: Http2Bounds, shared: SharedByConnections, events: ConnectionEvents) {
		this.socket = socket;
		this.#bounds = bounds;
		this.#blocks = new HeaderBlocks(bounds, this.#abuseLimits);
		this.#events = events;
		this.#output = new Output(socket, shared.blocks, () => events.flushLater(this));
		this.#output.frame(types.settings, 0, 0, settingsOf([settings.maxConcurrentStreams, bounds.streams], [settings.maxHeaderListSize, bounds.headBytes]));
		this.#farewell = new Farewell(socket, this.#output);
		this.#replies = new Replies(this.#output, socket);
		this.#receiving = new StreamReceiver(this.#output);
		this.#sending = new StreamSender(this.#output, this.#encoder, shared.date);
		this.#reading = new Reading(socket, this, shared);
		socket.on('drain', () => this.#goOn());
		socket.on('close', () => this.#gone());
		// A client that has ended its side may wait for answers, but it can open no more windows. HTTP/2 has no half-closed connections.
		socket.on('end', () => this.#gone());
		// The close event handles the end of the connection.
		socket.on('error', () => undefined);
		// The settings are sent immediately, so that a client knows them before its first request.
		this.#output.flush();
	}

	get bodyEndMs(): number {
		return this.#bounds.bodyEndMs;
	}

	/** Number of requests in flight. */
	get streams(): number {
		return this.#streams.size;
	}

	/** Incomplete head of a request, if there is one. */
	get openHead(): Pick<OpenHead, 'bytes' | 'sinceMs'> | undefined {
		return this.#head;
	}

	// Incoming frames.

	framesOver(): void {
		if (this.#begun.length === 0) return;
		const begun = this.#begun;
		this.#begun = [];
		for (const { stream, head } of begun) if (!stream.closed) this.#events.request(stream, head);
	}

	frame(type: number, flag: number, stream: number, payload: Buffer): void {
		if (this.#isOver) return;
		const sentBefore = this.#sending.frames;
		this.#dispatch(type, flag, stream, payload);
		// A frame that opens a window also costs the DATA frames that it lets out.
		this.#reading.count(1 + this.#sending.frames - sentBefore);
	}

	#dispatch(type: number, flag: number, stream: number, payload: Buffer): void {
		if (!this.#hasSettings && type !== types.settings) throw wrong('the first frame of a client is SETTINGS');
		if (this.#head !== undefined && (type !== types.continuation || stream !== this.#head.stream)) throw wrong('a header block was not continued');
		switch (type) {
			case types.data:
				this.#onData(flag, stream, payload);
				break;
			case types.headers:
				this.#onHeaders(flag, stream, payload);
				break;
			case types.continuation:
				if (this.#head === undefined) throw wrong('CONTINUATION without a header block');
				this.#addToHead(this.#head, flag, payload);
				break;
			case types.priority:
				this.#onPriority(stream, payload);
				break;
			case types.resetStream:
				this.#onReset(stream, payload);
				break;
			case types.windowUpdate:
				this.#onWindowUpdate(stream, payload);
				break;
			case types.settings:
			case types.ping:
			case types.goAway:
				if (stream !== 0) throw wrong(`a frame of type ${type} of stream ${stream}`);
				if (type === types.settings) this.#onSettings(flag, payload);
				else if (type === types.ping) this.#onPing(flag, payload);
				else this.#onGoAway(payload);
				break;
			case types.pushPromise:
				throw wrong('PUSH_PROMISE from a client');
			default:
				this.#abuseLimits.useless();
		}
	}

	#onData(flag: number, id: number, payload: Buffer): void {
		if (id === 0) throw wrong('DATA of no stream');
		this.#receiving.came(payload.length);
		const data = unpadded(flag, payload);
		const stream = this.#streams.get(id);
		if (stream === undefined) {
			this.#receiving.consumed(payload.length);
			this.#abuseLimits.useless();
			if (id > this.#newest || id % 2 === 0) throw wrong(`DATA of stream ${id}, which was not begun`);
			if (!this.#abuseLimits.isForgiven(id)) this.#replies.reset(id, codes.streamClosed);
			return;
		}
		if (stream.isRead || payload.length > stream.receiveWindow) {
			this.#receiving.consumed(payload.length);
			this.#resetFor(stream, stream.isRead ? codes.streamClosed : codes.flowControlError);
			return;
		}
		stream.receiveWindow -= payload.length;
		if (data.length < payload.length) this.consumed(stream, payload.length - data.length);
		const ends = (flag & flags.endStream) !== 0;
		if (data.length === 0 && !ends) this.#abuseLimits.useless();
		// A small slice would keep its whole chunk in memory until the body is complete.
		const kept = ends || data.buffer.byteLength <= 2 * data.length ? data : Buffer.from(data);
		if (!stream.receive(kept) || (ends && !stream.receiveEnd())) this.#resetFor(stream, codes.protocolError);
	}

	#onHeaders(flag: number, id: number, payload: Buffer): void {
		if (id % 2 === 0) throw wrong(`HEADERS of stream ${id}`);
		const block = blockOf(id, flag, payload);
		this.#head = new OpenHead(id, flag, this.#bounds.mostHeadBytes);
		this.#addToHead(this.#head, flag, block);
	}

	#addToHead(head: OpenHead, flag: number, piece: Buffer): void {
		const block = head.add(flag, piece);
		if (block === undefined) return;
		this.#head = undefined;
		this.#onBlock(head, block);
	}

	#onBlock({ stream: id, ends }: OpenHead, block: Buffer): void {
		const { flat, tooLarge, frames } = this.#blocks.decode(block);
		this.#reading.count(frames);
		const known = this.#streams.get(id);
		if (known !== undefined) {
			this.#onTrailers(known, flat, ends && !tooLarge);
			return;
		}
		if (id <= this.#newest) {
			if (!this.#abuseLimits.isForgiven(id)) throw wrong(`HEADERS of stream ${id}, which is over or was passed over`);
			this.#abuseLimits.useless();
			return;
		}
		this.#newest = id;
		if (this.#isClosing || this.#streams.size >= this.#bounds.streams) {
			this.#abuseLimits.refused();
			this.#replies.reset(id, codes.refusedStream);
			this.#abuseLimits.forgive(id);
			return;
		}
		this.#abuseLimits.accepted();
		const stream = new ServerStream(id, this, { send: this.#peer.initialWindow, receive: defaultWindow }, ends, this.#events.iteration());
		this.#streams.set(id, stream);
		const head = tooLarge ? undefined : requestHead(flat);
		if (tooLarge || (head !== undefined && stream.declare(head.contentLength))) this.#begun.push({ stream, head });
		else this.#resetFor(stream, codes.protocolError);
	}

	/** Checks trailers, and ignores their content. */
	#onTrailers(stream: ServerStream, flat: readonly string[], ends: boolean): void {
		if (stream.isRead) this.#resetFor(stream, codes.streamClosed);
		else if (!ends || !areTrailers(flat) || !stream.receiveEnd()) this.#resetFor(stream, codes.protocolError);
	}

	#onPriority(id: number, payload: Buffer): void {
		if (id === 0) throw wrong('PRIORITY of no stream');
		this.#abuseLimits.useless();
		const code = wrongPriority(id, payload);
		if (code === undefined) return;
		const stream = this.#streams.get(id);
		if (stream === undefined) this.#replies.reset(id, code);
		else this.#resetFor(stream, code);
	}

	#onReset(id: number, payload: Buffer): void {
		if (id === 0 || id > this.#newest) throw wrong(`RST_STREAM of stream ${id}, which was not begun`);
		expectBytes('RST_STREAM', payload, 4);
		const stream = this.#streams.get(id);
		if (stream === undefined) {
			this.#abuseLimits.useless();
			return;
		}
		stream.aborted(payload.readUInt32BE(0));
		this.#countReset(stream);
	}

	#onSettings(flag: number, payload: Buffer): void {
		if ((flag & flags.ack) !== 0) {
			expectBytes('an acknowledgement of SETTINGS', payload, 0);
			this.#abuseLimits.useless();
			return;
		}
		this.#hasSettings = true;
		this.#reading.count(this.#abuseLimits.settings(payload.length));
		const { windowBy, tableSize } = this.#peer.read(payload);
		if (tableSize !== undefined) this.#encoder.setPeerTableSize(tableSize);
		this.#replies.frame(types.settings, flags.ack, 0, nothing);
		if (windowBy === 0) return;
		this.#abuseLimits.resized(this.#streams.size);
		this.#reading.count(this.#streams.size);
		this.#sending.resize(this.#streams.values(), windowBy);
	}

	#onPing(flag: number, payload: Buffer): void {
		expectBytes('PING', payload, 8);
		this.#abuseLimits.useless();
		if ((flag & flags.ack) === 0) this.#replies.frame(types.ping, flags.ack, 0, payload);
	}

	/** Handles GOAWAY: the client begins no more streams, and the open ones continue. */
	#onGoAway(payload: Buffer): void {
		if (payload.length < 8) throw new ConnectionError(codes.frameSizeError, `GOAWAY of ${payload.length} bytes`);
		this.close();
	}

	#onWindowUpdate(id: number, payload: Buffer): void {
		expectBytes('WINDOW_UPDATE', payload, 4);
		this.#abuseLimits.windowUpdate(this.#sending.uncutFrames);
		const by = payload.readUInt32BE(0) & 0x7fffffff;
		if (id === 0) {
			if (by === 0) throw wrong('WINDOW_UPDATE by 0');
			this.#sending.grow(by);
			return;
		}
		const stream = this.#streams.get(id);
		if (stream === undefined) {
			if (id > this.#newest) throw wrong(`WINDOW_UPDATE of stream ${id}, which was not begun`);
		} else if (by === 0) this.#resetFor(stream, codes.protocolError);
		else if (!this.#sending.growStream(stream, by)) this.#resetFor(stream, codes.flowControlError);
	}

	/** Resets a stream for an error of the client. It counts like a reset by the client. */
	#resetFor(stream: ServerStream, code: ErrorCode): void {
		stream.reset(code);
		this.#countReset(stream);
	}

	#countReset({ begunIn }: ServerStream): void {
		if (begunIn === this.#events.iteration()) this.#abuseLimits.rapidReset();
	}

	// Requests of the streams.

	sendHead(stream: ServerStream, status: number, headers: readonly string[], ends: boolean): void {
		if (!this.#isOver) this.#sending.head(stream.id, status, headers, ends);
	}

	sendNow(stream: ServerStream, bytes: Uint8Array, ends: boolean): boolean {
		return !this.#isOver && this.#sending.now(stream, bytes, ends);
	}

	sendData(stream: ServerStream): void {
		if (!this.#isOver) this.#sending.data(stream);
	}

	sendReset(stream: ServerStream, code: ErrorCode): void {
		if (this.#isOver) return;
		this.#output.number(types.resetStream, stream.id, code);
		if (!stream.isRead) this.#abuseLimits.forgive(stream.id);
	}

	consumed(stream: ServerStream, bytes: number): void {
		if (this.#isOver || bytes === 0) return;
		this.#receiving.consumed(bytes);
		if (!stream.isRead && !stream.closed) this.#receiving.consumedOf(stream, bytes);
	}

	forget(stream: ServerStream): void {
		this.#streams.delete(stream.id);
		this.#sending.forget(stream);
		if (this.#streams.size > 0) return;
		this.quietSinceMs = performance.now();
		if (this.#isClosing && !this.#isOver) this.#finish();
	}

	/** Flushes the output at the end of the event loop iteration. */
	flush(): void {
		this.#output.flush();
		this.#goOn();
	}

	/** Sends more when the socket has drained. */
	#goOn(): void {
		while (!this.#isOver && this.#sending.goOn()) this.#output.flush();
	}

	// End of the connection.

	/** Accepts no more requests, and ends the connection when those in flight have ended. */
	close(): void {
		if (this.#isClosing || this.#isOver) return;
		this.#isClosing = true;
		this.#farewell.goAway(this.#newest, codes.noError);
		if (this.#streams.size === 0) this.#finish();
	}

	/** Ends the connection with all its requests. */
	destroy(code: ErrorCode = codes.noError): void {
		if (!this.#isOver) {
			this.#farewell.goAway(this.#newest, code);
			this.#output.flush();
		}
		this.#end();
		this.socket.destroySoon();
	}

	failed(error: unknown): void {
		if (this.#isOver) return;
		const reported = reportedError(error);
		if (reported === undefined) this.#events.failed(error);
		this.#farewell.goAway(this.#newest, reported?.code ?? codes.internalError, reported?.why);
		this.#finish();
		// The client continues to send, and its frames are no longer read.
		if (reported?.code === codes.enhanceYourCalm) this.socket.destroySoon();
	}

	/** Ends the connection after its pending output. */
	#finish(): void {
		this.#output.flush();
		this.#end();
		this.#farewell.end();
	}

	#gone(): void {
		this.#end();
		this.socket.destroySoon();
	}

	#end(): void {
		this.#isOver = true;
		this.#head = undefined;
		this.#reading.end();
		for (const stream of [...this.#streams.values()]) stream.aborted(codes.cancel);
	}
}

const nothing = Buffer.alloc(0);
