/**
 * The reading handle of a socket, which Node's types do not name. Pausing a stream does not stop the input that the system already holds.
 */
import type { TLSSocket } from 'node:tls';

interface Reader {
	readonly _handle?: {
		/** True when the stream wants more. */
		readonly reading: boolean;
		onkeylog: unknown;
		readStart(): void;
		readStop(): void;
	} | null;
}

/** Returns the handle; null when the socket is closed. */
export function readerOf(socket: TLSSocket): Reader['_handle'] {
	return (socket as unknown as Reader)._handle;
}
