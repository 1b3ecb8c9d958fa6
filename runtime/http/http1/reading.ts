/**
 * Controls when an HTTP/1.1 connection is read. Node's parser and the server each have reasons to stop, and neither may undo the other's.
 * Input that arrives while Node waits for answers to be sent would end the process with a Node assertion. A long body is read in slices,
 * interleaved with other connections. Its framing may cost a hundred times its content. The system may hold half a megabyte of it, all of
 * which Node would parse in one event loop iteration.
 */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { FairQueue } from '../../scheduling/fair-queue.ts';

/**
 * Size of a slice to parse, as much as a TLS record holds. Smaller slices would split chunks, and their remainders would count as small
 * portions. In chunks just large enough not to be cut off, a slice takes a millisecond or two.
 */
const pieceBytes = 16 * 1024;

export class Reading {
	readonly #socket: TLSSocket;
	readonly #queue: FairQueue;
	/** True when Node has paused: answers wait to be sent, or a request's body buffer is full. */
	#isPausedByNode: boolean;
	/** True when too many requests are pending, or a request was refused. */
	#isStopped = false;
	/**
	 * Request whose body is not asked for yet. The body waits in the connection, because portions buffered in the request would be split
	 * needlessly.
	 */
	#unasked: IncomingMessage | undefined;
	/** Newest request, while its long body is arriving. */
	#long: IncomingMessage | undefined;
	#isWaiting = false;

	/**
	 * Turns the connection into a stream that holds back input. Node's parser reads directly from a connection, which is cheapest, but then
	 * gets all decrypted bytes even while it is paused. A `data` listener makes the connection a stream, which keeps bytes that may not be
	 * parsed yet. This must happen before it is paused: an already paused stream would not start to read again.
	 */
	constructor(socket: TLSSocket, queue: FairQueue) {
		this.#socket = socket;
		this.#queue = queue;
		this.#isPausedByNode = socket.isPaused();
		socket.on('data', () => this.#parsed());
		// Intercepts Node's calls; only this class pauses and resumes the stream itself.
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

	/** Reads no more in an iteration than its time allows, until the body is complete. */
	takeTurns(incoming: IncomingMessage): void {
		this.#long = incoming;
		this.#pause();
		this.#wait();
	}

	/** Stops reading until the body is asked for or the request has its answer. */
	keepBody(incoming: IncomingMessage): void {
		this.#unasked = incoming;
		this.#pause();
	}

	/** Continues when the body is asked for, or never will be. */
	releaseBody(incoming: IncomingMessage): void {
		if (this.#unasked !== incoming) return;
		this.#unasked = undefined;
		this.#goOn();
	}

	get #isHeld(): boolean {
		return this.#isPausedByNode || this.#isStopped || this.#unasked !== undefined;
	}

	/** Continues reading. Buffered bytes are also read in slices: they may be a hundred requests. */
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

	/** Runs after Node's parser, which is registered before this listener, has parsed a slice. */
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
