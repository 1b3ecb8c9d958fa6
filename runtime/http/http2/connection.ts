/**
 * One connection of HTTP/2 (RFC 9113), the server's side: frames become requests, answers become frames. Written for what an API server
 * does most, thousands of streams to which little is written often: a piece of an event costs its bytes and nine more.
 */
import type { TLSSocket } from 'node:tls';
import { Allowance } from '../allowance.ts';
import type { EndOfTurn } from '../end-of-turn.ts';
import { readerOf } from '../socket-reader.ts';
import { FrameReader, type FrameTaker } from './frame-reader.ts';
import { ConnectionError, codes, defaultWindow, type ErrorCode, flags, settings, types } from './frames.ts';
import { HpackDecoder, HpackError } from './hpack/decoder.ts';
import { HpackEncoder } from './hpack/encoder.ts';
import { Output } from './output.ts';
import { PeerSettings } from './peer-settings.ts';
import { areTrailers, type RequestHead, requestHead } from './request-head.ts';
import { Sending } from './sending.ts';
import { ServerStream, type StreamConnection } from './stream.ts';

export interface Http2Bounds {
	/** Streams at once. */
	readonly streams: number;
	/** Of the headers of one request, as RFC 9113, 6.5.2 counts them. */
	readonly headBytes: number;
	readonly headPairs: number;
}

export interface ConnectionEvents {
	/** One more request; `head` undefined: its headers are larger than allowed. */
	request(stream: ServerStream, head: RequestHead | undefined): void;
	/** The turn of the event loop. */
	turn(): number;
	/** The client, or what it did wrong, has reset a stream that was begun in that turn. False: the connection is to end. */
	wasReset(begunIn: number): boolean;
	/** What went wrong in the server: it is at fault, and the connection ends. */
	failed(error: unknown): void;
}

/** What came of it before anybody took it: some streams' whole windows. */
const receiveWindow = 256 * 1024;
/** A window is made larger again when half of it is used up: fewer frames, and a client that never has to wait. */
const announceFrom = 0.5;

/** Frames of one connection in a turn of the event loop: well under a millisecond. */
const framesInTurn = 1_000;

/**
 * Frames that nobody needs, at once and a second: pings, settings, frames of nothing, of streams that are over, of unknown types, and
 * windows for more than was sent. Clients have some a minute.
 */
const uselessFrames = { atOnce: 2_000, perSecond: 1_000 };
/** A client may say for each frame of DATA that it was read, of the stream and of the connection; and that its windows are large, at first. */
const updatesForFrame = 4;
const updatesAtFirst = 1_000;

/** Streams that were reset here while the client was sending still: what is under way of them is passed over. */
const mostForgiven = 1_000;

/** Heads are this long as they are sent, at most: more than what is announced, since nothing is said of how they are packed. */
const mostPackedBytes = 144 * 1024;
const mostHeadFrames = 100;

/** Of answers to what a client only says to be answered (pings, settings, resets), while it reads nothing. */
const mostRepliesBytes = 64 * 1024;

/** Streams beyond those that a client may have, at once and a second: who has them all, and begins one for each that it resets, may be early. */
const refusals = { atOnce: 10_000, perSecond: 10_000 };

/** A client that is told what it did wrong reads it within this time, or not at all. */
const farewellMs = 1_000;

interface BegunRequest {
	readonly stream: ServerStream;
	/** Undefined: it is larger than allowed. */
	readonly head: RequestHead | undefined;
}

interface OpenHead {
	readonly stream: number;
	readonly ends: boolean;
	readonly pieces: Buffer[];
	bytes: number;
	frames: number;
}

