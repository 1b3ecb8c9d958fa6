/** The windows in which bodies of requests come (RFC 9113, 6.9): what is used up may come again, and the client is told so. */

import type { Output } from './output.ts';
import { ConnectionError, codes, defaultWindow, types } from './protocol.ts';
import type { ServerStream } from './stream.ts';

/** Of the connection: some streams' whole windows may come before anybody takes them. */
const connectionWindow = 256 * 1024;
/** Told when half of a window is used up: few frames, and a client that never has to wait. */
const toldFrom = 0.5;

export class Receiving {
	readonly #output: Output;
	#window = connectionWindow;
	#untold = 0;

	/** Tells the client how large the window is. */
	constructor(output: Output) {
		this.#output = output;
		output.number(types.windowUpdate, 0, connectionWindow - defaultWindow);
	}

	/** So much has come. Throws ConnectionError. */
	came(bytes: number): void {
		if (bytes > this.#window) throw new ConnectionError(codes.flowControlError, 'more DATA than the window of the connection has');
		this.#window -= bytes;
	}

	/** So much is used up, of any stream. */
	consumed(bytes: number): void {
		this.#untold += bytes;
		if (this.#untold < toldFrom * connectionWindow) return;
		this.#output.number(types.windowUpdate, 0, this.#untold);
		this.#window += this.#untold;
		this.#untold = 0;
	}

	/** The same of a stream that goes on. */
	consumedOf(stream: ServerStream, bytes: number): void {
		stream.untold += bytes;
		if (stream.untold < toldFrom * defaultWindow) return;
		this.#output.number(types.windowUpdate, stream.id, stream.untold);
		stream.receiveWindow += stream.untold;
		stream.untold = 0;
	}
}
