/** The part of a socket that reads, which Node's types do not name: a stream that is paused goes on with what the system has by now. */
import type { TLSSocket } from 'node:tls';

interface Reader {
	readonly _handle?: {
		/** Whether the stream wants more. */
		readonly reading: boolean;
		onkeylog: unknown;
		readStart(): void;
		readStop(): void;
	} | null;
}

/** Null when it is closed. */
export function readerOf(socket: TLSSocket): Reader['_handle'] {
	return (socket as unknown as Reader)._handle;
}