export class ServerConnection implements StreamConnection, FrameTaker {
	readonly socket: TLSSocket;
	readonly #bounds: Http2Bounds;
	readonly #events: ConnectionEvents;
	readonly #reader = new FrameReader(this);
	readonly #decoder = new HpackDecoder();
	readonly #encoder = new HpackEncoder();
	readonly #output: Output;
	readonly #sending: Sending;
	readonly #peer = new PeerSettings();
	readonly #streams = new Map<number, ServerStream>();
	readonly #refusals = new Allowance(refusals.perSecond, refusals.atOnce);
	readonly #useless = new Allowance(uselessFrames.perSecond, uselessFrames.atOnce);
	#updates = 0;
	readonly #forgiven = new Set<number>();
	/** The head that is not whole yet: nothing else may come meanwhile. */
	#head: OpenHead | undefined;
	/** The highest number of a stream that the client has begun. */
	#newest = 0;
	#receiveWindow = defaultWindow;
	#unannounced = 0;
	#hasSettings = false;
	/** Frames of this turn. */
	#frames = 0;
	/** Requests of the chunk that is being read: they begin behind it, so that a body that came with its head is whole, and what was reset again never begins. */
	#begun: BegunRequest[] = [];
	/** What came behind the frames of this turn. */
	readonly #waiting: Buffer[] = [];
	/** No stream begins any more. */
	#isClosing = false;
	/** Nothing is read any more. */
	#isOver = false;
	/** Answers to what asks only for that, since the socket has last taken everything. */
	#replyBytes = 0;
	/** `performance.now()` of the last request's end, or of the beginning. */
	quietSinceMs = performance.now();
	#headSinceMs = 0;

