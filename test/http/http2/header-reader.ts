/** Decodes the header blocks of a connection with Node's HTTP/2 client: each block becomes the response to one of its requests. */
import http2 from 'node:http2';
import { Duplex } from 'node:stream';
import { flags, frame, frameTypes, many } from '../../faults/stall/frames.ts';

export type AnswerHeaders = http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader;

const goOn: AnswerHeaders = Object.assign<http2.IncomingHttpHeaders, http2.IncomingHttpStatusHeader>({}, { ':status': 100 });

/** Default maximum frame size of a client (RFC 9113 6.5.2). */
const frameBytes = 16_384;
const headBytes = 9;
const prefaceBytes = 24;

export class HeaderReader {
	readonly #wire = new Duplex({
		read: () => undefined,
		write: (bytes: Buffer, _encoding, done) => {
			this.#said(bytes);
			done();
		},
	});
	/** Client output from the last incomplete frame on. */
	#rest: Buffer = Buffer.alloc(0);
	#skips = prefaceBytes;
	/** Blocks by stream, held until the client has sent the request that they answer. */
	readonly #blocks = new Map<number, Buffer>();
	readonly #session: http2.ClientHttp2Session;
	/** Error after which no more blocks can be read. */
	#failure: Error | undefined;

	constructor() {
		this.#session = http2.connect('http://localhost', { createConnection: () => this.#wire, maxSessionMemory: 100, maxHeaderListPairs: 10_000 });
		this.#session.on('error', (error) => {
			this.#failure = error;
		});
		this.#wire.push(frame(frameTypes.settings, 0, 0));
	}

	/**
	 * Decodes a block. Calls must follow the order of arrival, because the connection has one table. Rejects blocks that are not a
	 * response.
	 */
	read(block: Buffer): Promise<AnswerHeaders> {
		if (this.#failure !== undefined) return Promise.reject(this.#failure);
		const stream = this.#session.request({ ':path': '/' });
		const read = new Promise<AnswerHeaders>((resolve, reject) => {
			const settle = (headers: AnswerHeaders): void => {
				resolve(headers);
				stream.close();
			};
			stream.once('response', settle);
			stream.once('headers', settle);
			stream.once('continue', () => settle(goOn));
			stream.once('error', reject);
			stream.once('close', () => reject(this.#failure ?? new Error('the header block is no answer')));
		});
		this.#blocks.set(stream.id ?? 0, block);
		return read;
	}

	#said(bytes: Buffer): void {
		let all = Buffer.concat([this.#rest, bytes]);
		const skipped = Math.min(this.#skips, all.length);
		this.#skips -= skipped;
		all = all.subarray(skipped);
		while (all.length >= headBytes && all.length >= headBytes + all.readUIntBE(0, 3)) {
			const stream = all.readUInt32BE(5);
			const block = this.#blocks.get(stream);
			if (all[3] === frameTypes.headers && block !== undefined) {
				this.#blocks.delete(stream);
				this.#wire.push(inFrames(stream, block));
			}
			all = all.subarray(headBytes + all.readUIntBE(0, 3));
		}
		this.#rest = all;
	}

	end(): void {
		this.#session.destroy();
	}
}

function inFrames(stream: number, block: Buffer): Buffer {
	return many(Math.max(1, Math.ceil(block.length / frameBytes)), (i) => {
		const end = (i + 1) * frameBytes;
		const type = i === 0 ? frameTypes.headers : frameTypes.continuation;
		return frame(type, end >= block.length ? flags.endHeaders : 0, stream, block.subarray(i * frameBytes, end));
	});
}
