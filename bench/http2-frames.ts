/**
 * The part of HTTP/2 (RFC 9113) that a client needs to open streams and count received data. It has no flow control beyond windows that
 * never fill.
 */

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const headBytes = 9;
const types = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7, windowUpdate: 8 } as const;
const flags = { acknowledged: 0x1, endStream: 0x1, endHeaders: 0x4 } as const;
const settingInitialWindow = 4;
/** Largest window: two gigabytes, for each stream and for the connection. */
const window = 0x7fffffff;
const defaultWindow = 65_535;
/** Entries of HPACK's static table (RFC 7541, appendix A). */
const indexed = { methodGet: 0x82, schemeHttps: 0x87, status200: 0x88 } as const;
const names = { authority: 1, path: 4 } as const;

export function frame(type: number, flag: number, stream: number, payload: Buffer): Buffer {
	const head = Buffer.alloc(headBytes);
	head.writeUIntBE(payload.length, 0, 3);
	head[3] = type;
	head[4] = flag;
	head.writeUInt32BE(stream, 5);
	return Buffer.concat([head, payload]);
}

export function number32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}

/** Encodes a HPACK string, without compression. */
export function text(value: string): Buffer {
	const bytes = Buffer.from(value, 'latin1');
	if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
	const length = [127];
	let rest = bytes.length - 127;
	for (; rest >= 128; rest >>>= 7) length.push(0x80 | (rest & 0x7f));
	return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}

/** Returns the bytes that open a connection and send a GET of each path on a separate stream. */
export function requestFrames(paths: readonly string[], headers: Readonly<Record<string, string>>): Buffer {
	const setting = Buffer.concat([Buffer.from([0, settingInitialWindow]), number32(window)]);
	const frames = [preface, frame(types.settings, 0, 0, setting), frame(types.windowUpdate, 0, 0, number32(window - defaultWindow))];
	for (const [n, path] of paths.entries()) {
		const block = Buffer.concat([
			Buffer.from([indexed.methodGet, indexed.schemeHttps, names.path]),
			text(path),
			Buffer.from([names.authority]),
			text('localhost'),
			...Object.entries(headers).flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]),
		]);
		frames.push(frame(types.headers, flags.endStream | flags.endHeaders, 2 * n + 1, block));
	}
	return Buffer.concat(frames);
}

export const settingsAcknowledged = frame(types.settings, flags.acknowledged, 0, Buffer.alloc(0));

export interface FrameEvents {
	/** Called when a stream gets status 200. */
	answered(): void;
	/** Called with bytes of some stream; a frame that arrives in pieces is passed on in pieces. */
	data(bytes: Buffer): void;
	settings(): void;
}

/** Reader of frames. Throws on any status except 200, and on the end of a stream or of the connection. */
export class FrameReader {
	readonly #events: FrameEvents;
	/** Incomplete frame header at the end of the last chunk. */
	#rest: Buffer = Buffer.alloc(0);
	/** Remaining bytes of the current frame, and its type. */
	#left = 0;
	#type = 0;

	constructor(events: FrameEvents) {
		this.#events = events;
	}

	take(chunk: Buffer): void {
		const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
		this.#rest = Buffer.alloc(0);
		let at = 0;
		while (at < bytes.length) {
			if (this.#left > 0) {
				const end = Math.min(bytes.length, at + this.#left);
				if (this.#type === types.data) this.#events.data(bytes.subarray(at, end));
				this.#left -= end - at;
				at = end;
				continue;
			}
			// A header is read only when complete and with the first payload byte, which encodes the status of a response.
			if (bytes.length - at <= headBytes && !isEmptyFrame(bytes, at)) {
				this.#rest = bytes.subarray(at);
				return;
			}
			this.#begin(bytes, at);
			at += headBytes;
		}
	}

	#begin(bytes: Buffer, at: number): void {
		this.#left = bytes.readUIntBE(at, 3);
		this.#type = bytes[at + 3] ?? 0;
		const flag = bytes[at + 4] ?? 0;
		if (this.#type === types.headers) {
			if (bytes[at + headBytes] !== indexed.status200) throw new Error('a watch was not answered with 200');
			this.#events.answered();
		} else if (this.#type === types.settings && (flag & flags.acknowledged) === 0) this.#events.settings();
		if (this.#type === types.reset || this.#type === types.goAway || (this.#type === types.data && (flag & flags.endStream) !== 0))
			throw new Error('a watch ended before its time');
	}
}

function isEmptyFrame(bytes: Buffer, at: number): boolean {
	return bytes.length - at === headBytes && bytes.readUIntBE(at, 3) === 0;
}
