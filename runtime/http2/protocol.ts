/** HTTP/2 on the wire (RFC 9113, 4 to 7): numbers of frames, flags, settings and errors. */

/** Length of a frame's head: length (3), type, flags, stream (4). */
export const headBytes = 9;

export const types = {
	data: 0,
	headers: 1,
	priority: 2,
	resetStream: 3,
	settings: 4,
	pushPromise: 5,
	ping: 6,
	goAway: 7,
	windowUpdate: 8,
	continuation: 9,
} as const;

export const flags = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const settings = { headerTableSize: 1, enablePush: 2, maxConcurrentStreams: 3, initialWindowSize: 4, maxFrameSize: 5, maxHeaderListSize: 6 } as const;

export const codes = {
	noError: 0,
	protocolError: 1,
	internalError: 2,
	flowControlError: 3,
	streamClosed: 5,
	frameSizeError: 6,
	refusedStream: 7,
	cancel: 8,
	compressionError: 9,
	enhanceYourCalm: 11,
} as const;

export type ErrorCode = (typeof codes)[keyof typeof codes];

/** The client's connection preface (RFC 9113, 3.4). */
export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** Maximum payload of a frame in both directions. It is the default, and the least that may be announced. */
export const frameBytes = 16 * 1024;
export const largestFrameBytes = 2 ** 24 - 1;
/** Initial window size, and the largest allowed window. */
export const defaultWindow = 65_535;
export const largestWindow = 2 ** 31 - 1;

/** Error that ends the connection (RFC 9113, 5.4.1). */
export class ConnectionError extends Error {
	readonly code: ErrorCode;

	constructor(code: ErrorCode, message: string) {
		super(message);
		this.code = code;
	}
}
