/** End of an HTTP/2 connection: GOAWAY with its reason, and a socket that stays open until the client can have read it. */
import type { TLSSocket } from 'node:tls';
import { HpackError } from './hpack/decoder.ts';
import type { Output } from './output.ts';
import { goAway } from './payload.ts';
import { ConnectionError, codes, type ErrorCode, types } from './protocol.ts';

/** Time for which the socket stays open after its last bytes, so that the client can read them. */
const farewellMs = 1_000;

export class Farewell {
	readonly #socket: TLSSocket;
	readonly #output: Output;

	constructor(socket: TLSSocket, output: Output) {
		this.#socket = socket;
		this.#output = output;
	}

	/** Sends GOAWAY. `newest`: highest stream number of the client. `why`: text for people who inspect the client's traffic. */
	goAway(newest: number, code: ErrorCode, why = ''): void {
		this.#output.frame(types.goAway, 0, 0, goAway(newest, code, why));
	}

	/** Ends the socket after its pending output, and destroys it when the client does not end its side in time. */
	end(): void {
		let timer: NodeJS.Timeout | undefined;
		this.#socket.end(() => {
			timer = setTimeout(() => this.#socket.destroy(), farewellMs);
		});
		this.#socket.once('close', () => clearTimeout(timer));
	}
}

/** Returns the code and text of a client's error; undefined for an error of the server. */
export function reportedError(error: unknown): { readonly code: ErrorCode; readonly why: string } | undefined {
	if (error instanceof HpackError) return { code: codes.compressionError, why: error.message };
	return error instanceof ConnectionError ? { code: error.code, why: error.message } : undefined;
}
