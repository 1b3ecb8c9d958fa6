/**
 * Controls when an HTTP/1.1 connection is read. Node's parser and the server have separate reasons to stop, and neither may resume what the
 * other stopped. Input that arrives while Node waits for answers to be sent would fail an assertion of Node and end the process. A long
 * body is read in slices, interleaved with other connections. Its framing may cost a hundred times its content. The system may hold half a
 * megabyte of it, which Node would parse in one iteration.
 */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { FairQueue } from '../../scheduling/fair-queue.ts';

/**
 * Size of a slice, as much as a TLS record holds. Smaller slices would split chunks, and their remainders would count as small portions. A
 * slice of the smallest chunks that are not refused takes a millisecond or two.
 */
const pieceBytes = 16 * 1024;

export class Reading {
	readonly #socket: TLSSocket;
	readonly #queue: FairQueue;
	/** True when Node has paused: answers wait to be sent, or a request's body buffer is full. */
	#isPausedByNode: boolean;
	/** True while too many requests are pending, or after a request was refused. */
	#isStopped = false;
	/**
	 * Request whose body the handler has not asked for. The body stays in the connection, because the buffer of the request would split it
	 * into many portions.
	 */
	#unasked: IncomingMessage | undefined;
	/** Newest request, while its long body arrives. */
	#long: IncomingMessage | undefined;
	#isWaiting = false;

	/**
	 * Turns the connection into a stream that can hold back input. By default, Node's parser reads directly from the connection. That is
	 * cheapest, but the parser gets all decrypted bytes even while it is paused. A `data` listener makes the connection a stream, which
	 * keeps bytes that may not be parsed yet. This must happen before a pause, because a paused stream would not start to read again.
	 */
	constructor(socket: TLSSocket, queue: FairQueue) {
		this.#socket = socket;
		this.#queue = queue;
		this.#isPausedByNode = socket.isPaused();
		socket.on('data', () => this.#parsed());
		// Node's calls are intercepted. Only this class pauses and resumes the stream itself.
		socket.pause = () => {
			this.#isPausedByNode = true;
			return this.#pause();
		};
		socket.resume = () => {
			this.#isPausedByNode = false;
			this.#goOn();
			return socket;
		};
	}

	stop(): void {
		this.#isStopped = true;
		this.#pause();
	}

	start(): void {
		this.#isStopped = false;
		this.#goOn();
	}

	/** Limits reading to the time of each iteration, until the body is complete. */
	takeTurns(incoming: IncomingMessage): void {
		this.#long = incoming;
		this.#pause();
		this.#wait();
	}

	/** Stops reading until the handler asks for the body, or the request is answered. */
	keepBody(incoming: IncomingMessage): void {
		this.#unasked = incoming;
		this.#pause();
	}

	/** Resumes reading, when the handler asks for the body or never will. */
	releaseBody(incoming: IncomingMessage): void {
		if (this.#unasked !== incoming) return;
		this.#unasked = undefined;
		this.#goOn();
	}

	get #isHeld(): boolean {
		return this.#isPausedByNode || this.#isStopped || this.#unasked !== undefined;
	}

	/** Resumes reading. Buffered bytes are read in slices, too, because they may hold a hundred requests. */
	#goOn(): void {
		if (this.#isHeld) return;
		if (this.#long !== undefined || this.#socket.readableLength > 0) this.#wait();
		else this.#resume();
	}

	#wait(): void {
		if (this.#isWaiting) return;
		this.#isWaiting = true;
		this.#queue.wait(this, () => this.#take());
	}

	#take(): void {
		this.#isWaiting = false;
		const socket = this.#socket;
		if (this.#isHeld || socket.destroyed) return;
		if (socket.readableLength > 0) socket.read(Math.min(socket.readableLength, pieceBytes));
		if (this.#isHeld) return;
		if (socket.readableLength > 0) this.#wait();
		else if (!this.#isWaiting) this.#resume();
	}

	/** Called after Node's parser has parsed a slice. The parser listens to the same event and was registered before. */
	#parsed(): void {
		if (this.#long?.complete) this.#long = undefined;
		if (this.#socket.destroyed) this.#pause();
		else if (this.#long !== undefined && !this.#queue.hasRoom()) {
			this.#pause();
			if (!this.#isHeld) this.#wait();
		}
	}

	#pause(): TLSSocket {
		return TLSSocket.prototype.pause.call(this.#socket) as TLSSocket;
	}

	#resume(): void {
		TLSSocket.prototype.resume.call(this.#socket);
	}
}