	constructor(socket: TLSSocket, bounds: Http2Bounds, turn: EndOfTurn, events: ConnectionEvents) {
		this.socket = socket;
		this.#bounds = bounds;
		this.#events = events;
		this.#output = new Output(socket, () => turn.addLast(this));
		this.#sending = new Sending(this.#output, this.#encoder);
		socket.on('data', (chunk: Buffer) => this.#read(chunk));
		socket.on('drain', () => this.#goOn());
		socket.on('close', () => this.#gone());
		// A client that has said all may wait for answers still, but says no window any more: HTTP/2 has no half of a connection.
		socket.on('end', () => this.#gone());
		// The close says all that there is to know.
		socket.on('error', () => undefined);
		this.#greet();
	}

	/** Requests that are not over. */
	get streams(): number {
		return this.#streams.size;
	}

	/** Bytes of a head that is not whole; 0: there is none. */
	get openHeadBytes(): number {
		return this.#head?.bytes ?? 0;
	}

	/** `performance.now()` at which that head began. */
	get openHeadSinceMs(): number {
		return this.#headSinceMs;
	}

	#greet(): void {
		const announced = [
			[settings.maxConcurrentStreams, this.#bounds.streams],
			[settings.maxHeaderListSize, this.#bounds.headBytes],
		] as const;
		const payload = Buffer.alloc(6 * announced.length);
		for (const [i, [id, value]] of announced.entries()) {
			payload.writeUInt16BE(id, 6 * i);
			payload.writeUInt32BE(value, 6 * i + 2);
		}
		this.#output.frame(types.settings, 0, 0, payload);
		this.#output.number(types.windowUpdate, 0, receiveWindow - defaultWindow);
		this.#receiveWindow = receiveWindow;
		// At once: what a client may do, it knows ahead of its first request then.
		this.#output.flush();
	}

	#read(chunk: Buffer): void {
		if (this.#isOver) return;
		if (this.#waiting.length > 0) this.#waiting.push(chunk);
		else this.#take(chunk, 0);
	}

	/** Frames of a chunk, as far as this turn goes. */
	#take(chunk: Buffer, from: number): void {
		if (this.#frames === 0) setImmediate(() => this.#nextTurn());
		let at = from;
		try {
			at = this.#reader.take(chunk, at, framesInTurn - this.#frames);
		} catch (error) {
			this.#fail(error);
			return;
		}
		this.#beginAll();
		if (at === chunk.length || this.#isOver) return;
		this.#waiting.unshift(chunk.subarray(at));
		readerOf(this.socket)?.readStop();
	}

	#beginAll(): void {
		if (this.#begun.length === 0) return;
		const begun = this.#begun;
		this.#begun = [];
		for (const { stream, head } of begun) if (!stream.closed) this.#events.request(stream, head);
	}

	#nextTurn(): void {
		this.#frames = 0;
		if (this.#waiting.length === 0) return;
		const waiting = this.#waiting.splice(0);
		while (waiting.length > 0 && this.#waiting.length === 0) this.#take(waiting.shift() as Buffer, 0);
		this.#waiting.push(...waiting);
		if (this.#waiting.length === 0 && !this.#isOver) readerOf(this.socket)?.readStart();
	}

	frame(type: number, flag: number, stream: number, payload: Buffer): void {
		if (this.#isOver) return;
		this.#frames++;
		if (!this.#hasSettings && type !== types.settings) throw wrong('the first frame of a client is SETTINGS');
		if (this.#head !== undefined && (type !== types.continuation || stream !== this.#head.stream)) throw wrong('a header block was not continued');
		switch (type) {
			case types.data:
				return this.#onData(flag, stream, payload);
			case types.headers:
				return this.#onHeaders(flag, stream, payload);
			case types.priority:
				return this.#onPriority(stream, payload);
			case types.resetStream:
				return this.#onReset(stream, payload);
			case types.settings:
				return this.#onSettings(flag, stream, payload);
			case types.pushPromise:
				throw wrong('a client promises nothing');
			case types.ping:
				return this.#onPing(flag, stream, payload);
			case types.goAway:
				return this.#onGoAway(stream, payload);
			case types.windowUpdate:
				return this.#onWindowUpdate(stream, payload);
			case types.continuation:
				return this.#onContinuation(flag, payload);
			default:
				this.#isUseless();
		}
	}

	#onData(flag: number, id: number, payload: Buffer): void {
		if (id === 0) throw wrong('DATA of no stream');
		if (payload.length > this.#receiveWindow) throw new ConnectionError(codes.flowControlError, 'more DATA than the window of the connection has');
		this.#receiveWindow -= payload.length;
		const data = unpadded(flag, payload);
		const stream = this.#streams.get(id);
		if (stream === undefined) {
			this.#consumed(payload.length);
			this.#isUseless();
			if (id > this.#newest || id % 2 === 0) throw wrong(`DATA of stream ${id}, which was not begun`);
			if (!this.#forgiven.has(id)) this.#reset(id, codes.streamClosed);
			return;
		}
		const padding = payload.length - data.length;
		if (stream.isRead) {
			this.#consumed(payload.length);
			this.#resetFor(stream, codes.streamClosed);
			return;
		}
		if (payload.length > stream.receiveWindow) {
			this.#consumed(payload.length);
			this.#resetFor(stream, codes.flowControlError);
			return;
		}
		stream.receiveWindow -= payload.length;
		if (padding > 0) this.consumed(stream, padding);
		const ends = (flag & flags.endStream) !== 0;
		if (data.length === 0 && !ends) this.#isUseless();
		// What is a small part of a chunk would keep all of it for as long as the body is not whole.
		const kept = ends || data.buffer.byteLength <= 2 * data.length ? data : Buffer.from(data);
		if (!stream.receive(kept) || (ends && !stream.receiveEnd())) this.#resetFor(stream, codes.protocolError);
	}

	#onHeaders(flag: number, id: number, payload: Buffer): void {
		if (id === 0 || id % 2 === 0) throw wrong(`HEADERS of stream ${id}`);
		let block = unpadded(flag, payload);
		if ((flag & flags.priority) !== 0) {
			if (block.length < 5) {
				const code = (flag & flags.padded) === 0 ? codes.frameSizeError : codes.protocolError;
				throw new ConnectionError(code, 'HEADERS without the priority that they announce');
			}
			if ((block.readUInt32BE(0) & 0x7fffffff) === id) throw wrong('a stream that depends on itself');
			block = block.subarray(5);
		}
		this.#head = { stream: id, ends: (flag & flags.endStream) !== 0, pieces: [], bytes: 0, frames: 0 };
		this.#headSinceMs = performance.now();
		this.#addToHead(this.#head, flag, block);
	}

	#onContinuation(flag: number, payload: Buffer): void {
		if (this.#head === undefined) throw wrong('CONTINUATION of nothing');
		this.#addToHead(this.#head, flag, payload);
	}

	#addToHead(head: OpenHead, flag: number, piece: Buffer): void {
		const isLast = (flag & flags.endHeaders) !== 0;
		head.bytes += piece.length;
		head.frames++;
		if (head.bytes > mostPackedBytes || head.frames > mostHeadFrames) throw new ConnectionError(codes.enhanceYourCalm, 'a header block that is too long');
		if (isLast && head.pieces.length === 0) return this.#onHead(head, piece);
		head.pieces.push(piece.buffer.byteLength <= 2 * piece.length ? piece : Buffer.from(piece));
		if (isLast) this.#onHead(head, Buffer.concat(head.pieces));
	}

	#onHead({ stream: id, ends }: OpenHead, block: Buffer): void {
		this.#head = undefined;
		const { flat, tooLarge } = this.#decoder.decode(block, this.#bounds.headBytes, this.#bounds.headPairs);
		const known = this.#streams.get(id);
		if (known !== undefined) {
			this.#onTrailers(known, flat, ends);
			return;
		}
		if (id <= this.#newest) {
			if (!this.#forgiven.has(id)) throw wrong(`HEADERS of stream ${id}, which is over or was passed over`);
			this.#isUseless();
			return;
		}
		this.#newest = id;
		if (this.#isClosing || this.#streams.size >= this.#bounds.streams) {
			if (!this.#refusals.take()) throw new ConnectionError(codes.enhanceYourCalm, 'too many streams were begun beyond those that there may be');
			this.#reset(id, codes.refusedStream);
			this.#forgive(id);
			return;
		}
		this.#begin(id, ends, tooLarge ? undefined : requestHead(flat), tooLarge);
	}

	#begin(id: number, ends: boolean, head: RequestHead | undefined, tooLarge: boolean): void {
		const stream = new ServerStream(id, this, { send: this.#peer.initialWindow, receive: defaultWindow }, ends, this.#events.turn());
		this.#streams.set(id, stream);
		if (!tooLarge && (head === undefined || !stream.declare(head.contentLength))) {
			this.#resetFor(stream, codes.protocolError);
			return;
		}
		this.#begun.push({ stream, head });
	}

	/** Nobody asks for what they say. */
	#onTrailers(stream: ServerStream, flat: readonly string[], ends: boolean): void {
		if (stream.isRead) this.#resetFor(stream, codes.streamClosed);
		else if (!ends || !areTrailers(flat) || !stream.receiveEnd()) this.#resetFor(stream, codes.protocolError);
	}

	#onPriority(id: number, payload: Buffer): void {
		if (id === 0) throw wrong('PRIORITY of no stream');
		this.#isUseless();
		const stream = this.#streams.get(id);
		if (payload.length !== 5) {
			if (stream === undefined) this.#reset(id, codes.frameSizeError);
			else this.#resetFor(stream, codes.frameSizeError);
		} else if ((payload.readUInt32BE(0) & 0x7fffffff) === id) {
			if (stream === undefined) this.#reset(id, codes.protocolError);
			else this.#resetFor(stream, codes.protocolError);
		}
	}

	#onReset(id: number, payload: Buffer): void {
		if (id === 0 || id > this.#newest) throw wrong(`RST_STREAM of stream ${id}, which was not begun`);
		if (payload.length !== 4) throw new ConnectionError(codes.frameSizeError, `RST_STREAM of ${payload.length} bytes`);
		const stream = this.#streams.get(id);
		if (stream === undefined) return this.#isUseless();
		stream.aborted(payload.readUInt32BE(0));
		this.#calm(stream);
	}

	#onSettings(flag: number, id: number, payload: Buffer): void {
		if (id !== 0) throw wrong('SETTINGS of a stream');
		if ((flag & flags.ack) !== 0) {
			if (payload.length > 0) throw new ConnectionError(codes.frameSizeError, 'an acknowledgement of SETTINGS has no payload');
			return this.#isUseless();
		}
		this.#hasSettings = true;
		// One of thousands of settings is as good as many.
		const frames = 1 + Math.floor(payload.length / 60);
		this.#frames += frames;
		this.#isUseless(frames);
		const { windowBy, tableSize } = this.#peer.read(payload);
		if (tableSize !== undefined) this.#encoder.setPeerTableSize(tableSize);
		this.#reply(types.settings, flags.ack, Buffer.alloc(0));
		if (windowBy !== 0) this.#sending.resize(this.#streams.values(), windowBy);
	}

	#onPing(flag: number, id: number, payload: Buffer): void {
		if (id !== 0) throw wrong('PING of a stream');
		if (payload.length !== 8) throw new ConnectionError(codes.frameSizeError, `PING of ${payload.length} bytes`);
		this.#isUseless();
		if ((flag & flags.ack) === 0) this.#reply(types.ping, flags.ack, payload);
	}

	/** The client begins no stream any more; those that there are go on. */
	#onGoAway(id: number, payload: Buffer): void {
		if (id !== 0) throw wrong('GOAWAY of a stream');
		if (payload.length < 8) throw new ConnectionError(codes.frameSizeError, `GOAWAY of ${payload.length} bytes`);
		this.close();
	}

	#onWindowUpdate(id: number, payload: Buffer): void {
		if (payload.length !== 4) throw new ConnectionError(codes.frameSizeError, `WINDOW_UPDATE of ${payload.length} bytes`);
		const by = payload.readUInt32BE(0) & 0x7fffffff;
		if (++this.#updates > updatesAtFirst + updatesForFrame * this.#sending.frames) this.#isUseless();
		if (id === 0) {
			if (by === 0) throw wrong('WINDOW_UPDATE by nothing');
			this.#sending.grow(by);
			return;
		}
		const stream = this.#streams.get(id);
		if (stream === undefined) {
			if (id > this.#newest) throw wrong(`WINDOW_UPDATE of stream ${id}, which was not begun`);
		} else if (by === 0) this.#resetFor(stream, codes.protocolError);
		else if (!this.#sending.growStream(stream, by)) this.#resetFor(stream, codes.flowControlError);
	}

	#isUseless(frames = 1): void {
		if (!this.#useless.take(frames)) throw new ConnectionError(codes.enhanceYourCalm, 'too many frames that nobody needs');
	}

	#reset(id: number, code: ErrorCode): void {
		const payload = Buffer.allocUnsafe(4);
		payload.writeUInt32BE(code);
		this.#reply(types.resetStream, 0, payload, id);
	}

	/** For what the client did wrong, which costs it as much as a reset of its own. */
	#resetFor(stream: ServerStream, code: ErrorCode): void {
		stream.reset(code);
		this.#calm(stream);
	}

	#calm(stream: ServerStream): void {
		if (!this.#events.wasReset(stream.begunIn)) throw new ConnectionError(codes.enhanceYourCalm, 'too many streams were reset');
	}

	#reply(type: number, flag: number, payload: Buffer, stream = 0): void {
		if (this.socket.writableLength === 0) this.#replyBytes = 0;
		this.#replyBytes += payload.length + 9;
		if (this.#replyBytes > mostRepliesBytes && this.socket.writableNeedDrain) {
			throw new ConnectionError(codes.enhanceYourCalm, 'much is asked by who reads no answers');
		}
		this.#output.frame(type, flag, stream, payload);
	}

	// What streams ask.

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
		if (!stream.isRead) this.#forgive(stream.id);
	}

	#forgive(id: number): void {
		const [oldest] = this.#forgiven.size < mostForgiven ? [] : this.#forgiven;
		if (oldest !== undefined) this.#forgiven.delete(oldest);
		this.#forgiven.add(id);
	}

	consumed(stream: ServerStream, bytes: number): void {
		this.#consumed(bytes);
		if (this.#isOver || stream.isRead || stream.closed) return;
		stream.unannounced += bytes;
		if (stream.unannounced < announceFrom * defaultWindow) return;
		this.#output.number(types.windowUpdate, stream.id, stream.unannounced);
		stream.receiveWindow += stream.unannounced;
		stream.unannounced = 0;
	}

	#consumed(bytes: number): void {
		this.#unannounced += bytes;
		if (this.#isOver || this.#unannounced < announceFrom * receiveWindow) return;
		this.#output.number(types.windowUpdate, 0, this.#unannounced);
		this.#receiveWindow += this.#unannounced;
		this.#unannounced = 0;
	}

	forget(stream: ServerStream): void {
		this.#streams.delete(stream.id);
		this.#sending.forget(stream);
		if (this.#streams.size > 0) return;
		this.quietSinceMs = performance.now();
		if (this.#isClosing && !this.#isOver) this.#finish();
	}

	// The end.

	/** At the end of the turn: what was said goes out. */
	flush(): void {
		this.#output.flush();
		this.#goOn();
	}

	/** The socket takes more. */
	#goOn(): void {
		if (this.#isOver) return;
		while (this.#sending.goOn()) this.#output.flush();
	}

	/** Lets the requests that there are end, and begins no more. */
	close(): void {
		if (this.#isClosing || this.#isOver) return;
		this.#isClosing = true;
		this.#sayGoAway(codes.noError);
		if (this.#streams.size === 0) this.#finish();
	}

	/** What was said goes out first. */
	#finish(): void {
		this.#output.flush();
		this.#isOver = true;
		this.#waiting.length = 0;
		this.#endStreams();
		// What comes meanwhile is read away: with bytes unread, the system would throw away what the client is still to read.
		readerOf(this.socket)?.readStart();
		let timer: NodeJS.Timeout | undefined;
		this.socket.end(() => {
			timer = setTimeout(() => this.socket.destroy(), farewellMs);
		});
		this.socket.once('close', () => clearTimeout(timer));
	}

	/** Cuts off what there is. */
	destroy(code: ErrorCode = codes.noError): void {
		if (!this.#isOver) {
			this.#sayGoAway(code);
			this.#output.flush();
		}
		this.#isOver = true;
		this.#endStreams();
		this.socket.destroySoon();
	}

	#sayGoAway(code: ErrorCode, why = ''): void {
		const payload = Buffer.alloc(8 + Buffer.byteLength(why));
		payload.writeUInt32BE(this.#newest, 0);
		payload.writeUInt32BE(code, 4);
		payload.write(why, 8);
		this.#output.frame(types.goAway, 0, 0, payload);
	}

	#fail(error: unknown): void {
		if (this.#isOver) return;
		if (error instanceof HpackError) this.#sayGoAway(codes.compressionError, error.message);
		else if (error instanceof ConnectionError) this.#sayGoAway(error.code, error.message);
		else {
			this.#events.failed(error);
			this.#sayGoAway(codes.internalError);
		}
		this.#finish();
		// There is more of it, and nobody is to read that.
		if (error instanceof ConnectionError && error.code === codes.enhanceYourCalm) this.socket.destroySoon();
	}

	#gone(): void {
		this.#isOver = true;
		this.#waiting.length = 0;
		this.#endStreams();
		this.socket.destroySoon();
	}

	#endStreams(): void {
		for (const stream of [...this.#streams.values()]) stream.aborted(codes.cancel);
	}
}

function unpadded(flag: number, payload: Buffer): Buffer {
	if ((flag & flags.padded) === 0) return payload;
	if (payload.length === 0) throw new ConnectionError(codes.frameSizeError, 'a padded frame without the length of its padding');
	const padding = payload[0] as number;
	if (padding >= payload.length) throw wrong('more padding than payload');
	return payload.subarray(1, payload.length - padding);
}

function wrong(message: string): ConnectionError {
	return new ConnectionError(codes.protocolError, message);
}
