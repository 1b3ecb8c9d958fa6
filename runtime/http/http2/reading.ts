/**
 * What is read of a connection, in turns with what else there is to do: a client that sends without a pause would have all of what the
 * system has read for it handled in one turn of the event loop.
 */
import type { TLSSocket } from 'node:tls';
import { readerOf } from '../socket-reader.ts';
import { FrameReader, type FrameTaker } from './frame-reader.ts';
import type { HeldReading, SmallReads } from './small-reads.ts';

/** Frames of one connection in a turn, and what costs as much (`count`): well under a millisecond. */
const framesInTurn = 1_000;

/** A chunk of fewer bytes costs more than what it holds. */
const smallBytes = 128;

export interface ReadingTaker extends FrameTaker {
	/** Some whole frames are over, and what has come behind them is not. Throws ConnectionError. */
	framesOver(): void;
	/** What `frame` or `framesOver` threw. */
	failed(error: unknown): void;
}

export class Reading implements HeldReading {
	readonly #socket: TLSSocket;
	readonly #small: SmallReads;
	readonly #taker: ReadingTaker;
	readonly #reader: FrameReader;
	/** Of this turn. */
	#frames = 0;
	/** What came behind them. */
	readonly #waiting: Buffer[] = [];
	#isHeld = false;
	#isOver = false;
	readonly #goesOn = (): boolean => this.#frames < framesInTurn;

	constructor(socket: TLSSocket, taker: ReadingTaker, small: SmallReads) {
		this.#socket = socket;
		this.#small = small;
		small.add(this);
		socket.once('close', () => small.delete(this));
		this.#taker = taker;
		this.#reader = new FrameReader(taker);
		socket.on('data', (chunk: Buffer) => this.#read(chunk));
	}

	/** A frame costs as much as so many. */
	count(frames: number): void {
		this.#frames += frames;
	}

	/** Whatever comes is thrown away: with bytes unread, the system would throw away what the client is still to read. */
	end(): void {
		this.#isOver = true;
		if (this.#waiting.length === 0) return;
		this.#waiting.length = 0;
		this.#goOnReading();
	}

	hold(): boolean {
		if (this.#isHeld || this.#waiting.length > 0) return false;
		this.#isHeld = true;
		readerOf(this.#socket)?.readStop();
		return true;
	}

	goOn(): void {
		this.#isHeld = false;
		this.#goOnReading();
	}

	#goOnReading(): void {
		if (!this.#isHeld && this.#waiting.length === 0) readerOf(this.#socket)?.readStart();
	}

	#read(chunk: Buffer): void {
		if (chunk.length < smallBytes) this.#small.count();
		if (this.#isOver) return;
		if (this.#waiting.length > 0) this.#waiting.push(chunk);
		else this.#take(chunk);
	}

	/** Frames of a chunk, as far as this turn goes. */
	#take(chunk: Buffer): void {
		if (this.#frames === 0) setImmediate(() => this.#nextTurn());
		let end = 0;
		try {
			end = this.#reader.take(chunk, 0, this.#goesOn);
			this.#taker.framesOver();
		} catch (error) {
			this.#taker.failed(error);
			return;
		}
		if (end === chunk.length || this.#isOver) return;
		this.#waiting.unshift(chunk.subarray(end));
		readerOf(this.#socket)?.readStop();
	}

	#nextTurn(): void {
		this.#frames = 0;
		if (this.#waiting.length === 0) return;
		const waiting = this.#waiting.splice(0);
		let taken = 0;
		while (taken < waiting.length && this.#waiting.length === 0 && !this.#isOver) this.#take(waiting[taken++] as Buffer);
		if (this.#isOver) return;
		this.#waiting.push(...waiting.slice(taken));
		this.#goOnReading();
	}
}
