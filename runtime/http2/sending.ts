/**
 * Sends the answers of a connection, one frame of each stream in turn. It sends as much as the window of the stream, the window of the
 * connection and the socket accept.
 */

import type { HpackEncoder } from './hpack/encoder.ts';
import type { Output } from './output.ts';
import { ConnectionError, codes, defaultWindow, flags, frameBytes, largestWindow, types } from './protocol.ts';
import type { SharedByConnections } from './shared.ts';
import type { ServerStream } from './stream.ts';

/** Length of a frame below which the client's window counts as the reason for its length. No ordinary client has such small windows. */
const smallFrameBytes = 1024;

export class StreamSender {
	readonly #output: Output;
	readonly #encoder: HpackEncoder;
	readonly #date: SharedByConnections['date'];
	/** Send window of the connection, in bytes. */
	#window = defaultWindow;
	/** Number of DATA frames sent. */
	frames = 0;
	/** Number of DATA frames that no window of the client cut short. */
	uncutFrames = 0;
	/** Streams that have data and an open window, and wait for the window of the connection or for the socket. */
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

	/** Sends bytes immediately as one frame, if the windows and the output allow it. Returns true if it did. */
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

	/** Sends as much of the stream's data as possible. Other streams with data wait already, so only this one is tried. */
	data(stream: ServerStream): void {
		if (stream.writableLength === 0) {
			// An empty last frame needs no window, and is as small as the head that was sent before.
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

	/** Enlarges the connection's window. Throws ConnectionError. */
	grow(by: number): void {
		if (this.#window + by > largestWindow) throw new ConnectionError(codes.flowControlError, 'the window of the connection is too large');
		const wasOpen = this.#window > 0;
		this.#window += by;
		if (!wasOpen) this.#round();
	}

	/** Enlarges a stream's window. Returns false if it would become too large. */
	growStream(stream: ServerStream, by: number): boolean {
		if (stream.sendWindow + by > largestWindow) return false;
		stream.sendWindow += by;
		if (stream.writableLength > 0) this.data(stream);
		return true;
	}

	/** Changes the windows of all open streams, after the client changed the initial window. Throws ConnectionError. */
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

	/** Sends more when the socket accepts more. Returns true if anything was sent. */
	goOn(): boolean {
		return this.#ready.size > 0 && this.#round();
	}

	/** Sends a frame of each stream in turn, until no more can be sent. Returns true if anything was sent. */
	#round(): boolean {
		let some = false;
		// A stream with more data is added at the end, and visited again.
		for (const stream of this.#ready) {
			if (this.#window <= 0) break;
			if (!this.#mayGo(stream)) continue;
			this.#frameOf(stream);
			some = true;
		}
		return some;
	}

	/** Sends the next frame of a ready stream. */
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
		// The callback may write more to the stream.
		stream.sent(length);
		if (isLast) stream.sentAll();
		else if (stream.writableLength > 0 && stream.sendWindow > 0) this.#ready.add(stream);
	}
}
