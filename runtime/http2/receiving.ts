/** Receive windows of request bodies (RFC 9113, 6.9). WINDOW_UPDATE returns consumed bytes to the client. */

import type { Output } from './output.ts';
import { ConnectionError, codes, defaultWindow, types } from './protocol.ts';
import type { ServerStream } from './stream.ts';

/** Window of the connection. It holds the whole windows of several streams. */
const connectionWindow = 256 * 1024;
/** Consumed share of a window at which it is updated. Half of it takes few frames, and a client never has to wait. */
const toldFrom = 0.5;

export class StreamReceiver {
	readonly #output: Output;
	#window = connectionWindow;
	#untold = 0;

	/** Announces the connection's window to the client. */
	constructor(output: Output) {
		this.#output = output;
		output.number(types.windowUpdate, 0, connectionWindow - defaultWindow);
	}

	/** Counts received bytes. Throws ConnectionError. */
	came(bytes: number): void {
		if (bytes > this.#window) throw new ConnectionError(codes.flowControlError, 'more DATA than the window of the connection has');
		this.#window -= bytes;
	}

	/** Counts consumed bytes of any stream. */
	consumed(bytes: number): void {
		this.#untold += bytes;
		if (this.#untold < toldFrom * connectionWindow) return;
		this.#output.number(types.windowUpdate, 0, this.#untold);
		this.#window += this.#untold;
		this.#untold = 0;
	}

	/** Counts consumed bytes of a stream that is still open. */
	consumedOf(stream: ServerStream, bytes: number): void {
		stream.untold += bytes;
		if (stream.untold < toldFrom * defaultWindow) return;
		this.#output.number(types.windowUpdate, stream.id, stream.untold);
		stream.receiveWindow += stream.untold;
		stream.untold = 0;
	}
}
