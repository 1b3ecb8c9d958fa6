/**
 * When an HTTP/1.1 connection is read. Node's parser and the server have reasons of their own to stop, and none undoes the other's:
 * what comes while Node waits for answers to be sent would end the process by an assertion of Node's.
 * A long body is read in turns with others: its framing may cost a hundred times what it contains, and what the system has of it
 * by now may be half a megabyte, all of which Node would parse in one turn of the event loop.
 */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Turns } from '../turns.ts';

/**
 * What is parsed in one piece: as much as a TLS record holds. Smaller ones would take chunks apart, and what is left of them would
 * count as small portions. As chunks that are just large enough not to be cut off they take a millisecond or two.
 */
const pieceBytes = 16 * 1024;

export class Reading {
	readonly #socket: TLSSocket;
	readonly #turns: Turns;
	/** Answers wait to be sent, or a request holds enough of its body. */
	#isPausedByNode: boolean;
	/** So much is asked that nothing more is read, or what was asked was refused. */
	#isStopped = false;
	/** Nobody has asked for its body yet: that waits, and not in the request, whose portions would be taken apart in vain. */
	#unasked: IncomingMessage | undefined;
	/** The last request, when its body is long. */
	#long: IncomingMessage | undefined;
	#isWaiting = false;

	/**
	 * Node's parser takes what is read straight from a connection, which costs least. But what was decrypted by then reaches it
	 * whether the connection is paused or not. As a stream, which somebody's listening for data makes it, a connection keeps what may
	 * not be parsed yet. It must become one before anybody pauses it: a stream that is paused already would not start to read again.
	 */
	constructor(socket: TLSSocket, turns: Turns) {
		this.#socket = socket;
		this.#turns = turns;
		this.#isPausedByNode = socket.isPaused();
		socket.on('data', () => this.#parsed());
		// Node's calls come here; only this class pauses and resumes the stream itself.
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

	/** From now on until the body is complete, no more is read in a turn than it has room for. */
	takeTurns(incoming: IncomingMessage): void {
		this.#long = incoming;
		this.#pause();
		this.#wait();
	}

	/** Reads no more until somebody asks for the body, or the request has its answer. */
	keepBody(incoming: IncomingMessage): void {
		this.#unasked = incoming;
		this.#pause();
	}

	/** The body is asked for, or never will be. */
	releaseBody(incoming: IncomingMessage): void {
		if (this.#unasked !== incoming) return;
		this.#unasked = undefined;
		this.#goOn();
	}

	get #isHeld(): boolean {
		return this.#isPausedByNode || this.#isStopped || this.#unasked !== undefined;
	}

	/** What lies here already takes turns as well: it may be a hundred requests. */
	#goOn(): void {
		if (this.#isHeld) return;
		if (this.#long !== undefined || this.#socket.readableLength > 0) this.#wait();
		else this.#resume();
	}

	#wait(): void {
		if (this.#isWaiting) return;
		this.#isWaiting = true;
		this.#turns.wait(this, () => this.#take());
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

	/** Node's parser, which listens before this one, has had a piece. */
	#parsed(): void {
		if (this.#long?.complete) this.#long = undefined;
		if (this.#socket.destroyed) this.#pause();
		else if (this.#long !== undefined && !this.#turns.hasRoom()) {
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
