/** Replies to control frames: acknowledgements of pings and settings, and resets of streams. Their bytes are limited per client. */
import type { TLSSocket } from 'node:tls';
import { enhanceYourCalm } from './abuse-limits.ts';
import type { Output } from './output.ts';
import { type ErrorCode, types } from './protocol.ts';

/** Maximum bytes of pending replies while the client does not read. */
const mostBytes = 64 * 1024;

export class Replies {
	readonly #output: Output;
	readonly #socket: TLSSocket;
	/** Bytes of replies since the socket last drained. */
	#bytes = 0;

	constructor(output: Output, socket: TLSSocket) {
		this.#output = output;
		this.#socket = socket;
	}

	/** Sends a reply. Throws ConnectionError when the client asks for more without reading. */
	frame(type: number, flag: number, stream: number, payload: Buffer): void {
		if (this.#socket.writableLength === 0) this.#bytes = 0;
		this.#bytes += payload.length;
		if (this.#bytes > mostBytes && this.#socket.writableNeedDrain) throw enhanceYourCalm('too many requests from a client that does not read its responses');
		this.#output.frame(type, flag, stream, payload);
	}

	/** Resets a stream that the server does not serve. */
	reset(stream: number, code: ErrorCode): void {
		const payload = Buffer.allocUnsafe(4);
		payload.writeUInt32BE(code);
		this.frame(types.resetStream, 0, stream, payload);
	}
}
