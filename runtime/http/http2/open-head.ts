/** The head of a request while it comes, in HEADERS and CONTINUATION: nothing else may stand between them (RFC 9113, 6.10). */
import { calm } from './conduct.ts';
import { unpadded } from './payload.ts';
import { ConnectionError, codes, flags } from './protocol.ts';

/** A frame costs more than the few bytes that may be in it. */
const mostFrames = 100;
const priorityBytes = 5;

export class OpenHead {
	readonly stream: number;
	/** There is no body. */
	readonly ends: boolean;
	/** `performance.now()` of its first frame. */
	readonly sinceMs = performance.now();
	bytes = 0;
	readonly #mostBytes: number;
	#frames = 0;
	readonly #pieces: Buffer[] = [];

	/** `mostBytes`: of the block as it is sent. */
	constructor(stream: number, flag: number, mostBytes: number) {
		this.stream = stream;
		this.#mostBytes = mostBytes;
		this.ends = (flag & flags.endStream) !== 0;
	}

	/** Returns the whole block with its last piece. Throws ConnectionError. */
	add(flag: number, piece: Buffer): Buffer | undefined {
		const isLast = (flag & flags.endHeaders) !== 0;
		this.bytes += piece.length;
		this.#frames++;
		if (this.bytes > this.#mostBytes || this.#frames > mostFrames) throw calm('a header block that is too long');
		if (isLast && this.#frames === 1) return piece;
		// A small part of a chunk would keep all of it.
		this.#pieces.push(piece.buffer.byteLength <= 2 * piece.length ? piece : Buffer.from(piece));
		return isLast ? Buffer.concat(this.#pieces) : undefined;
	}
}

/** What HEADERS has of the block, without padding, and the priority that nobody follows any more (RFC 9113, 5.3.2). Throws ConnectionError. */
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

/** Of a PRIORITY frame: what is wrong with it, if anything is. */
export function wrongPriority(stream: number, payload: Buffer): typeof codes.frameSizeError | typeof codes.protocolError | undefined {
	if (payload.length !== priorityBytes) return codes.frameSizeError;
	return dependsOn(payload) === stream ? codes.protocolError : undefined;
}

function dependsOn(priority: Buffer): number {
	return priority.readUInt32BE(0) & 0x7fffffff;
}
