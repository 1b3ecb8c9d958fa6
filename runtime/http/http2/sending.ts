/**
 * The answers of a connection on their way: as much of each as its window, the connection's and the socket take, a frame of each stream
 * by turns.
 */

import type { HpackEncoder } from './hpack/encoder.ts';
import type { Output } from './output.ts';
import { ConnectionError, codes, defaultWindow, flags, frameBytes, largestWindow, types } from './protocol.ts';
import type { SharedByConnections } from './shared.ts';
import type { ServerStream } from './stream.ts';

/** No client has windows so small: a frame that one has cut to less than this many bytes is the client's doing. */
const smallFrameBytes = 1024;

export class Sending {
	readonly #output: Output;
	readonly #encoder: HpackEncoder;
	readonly #date: SharedByConnections['date'];
	/** Bytes that the client takes on all streams together. */
	#window = defaultWindow;
	/** Frames of DATA that went out. */
	frames = 0;
	/** Those that no window of the client made small. */
	uncutFrames = 0;
	/** Streams that have something to send and a window of their own for it: they wait for the connection's window, or for the socket. */
	readonly #ready = new Set<ServerStream>();

	constructor(output: Output, encoder: HpackEncoder, date: SharedByConnections['date']) {
		this.#output = output;
		this.#date = date;
		this.#encoder = encoder;
	}

	head(id: number, status: number, headers: readonly string[], ends: boolean): void {
		const block = this.#encoder.encode(status, status < 200 ? headers : [...headers, 'date', this.#date.text]);
		const endsStream = ends ? flags.endStream : 0;
		if (block.length <= frameBytes) {
			this.#output.frame(types.headers, flags.endHeaders | endsStream, id, block);
			return;
		}
		this.#output.frame(types.headers, endsStream, id, block.subarray(0, frameBytes));
		for (let at = frameBytes; at < block.length; at += frameBytes) {
			const piece = block.subarray(at, at + frameBytes);
			this.#output.frame(types.continuation, at + piece.length === block.length ? flags.endHeaders : 0, id, piece);
		}
	}

	/** Whether it went at once: for what nothing waits, as one frame. */
	now(stream: ServerStream, bytes: Uint8Array, ends: boolean): boolean {
		const { length } = bytes;
		if (length > frameBytes || length > this.#window || length > stream.sendWindow || this.#output.isFull(ends)) return false;
		this.frames++;
		this.uncutFrames++;
		this.#window -= length;
		stream.sendWindow -= length;
		this.#output.frame(types.data, ends ? flags.endStream : 0, stream.id, bytes);
		return true;
	}

	/** The stream has something to send. Others that have wait already, so that only this one is looked at. */
	data(stream: ServerStream): void {
		if (stream.writableLength === 0) {
			// An end alone needs no window, and is as small as the head that went out before.
			if (stream.writableEnded) this.#end(stream);
			return;
		}
		if (stream.sendWindow <= 0) return;
		this.#ready.add(stream);
		while (this.#ready.has(stream) && this.#mayGo(stream)) this.#frameOf(stream);
	}

	#mayGo(stream: ServerStream): boolean {
		return this.#window > 0 && !this.#output.isFull(stream.writableEnded);
	}

	#end(stream: ServerStream): void {
		this.frames++;
		this.#output.begin(types.data, flags.endStream, stream.id, 0);
		stream.sentAll();
	}

	/** More may go on all streams. Throws ConnectionError. */
	grow(by: number): void {
		if (this.#window + by > largestWindow) throw new ConnectionError(codes.flowControlError, 'the window of the connection is too large');
		const wasOpen = this.#window > 0;
		this.#window += by;
		if (!wasOpen) this.#round();
	}

	/** False: it would be too large. */
	growStream(stream: ServerStream, by: number): boolean {
		if (stream.sendWindow + by > largestWindow) return false;
		stream.sendWindow += by;
		if (stream.writableLength > 0) this.data(stream);
		return true;
	}

	/** The initial window of streams has changed, and that of all that there are with it. Throws ConnectionError. */
	resize(streams: Iterable<ServerStream>, by: number): void {
		for (const stream of streams) {
			if (stream.sendWindow + by > largestWindow) throw new ConnectionError(codes.flowControlError, `the window of stream ${stream.id} is too large`);
			stream.sendWindow += by;
			if (stream.sendWindow > 0 && stream.writableLength > 0) this.#ready.add(stream);
		}
		this.#round();
	}

	forget(stream: ServerStream): void {
		this.#ready.delete(stream);
	}

	/** The socket may take more; whether there was something for it. */
	goOn(): boolean {
		return this.#ready.size > 0 && this.#round();
	}

	/** A frame of each stream by turns, until nothing more may go; whether something did. */
	#round(): boolean {
		let some = false;
		// A stream that goes on is behind the others then, and comes again.
		for (const stream of this.#ready) {
			if (this.#window <= 0) break;
			if (!this.#mayGo(stream)) continue;
			this.#frameOf(stream);
			some = true;
		}
		return some;
	}

	/** The next frame of a stream that is ready. */
	#frameOf(stream: ServerStream): void {
		this.#ready.delete(stream);
		if (stream.sendWindow <= 0) return;
		const most = Math.min(stream.writableLength, frameBytes, this.#window, stream.sendWindow);
		const asItLies = stream.takeLong(most);
		const length = asItLies?.length ?? most;
		const isLast = stream.writableEnded && length === stream.writableLength;
		const flag = isLast ? flags.endStream : 0;
		if (asItLies !== undefined) this.#output.frameAsItLies(types.data, flag, stream.id, asItLies);
		else {
			const at = this.#output.begin(types.data, flag, stream.id, length);
			stream.fill(this.#output.block, at, length);
		}
		this.frames++;
		if (length >= smallFrameBytes || length === stream.writableLength) this.uncutFrames++;
		this.#window -= length;
		stream.sendWindow -= length;
		// More may be written when it hears of this.
		stream.sent(length);
		if (isLast) stream.sentAll();
		else if (stream.writableLength > 0 && stream.sendWindow > 0) this.#ready.add(stream);
	}
}
