/**
 * WebSocket frames (RFC 6455, 5), encoded and decoded by the package `ws`. Only these two parts of it are used. Its connections would frame
 * each message again for each connection. They would also answer pings and closes in the middle of a message that is written in slices.
 *
 * Loaded for the first WebSocket (http1/server.ts). It imports none of our modules: shared ones would be bundled as a separate file that
 * every start loads.
 */
import type { Writable } from 'node:stream';
import { Receiver, Sender } from 'ws';

declare module 'ws' {
	/** Emits `ping`, `conclude` (the client's Close) and `error`; all but the last within `write`. */
	class Receiver extends Writable {
		constructor(options: { isServer: boolean; maxPayload: number; maxBufferedChunks: number; maxFragments: number; skipUTF8Validation: boolean });
	}
	const Sender: {
		frame(data: Buffer, options: { fin: boolean; opcode: number; mask: boolean; readOnly: boolean; rsv1: boolean }): Buffer[];
	};
}

const opcodes = { text: 1, binary: 2, close: 8, pong: 10 } as const;

/** Encodes a whole message or control frame of a server. Server frames are not masked, and therefore the same for all clients. */
export function frame(kind: keyof typeof opcodes, content: Buffer): Buffer {
	return Buffer.concat(Sender.frame(content, { fin: true, opcode: opcodes[kind], mask: false, readOnly: true, rsv1: false }));
}

/** Returns the length of the frame at the start of `bytes`, including its head. */
export function frameBytes(bytes: Buffer): number {
	const short = (bytes[1] ?? 0) & 0x7f;
	if (short < 126) return 2 + short;
	return short === 126 ? 4 + bytes.readUInt16BE(2) : 10 + Number(bytes.readBigUInt64BE(2));
}

/** Status codes of a Close (RFC 6455, 7.4.1). */
export const closeCodes = { normal: 1000, protocolError: 1002, policyViolation: 1008, messageTooBig: 1009 } as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

export function closeFrame(code: CloseCode): Buffer {
	const content = Buffer.alloc(2);
	content.writeUInt16BE(code);
	return frame('close', content);
}

/** Bound on one message. A watch needs none, but a keep-alive may be one. */
const mostMessageBytes = 4 * 1024;
/** Bound on the pieces of a message, by frames or by reads: the message is held until it is complete. */
const mostPieces = 64;

/** Creates a decoder of the client's frames. */
export function receiver(): Receiver {
	return new Receiver({ isServer: true, maxPayload: mostMessageBytes, maxBufferedChunks: mostPieces, maxFragments: mostPieces, skipUTF8Validation: true });
}

const codesOfErrors: Readonly<Record<string, CloseCode>> = {
	WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: closeCodes.messageTooBig,
	WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: closeCodes.messageTooBig,
	WS_ERR_TOO_MANY_BUFFERED_PARTS: closeCodes.policyViolation,
};

/** Returns the close code for frames that the receiver rejects. */
export function codeOf(error: NodeJS.ErrnoException): CloseCode {
	return codesOfErrors[error.code ?? ''] ?? closeCodes.protocolError;
}
