/**
 * Reads a connection in slices. A client may send without a pause. Without a bound, all input that the system holds would be handled in one
 * event loop iteration.
 */
import type { TLSSocket } from 'node:tls';
import type { SocketReads } from './contract.ts';
import { FrameReader, type FrameTaker } from './frame-reader.ts';
import type { SharedByConnections } from './shared.ts';
import type { PausableReader, TinyRecordThrottle } from './tiny-record-throttle.ts';

/**
 * Maximum number of frames of a connection in an iteration, including other costs counted as frames (`count`). They take well under a
 * millisecond.
 */
const framesInTurn = 1_000;

/** Size below which handling a chunk costs more than its content. */
const smallBytes = 128;

export interface ReadingTaker extends FrameTaker {
	/** Called after some whole frames, when the bytes after them are not handled yet. Throws ConnectionError. */
	framesOver(): void;
	/** Receives an error thrown by `frame` or `framesOver`. */
	failed(error: unknown): void;
}

export class Reading implements PausableReader {
	readonly #socket: TLSSocket;
	readonly #reads: SocketReads;
	readonly #small: TinyRecordThrottle;
	readonly #taker: ReadingTaker;
	readonly #reader: FrameReader;
	/** Frames handled in this iteration. */
	#frames = 0;
	/** Chunks for the next iteration. */
	readonly #waiting: Buffer[] = [];
	#isHeld = false;
	#isOver = false;
	readonly #goesOn = (): boolean => this.#frames < framesInTurn;

	constructor(socket: TLSSocket, taker: ReadingTaker, { reads, tinyRecords: small }: Pick<SharedByConnections, 'reads' | 'tinyRecords'>) {
		this.#socket = socket;
		this.#reads = reads;
		this.#small = small;
		small.add(this);
		socket.once('close', () => small.delete(this));
		this.#taker = taker;
		this.#reader = new FrameReader(taker);
		socket.on('data', (chunk: Buffer) => this.#read(chunk));
	}

	/** Counts a cost, expressed as a number of frames. */
	count(frames: number): void {
		this.#frames += frames;
	}

	/**
	 * Discards all further input. The input must still be read: with unread bytes, the system would discard output that the client has not
	 * read.
	 */
	end(): void {
		this.#isOver = true;
		if (this.#waiting.length === 0) return;
		this.#waiting.length = 0;
		this.#goOnReading();
	}

	pause(): boolean {
		if (this.#isHeld || this.#waiting.length > 0) return false;
		this.#isHeld = true;
		this.#reads.stop(this.#socket);
		return true;
	}

	resume(): void {
		this.#isHeld = false;
		this.#goOnReading();
	}

	#goOnReading(): void {
		if (!this.#isHeld && this.#waiting.length === 0) this.#reads.start(this.#socket);
	}

	#read(chunk: Buffer): void {
		if (chunk.length < smallBytes) this.#small.count();
		if (this.#isOver) return;
		if (this.#waiting.length > 0) this.#waiting.push(chunk);
		else this.#take(chunk);
	}

	/** Handles the frames of a chunk, within the bound of this iteration. */
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
		this.#reads.stop(this.#socket);
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
