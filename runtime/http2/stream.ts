/** A request and its answer on an HTTP/2 connection: states and windows of RFC 9113, 5 and 6.9. */
import { EventEmitter } from 'node:events';
import { BodyBytes, ofItsOwn } from './body-bytes.ts';
import { checkHeaders } from './field-syntax.ts';
import { codes, type ErrorCode } from './protocol.ts';

/** Receives a body: any number of `data` calls, then one call of another method. */
export interface BodyTaker {
	data(bytes: Buffer): void;
	end(): void;
	/** Called when the body will never be complete. Never called after `end`. */
	close(): void;
}

/** Methods of the connection that a stream calls. */
export interface StreamConnection {
	readonly bodyEndMs: number;
	sendHead(stream: ServerStream, status: number, headers: readonly string[], ends: boolean): void;
	/** Sends as much of the stream's data as possible now. The connection sends the rest later. */
	sendData(stream: ServerStream): void;
	/** Sends a piece immediately, if possible. Returns false if nothing was sent. */
	sendNow(stream: ServerStream, bytes: Uint8Array, ends: boolean): boolean;
	sendReset(stream: ServerStream, code: ErrorCode): void;
	/** Returns consumed bytes to the client's windows. */
	consumed(stream: ServerStream, bytes: number): void;
	/** Removes a closed stream. */
	forget(stream: ServerStream): void;
}

/** Maximum number of sent pieces that still occupy places in the queue. */
const mostOver = 1_000;

/** Length from which a piece is sent without a copy. An additional part of a write costs as much as copying this many bytes. */
const longBytes = 8 * 1024;

/** Number of unsent bytes at which `write` asks the caller to wait for `drain`. */
const enoughBytes = 64 * 1024;

export class ServerStream extends EventEmitter<{ close: []; drain: [] }> {
	// The fields that are read for each piece of an event come first: with a thousand watchers, they do not stay in the processor's cache.
	readonly id: number;
	readonly #connection: StreamConnection;
	/** Number of bytes that may still be sent to the client. */
	sendWindow: number;
	writableLength = 0;
	closed = false;
	writableEnded = false;
	/** Event loop iteration in which the stream began. */
	readonly begunIn: number;
	/** Number of bytes that the client may still send. */
	receiveWindow: number;
	/** Consumed bytes that were not yet returned to the client's window. */
	untold = 0;
	/** Number of body bytes that the content-length still announces. Undefined without a content-length. */
	#declared: number | undefined;
	/** True when the client has ended its request. */
	isRead: boolean;
	readableEnded = false;
	#taker: BodyTaker | undefined;
	/** Body bytes that arrived before `take` was called. */
	#came: BodyBytes | undefined;
	#cameBytes = 0;
	headersSent = false;
	writableNeedDrain = false;
	/** True when the whole answer has been passed on. */
	writableFinished = false;
	/** Unsent pieces. The first is `#first`, and its bytes before offset `#at` are already sent. */
	#queue: Uint8Array[] = [];
	#first = 0;
	#at = 0;
	/** Error code with which either side reset the stream. */
	code: ErrorCode | number = codes.noError;
	/** True when the client has read since the last stall check. */
	#hasMoved = false;
	#stall: NodeJS.Timeout | undefined;

	constructor(id: number, connection: StreamConnection, windows: { readonly send: number; readonly receive: number }, isRead: boolean, begunIn: number) {
		super();
		this.id = id;
		this.#connection = connection;
		this.sendWindow = windows.send;
		this.begunIn = begunIn;
		this.receiveWindow = windows.receive;
		this.isRead = isRead;
	}

	get destroyed(): boolean {
		return this.closed;
	}

	/** True when the whole answer was passed on. */
	get isComplete(): boolean {
		return this.writableFinished && this.code === codes.noError;
	}

	/** Sets the length of the body that the head declares. Returns false if it contradicts the state of the stream. */
	declare(bytes: number | undefined): boolean {
		this.#declared = bytes;
		return !(this.isRead && (bytes ?? 0) > 0);
	}

