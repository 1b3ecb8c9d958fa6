/**
 * WebSocket frames (RFC 6455, 5), encoded and decoded by the package `ws`. Only these two parts of the package are used. Its connections
 * would frame each message again for each connection. They would also answer pings and closes in the middle of a message that is written in
 * slices.
 *
 * The module is loaded for the first WebSocket (`http1/server.ts`). It imports none of our modules: the bundler would put shared ones into
 * a separate file that every start loads.
 */
import type { Writable } from 'node:stream';
import { Receiver, Sender } from 'ws';

declare module 'ws' {
	/** Emits `ping`, `conclude` (the client's Close) and `error`. The first two are emitted only within `write`. */
	class Receiver extends Writable {
		constructor(options: { isServer: boolean; maxPayload: number; maxBufferedChunks: number; maxFragments: number; skipUTF8Validation: boolean });
	}
	const Sender: {
		frame(data: Buffer, options: { fin: boolean; opcode: number; mask: boolean; readOnly: boolean; rsv1: boolean }): Buffer[];
	};
}

const opcodes = { text: 1, binary: 2, close: 8, pong: 10 } as const;

/** Encodes a whole message or control frame. Frames of a server are not masked, so they are the same for all clients. */
export function frame(kind: keyof typeof opcodes, content: Buffer): Buffer {
	return Buffer.concat(Sender.frame(content, { fin: true, opcode: opcodes[kind], mask: false, readOnly: true, rsv1: false }));
}

/** Returns the length of the first frame in `bytes`, with its head. */
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

/** Maximum size of a message. A watch needs none, but a client may send one to keep the connection alive. */
const mostMessageBytes = 4 * 1024;
/** Maximum number of pieces of a message, by frames or by reads. The message is held until it is complete. */
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

/** Returns the close code for a frame that the decoder rejects. */
export function codeOf(error: NodeJS.ErrnoException): CloseCode {
	return codesOfErrors[error.code ?? ''] ?? closeCodes.protocolError;
}
