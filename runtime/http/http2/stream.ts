/** One request and its answer on a connection of HTTP/2: the states and windows of RFC 9113, 5 and 6.9. */
import { EventEmitter } from 'node:events';
import { BodyBytes } from '../body-bytes.ts';
import type { BodySource, BodyTaker } from '../body-source.ts';
import { headersTimeoutMs } from '../connection.ts';
import { type EventOutput, type EventStream, ofItsOwn } from '../event-writer.ts';
import { checkHeaders } from './field-syntax.ts';
import { codes, type ErrorCode } from './protocol.ts';

/** What a stream asks of its connection. */
export interface StreamConnection {
	sendHead(stream: ServerStream, status: number, headers: readonly string[], ends: boolean): void;
	/** Sends as much of what the stream has as may go now; the rest goes by itself as it may. */
	sendData(stream: ServerStream): void;
	/** Sends one piece at once if the stream may; false: nothing was sent. */
	sendNow(stream: ServerStream, bytes: Uint8Array, ends: boolean): boolean;
	sendReset(stream: ServerStream, code: ErrorCode): void;
	/** So much of what came is used up, and may come again. */
	consumed(stream: ServerStream, bytes: number): void;
	/** It is over. */
	forget(stream: ServerStream): void;
}

/** Pieces that have gone out and still have a place in the queue. */
const mostOver = 1_000;

/** From here on a piece goes as it lies: a part more of a write costs what copying so much does. */
const longBytes = 8 * 1024;

/** What was written and may not go yet is told to be enough from here on. */
const enoughBytes = 64 * 1024;

export class ServerStream extends EventEmitter<{ close: []; drain: [] }> implements BodySource, EventOutput, EventStream {
	// What each piece of an event looks at comes first: of a thousand watchers no cache keeps this.
	readonly id: number;
	readonly #connection: StreamConnection;
	/** Bytes that the client takes. */
	sendWindow: number;
	writableLength = 0;
	closed = false;
	writableEnded = false;
	/** The turn of the event loop. */
	readonly begunIn: number;
	/** Bytes that the client may send. */
	receiveWindow: number;
	/** Used up, and not told to the client yet. */
	untold = 0;
	/** Bytes of the body that are still to come by its content-length; undefined: it does not say. */
	#declared: number | undefined;
	/** The client has said all. */
	isRead: boolean;
	readableEnded = false;
	#taker: BodyTaker | undefined;
	/** What came before anybody took it. */
	#came: BodyBytes | undefined;
	#cameBytes = 0;
	headersSent = false;
	writableNeedDrain = false;
	/** Everything is handed over. */
	writableFinished = false;
	/** What may not go yet: from `#at` of the piece that is `#first` on. */
	#queue: Uint8Array[] = [];
	#first = 0;
	#at = 0;
	/** Of a reset, by either side. */
	code: ErrorCode | number = codes.noError;
	/** Whether the client took something since the last look. */
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

	/** All of the answer was handed over. */
	get isComplete(): boolean {
		return this.writableFinished && this.code === codes.noError;
	}

	/** The body that its head says is to come; false: it cannot be right. */
	declare(bytes: number | undefined): boolean {
		this.#declared = bytes;
		return !(this.isRead && (bytes ?? 0) > 0);
	}

	/** Some of the body; false: it is more than was declared. */
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

	/** The end of the body; false: it is less than was declared. */
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

	/** `headers`: names in lower case and values by turns. Throws TypeError at what is none, before anything is sent. */
	respond(status: number, headers: readonly string[], ends = false): void {
		if (this.closed || this.headersSent) return;
		checkHeaders(headers);
		this.headersSent = true;
		if (ends) this.writableEnded = true;
		this.#connection.sendHead(this, status, headers, ends);
		if (ends) this.sentAll();
	}

	/** `100 Continue`: the client waits to be asked for its body. */
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

	/** Of an event. False: wait for `drain`. */
	write(bytes: Buffer): boolean {
		return this.#goesNow(bytes) || this.#queued(ofItsOwn(bytes));
	}

	/** Of an answer: by reference, whatever they are a part of. Nobody may write to them before they are sent. False: wait for `drain`. */
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

	/** Of several pieces at once. */
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

	/** To be called by the connection: the next bytes, `most` at most, where enough of them lie in one piece that copying them costs more. */
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

	/** To be called by the connection: copies the next `length` bytes, which are there. */
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

	/** To be called by the connection: so much has gone out. */
	sent(bytes: number): void {
		this.writableLength -= bytes;
		this.#hasMoved = true;
		if (this.writableLength > 0 || !this.writableNeedDrain) return;
		this.writableNeedDrain = false;
		this.emit('drain');
	}

	/** To be called by the connection: the end has gone out. */
	sentAll(): void {
		this.writableFinished = true;
		if (!this.isRead) this.#endWhenUnread();
		this.#closeWhenDone();
	}

	/** Ends it at once, so that it does not look complete. */
	reset(code: ErrorCode): void {
		if (this.closed) return;
		this.code = code;
		this.#connection.sendReset(this, code);
		this.#close();
	}

	destroy(error?: Error): void {
		this.reset(error === undefined ? codes.cancel : codes.internalError);
	}

	/** The client wants no more of it, or has gone. */
	aborted(code: number): void {
		if (this.closed) return;
		this.code = code;
		this.#close();
	}

	/** A client that takes nothing of what waits for it for so long gets no more. */
	endWhenStalled(ms: number): void {
		clearTimeout(this.#stall);
		this.#hasMoved = false;
		this.#stall = setTimeout(() => {
			if (this.writableLength > 0 && !this.#hasMoved) this.reset(codes.cancel);
			else this.endWhenStalled(ms);
		}, ms);
	}

	/** Its answer is said; a client that does not end its body is not heard for ever. */
	#endWhenUnread(): void {
		clearTimeout(this.#stall);
		this.#stall = setTimeout(() => this.reset(codes.cancel), headersTimeoutMs);
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
		// What nobody took is room for what comes on other streams.
		this.#takeCame();
		this.#connection.forget(this);
		const taker = this.#taker;
		if (taker !== undefined && !this.readableEnded) taker.close();
		this.emit('close');
	}
}

const empty = Buffer.alloc(0);