	/** Receives a part of the body. Returns false if the body exceeds its declared length. */
	receive(bytes: Buffer): boolean {
		if (this.#declared !== undefined) {
			this.#declared -= bytes.length;
			if (this.#declared < 0) return false;
		}
		if (bytes.length === 0) return true;
		if (this.#taker !== undefined) this.#give(bytes);
		else {
			this.#came ??= new BodyBytes();
			this.#came.add(bytes);
			this.#cameBytes += bytes.length;
		}
		return true;
	}

	/** Ends the body. Returns false if the body is shorter than declared. */
	receiveEnd(): boolean {
		this.isRead = true;
		if ((this.#declared ?? 0) !== 0) return false;
		if (this.#taker !== undefined) this.#giveEnd();
		this.#closeWhenDone();
		return true;
	}

	whole(bytes: number): Buffer | undefined {
		if (!this.isRead || this.#cameBytes >= bytes) return undefined;
		this.readableEnded = true;
		return this.#takeCame();
	}

	take(taker: BodyTaker): void {
		this.#taker = taker;
		if (this.#cameBytes > 0) this.#taker.data(this.#takeCame());
		if (this.isRead && !this.closed) this.#giveEnd();
	}

	#takeCame(): Buffer {
		const came = this.#came?.take() ?? empty;
		this.#came = undefined;
		this.#cameBytes = 0;
		this.#connection.consumed(this, came.length);
		return came;
	}

	#give(bytes: Buffer): void {
		this.#taker?.data(bytes);
		this.#connection.consumed(this, bytes.length);
	}

	#giveEnd(): void {
		if (this.readableEnded) return;
		this.readableEnded = true;
		this.#taker?.end();
	}

	/**
	 * Sends the head of the answer. `headers`: flat list of lower-case names and values. Throws TypeError for an invalid one, before
	 * anything is sent.
	 */
	respond(status: number, headers: readonly string[], ends = false): void {
		if (this.closed || this.headersSent) return;
		checkHeaders(headers);
		this.headersSent = true;
		if (ends) this.writableEnded = true;
		this.#connection.sendHead(this, status, headers, ends);
		if (ends) this.sentAll();
	}

	/** Sends `100 Continue`, for which the client waits before it sends its body. */
	askForBody(): void {
		if (!this.closed && !this.headersSent) this.#connection.sendHead(this, 100, [], false);
	}

	get out(): this {
		return this;
	}

	finish(): void {
		this.end();
	}

	fail(): void {
		this.reset(codes.internalError);
	}

	/** Writes a part of an event. Returns false when the caller should wait for `drain`. */
	write(bytes: Buffer): boolean {
		return this.#goesNow(bytes) || this.#queued(ofItsOwn(bytes));
	}

	/**
	 * Writes a part of an answer without a copy, even if it is a slice. The bytes must not change until they are sent. Returns false when
	 * the caller should wait for `drain`.
	 */
	send(bytes: Buffer): boolean {
		return this.#goesNow(bytes) || this.#queued(bytes);
	}

	#goesNow(bytes: Buffer): boolean {
		return this.closed || this.writableEnded || (this.writableLength === 0 && this.#connection.sendNow(this, bytes, false));
	}

	#queued(bytes: Buffer): boolean {
		this.#add(bytes);
		return !this.writableNeedDrain;
	}

	end(bytes?: Uint8Array): void {
		if (this.closed || this.writableEnded) return;
		this.writableEnded = true;
		if (this.writableLength === 0 && this.#connection.sendNow(this, bytes ?? empty, true)) this.sentAll();
		else this.#add(bytes ?? empty);
	}

	/** Writes several pieces and ends the stream. */
	endWith(pieces: readonly Uint8Array[]): void {
		if (this.closed || this.writableEnded) return;
		for (const piece of pieces) {
			this.#queue.push(piece);
			this.writableLength += piece.length;
		}
		this.writableEnded = true;
		this.#connection.sendData(this);
	}

	#add(bytes: Uint8Array): void {
		if (bytes.length > 0) this.#queue.push(bytes);
		this.writableLength += bytes.length;
		if (this.writableLength >= enoughBytes) this.writableNeedDrain = true;
		this.#connection.sendData(this);
	}

	/** Returns up to `most` of the next bytes without a copy, if they lie in a piece that is too long to copy. Called by the connection. */
	takeLong(most: number): Uint8Array | undefined {
		const piece = this.#queue[this.#first];
		if (piece === undefined || most < longBytes) return undefined;
		const bytes = Math.min(piece.length - this.#at, most);
		if (bytes < longBytes) return undefined;
		const long = piece.subarray(this.#at, this.#at + bytes);
		this.#take(bytes, piece);
		this.#forgetTaken();
		return long;
	}

	/** Copies the next `length` bytes, which must exist. Called by the connection. */
	fill(block: Buffer, at: number, length: number): void {
		const end = at + length;
		for (let to = at; to < end; ) {
			const piece = this.#queue[this.#first] as Uint8Array;
			const bytes = Math.min(piece.length - this.#at, end - to);
			block.set(bytes === piece.length ? piece : piece.subarray(this.#at, this.#at + bytes), to);
			to += bytes;
			this.#take(bytes, piece);
		}
		this.#forgetTaken();
	}

	#take(bytes: number, piece: Uint8Array): void {
		this.#at += bytes;
		if (this.#at < piece.length) return;
		this.#at = 0;
		this.#queue[this.#first++] = empty;
	}

	#forgetTaken(): void {
		if (this.#first < mostOver && this.#first < this.#queue.length) return;
		this.#queue = this.#queue.slice(this.#first);
		this.#first = 0;
	}

	/** Counts bytes that were sent. Called by the connection. */
	sent(bytes: number): void {
		this.writableLength -= bytes;
		this.#hasMoved = true;
		if (this.writableLength > 0 || !this.writableNeedDrain) return;
		this.writableNeedDrain = false;
		this.emit('drain');
	}

	/** Records that the end was sent. Called by the connection. */
	sentAll(): void {
		this.writableFinished = true;
		if (!this.isRead) this.#endWhenUnread();
		this.#closeWhenDone();
	}

	/** Resets the stream, so that its answer does not look complete. */
	reset(code: ErrorCode): void {
		if (this.closed) return;
		this.code = code;
		this.#connection.sendReset(this, code);
		this.#close();
	}

	destroy(error?: Error): void {
		this.reset(error === undefined ? codes.cancel : codes.internalError);
	}

	/** Closes the stream after a reset by the client, or when the connection is gone. */
	aborted(code: number): void {
		if (this.closed) return;
		this.code = code;
		this.#close();
	}

	/** Resets the stream when the client has read none of its pending data for `ms`. */
	endWhenStalled(ms: number): void {
		clearTimeout(this.#stall);
		this.#hasMoved = false;
		this.#stall = setTimeout(() => {
			if (this.writableLength > 0 && !this.#hasMoved) this.reset(codes.cancel);
			else this.endWhenStalled(ms);
		}, ms);
	}

	/** Bounds the time in which a client must end its body after the answer has been sent. */
	#endWhenUnread(): void {
		clearTimeout(this.#stall);
		this.#stall = setTimeout(() => this.reset(codes.cancel), this.#connection.bodyEndMs);
	}

	#closeWhenDone(): void {
		if (this.isRead && this.writableFinished) this.#close();
	}

	#close(): void {
		if (this.closed) return;
		this.closed = true;
		clearTimeout(this.#stall);
		this.#queue = [];
		this.writableLength = 0;
		// Unread body bytes are returned to the connection's window, which other streams need.
		this.#takeCame();
		this.#connection.forget(this);
		const taker = this.#taker;
		if (taker !== undefined && !this.readableEnded) taker.close();
		this.emit('close');
	}
}

const empty = Buffer.alloc(0);
