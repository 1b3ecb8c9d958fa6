/**
 * Frames of WebSockets (RFC 6455, 5), made and taken apart by the package `ws`. Of it these two parts alone are used: its connections
 * frame each message for each of them, and answer pings and closes in the middle of a message that is written in slices.
 * Loaded for the first WebSocket (http1/server.ts); it imports nothing of ours, or what it shares would be loaded with each start as
 * a file of its own.
 */
import type { Writable } from 'node:stream';
import { Receiver, Sender } from 'ws';

declare module 'ws' {
	/** Emits `ping`, `conclude` (the client's Close) and `error`, all within `write` but the last. */
	class Receiver extends Writable {
		constructor(options: { isServer: boolean; maxPayload: number; maxBufferedChunks: number; maxFragments: number; skipUTF8Validation: boolean });
	}
	const Sender: {
		frame(data: Buffer, options: { fin: boolean; opcode: number; mask: boolean; readOnly: boolean; rsv1: boolean }): Buffer[];
	};
}

const opcodes = { text: 1, binary: 2, close: 8, pong: 10 } as const;

/** A whole message, or a control frame, from a server: these are not masked, and so the same for all clients. */
export function frame(kind: keyof typeof opcodes, content: Buffer): Buffer {
	return Buffer.concat(Sender.frame(content, { fin: true, opcode: opcodes[kind], mask: false, readOnly: true, rsv1: false }));
}

/** Bytes of the frame with which `bytes` begins, its head included. */
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

/** Of one message: a watch has no use for any, but what keeps a connection alive may be one. */
const mostMessageBytes = 4 * 1024;
/** Pieces of a message, by frames or by what the connection brings: it is held until it is complete. */
const mostPieces = 64;

/** Takes the client's frames apart. */
export function receiver(): Receiver {
	return new Receiver({ isServer: true, maxPayload: mostMessageBytes, maxBufferedChunks: mostPieces, maxFragments: mostPieces, skipUTF8Validation: true });
}

const codesOfErrors: Readonly<Record<string, CloseCode>> = {
	WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: closeCodes.messageTooBig,
	WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: closeCodes.messageTooBig,
	WS_ERR_TOO_MANY_BUFFERED_PARTS: closeCodes.policyViolation,
};

/** What a client is told whose frames the receiver does not take. */
export function codeOf(error: NodeJS.ErrnoException): CloseCode {
	return codesOfErrors[error.code ?? ''] ?? closeCodes.protocolError;
}
