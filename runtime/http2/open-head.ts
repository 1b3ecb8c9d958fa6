/** Head of a request while it arrives in HEADERS and CONTINUATION frames. No other frame is allowed between these (RFC 9113, 6.10). */
import { enhanceYourCalm } from './abuse-limits.ts';
import { unpadded } from './payload.ts';
import { ConnectionError, codes, flags } from './protocol.ts';

/** Maximum number of frames of a head. A frame costs more than the few bytes that it may hold. */
const mostFrames = 100;
const priorityBytes = 5;

export class OpenHead {
	readonly stream: number;
	/** True when the request has no body. */
	readonly ends: boolean;
	/** `performance.now()` of its first frame. */
	readonly sinceMs = performance.now();
	bytes = 0;
	readonly #mostBytes: number;
	#frames = 0;
	readonly #pieces: Buffer[] = [];

	/** `mostBytes`: maximum size of the block as sent. */
	constructor(stream: number, flag: number, mostBytes: number) {
		this.stream = stream;
		this.#mostBytes = mostBytes;
		this.ends = (flag & flags.endStream) !== 0;
	}

	/** Adds a piece. Returns the whole block after the last piece. Throws ConnectionError. */
	add(flag: number, piece: Buffer): Buffer | undefined {
		const isLast = (flag & flags.endHeaders) !== 0;
		this.bytes += piece.length;
		this.#frames++;
		if (this.bytes > this.#mostBytes || this.#frames > mostFrames) throw enhanceYourCalm('a header block that is too long');
		if (isLast && this.#frames === 1) return piece;
		// A small slice would keep its whole chunk in memory.
		this.#pieces.push(piece.buffer.byteLength <= 2 * piece.length ? piece : Buffer.from(piece));
		return isLast ? Buffer.concat(this.#pieces) : undefined;
	}
}

/** Returns the block fragment of HEADERS without padding and without the obsolete priority (RFC 9113, 5.3.2). Throws ConnectionError. */
export function blockOf(stream: number, flag: number, payload: Buffer): Buffer {
	const block = unpadded(flag, payload);
	if ((flag & flags.priority) === 0) return block;
	if (block.length < priorityBytes) {
		const code = (flag & flags.padded) === 0 ? codes.frameSizeError : codes.protocolError;
		throw new ConnectionError(code, 'HEADERS without the priority that they announce');
	}
	if (dependsOn(block) === stream) throw new ConnectionError(codes.protocolError, 'a stream that depends on itself');
	return block.subarray(priorityBytes);
}

/** Returns the error code of a malformed PRIORITY frame, or undefined. */
export function wrongPriority(stream: number, payload: Buffer): typeof codes.frameSizeError | typeof codes.protocolError | undefined {
	if (payload.length !== priorityBytes) return codes.frameSizeError;
	return dependsOn(payload) === stream ? codes.protocolError : undefined;
}

function dependsOn(priority: Buffer): number {
	return priority.readUInt32BE(0) & 0x7fffffff;
}
