/** Sends bodies as far as the server's windows allow, and waits for window updates. */
import { flags, frame, frameTypes } from '../../faults/stall/frames.ts';
import { isAck, type RawClient } from './raw-client.ts';

export interface UploadOptions {
	/** Body bytes per frame. */
	readonly frameBytes?: number;
	/** Padding bytes per frame, which windows count too. */
	readonly padding?: number;
	readonly ends?: boolean;
}

const initialWindowId = 4;
const defaultWindow = 65_535;

export class Upload {
	readonly #client: RawClient;
	/** Sent bytes by stream; 0 is the connection. */
	readonly #sent = new Map<number, number>();

	constructor(client: RawClient) {
		this.#client = client;
	}

	/** Returns the number of bytes that may be sent now. */
	room(stream: number): number {
		let connection = defaultWindow;
		let own = defaultWindow;
		for (const { type, stream: of, payload, flags: bits } of this.#client.frames) {
			if (type === frameTypes.windowUpdate && of === 0) connection += payload.readUInt32BE();
			else if (type === frameTypes.windowUpdate && of === stream) own += payload.readUInt32BE();
			else if (type === frameTypes.settings && !isAck({ type, stream: of, payload, flags: bits })) own += initialWindowOf(payload) - defaultWindow;
		}
		return Math.min(connection - (this.#sent.get(0) ?? 0), own - (this.#sent.get(stream) ?? 0));
	}

	/** Counts bytes that were sent outside this class. */
	spent(bytes: number, stream?: number): void {
		for (const of of stream === undefined ? [0] : [0, stream]) this.#sent.set(of, (this.#sent.get(of) ?? 0) + bytes);
	}

	async send(stream: number, body: Buffer, { frameBytes = 16_384, padding = 0, ends = true }: UploadOptions = {}): Promise<void> {
		const around = padding === 0 ? 0 : padding + 1;
		const bits = padding === 0 ? 0 : flags.padded;
		for (let at = 0; at < body.length; at += frameBytes) {
			const piece = body.subarray(at, at + frameBytes);
			let seen = this.#client.frames.length;
			while (this.room(stream) < piece.length + around) {
				// A server resets a stream that it answered without reading the body (8.1).
				if (this.#client.frames.some((frame) => frame.type === frameTypes.reset && frame.stream === stream)) return;
				await this.#client.seen(() => true, seen);
				seen = this.#client.frames.length;
			}
			const payload = padding === 0 ? piece : Buffer.concat([Buffer.from([padding]), piece, Buffer.alloc(padding)]);
			this.spent(payload.length, stream);
			this.#client.send(frame(frameTypes.data, bits | (ends && at + frameBytes >= body.length ? flags.endStream : 0), stream, payload));
		}
	}
}

/** The last value in a frame applies. */
function initialWindowOf(settings: Buffer): number {
	let found = defaultWindow;
	for (let at = 0; at < settings.length; at += 6) if (settings.readUInt16BE(at) === initialWindowId) found = settings.readUInt32BE(at + 2);
	return found;
}
