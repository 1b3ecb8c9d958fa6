/** Reads the header blocks of a connection by Node's own client of HTTP/2: each becomes the answer of a request of that client's. */
import { once } from 'node:events';
import http2 from 'node:http2';
import { Duplex } from 'node:stream';
import { flags, frame, frameTypes, many } from '../../faults/stall/frames.ts';

export type AnswerHeaders = http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader;

/** What a client takes that says nothing else (RFC 9113 6.5.2). */
const frameBytes = 16_384;

export class HeaderReader {
	readonly #wire: Duplex;
	/** What the client has said holds the head of a request. */
	#sent: () => void = () => undefined;
	#last: Promise<unknown> = Promise.resolve();
	readonly #session: http2.ClientHttp2Session;
	/** Why no more can be read. */
	#failure: Error | undefined;

	constructor() {
		const write = (bytes: Buffer, _encoding: unknown, done: () => void): void => {
			if (hasHead(bytes)) this.#sent();
			done();
		};
		this.#wire = new Duplex({ read: () => undefined, write });
		this.#session = http2.connect('http://localhost', { createConnection: () => this.#wire, maxSessionMemory: 100, maxHeaderListPairs: 10_000 });
		this.#session.on('error', (error) => {
			this.#failure = error;
		});
		this.#wire.push(frame(frameTypes.settings, 0, 0));
	}

	/** To be called in the order in which they came, since the table of the connection is one. Rejects for what is no block of an answer. */
	read(block: Buffer): Promise<AnswerHeaders> {
		const read = this.#last.then(() => this.#read(block));
		this.#last = read.catch(() => undefined);
		return read;
	}

	/** One at a time: nothing is an answer before the request has gone out. */
	async #read(block: Buffer): Promise<AnswerHeaders> {
		if (this.#failure !== undefined) throw this.#failure;
		const sent = Promise.withResolvers<void>();
		this.#sent = sent.resolve;
		const stream = this.#session.request({ ':path': '/' });
		const read = new Promise<AnswerHeaders>((resolve, reject) => {
			const settle = (headers: AnswerHeaders): void => {
				resolve(headers);
				stream.close();
			};
			stream.once('response', settle);
			stream.once('headers', settle);
			stream.once('continue', () => settle({ ':status': 100 } as AnswerHeaders));
			stream.once('error', reject);
			stream.once('close', () => reject(this.#failure ?? new Error('the header block is no answer')));
		});
		read.catch(() => undefined);
		await Promise.race([sent.promise, once(stream, 'close').catch(() => undefined)]);
		this.#wire.push(inFrames(stream.id ?? 0, block));
		return read;
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

/** Whether one of some whole frames is HEADERS; ahead of the first stands the preface. */
function hasHead(bytes: Buffer): boolean {
	let at = bytes.toString('latin1', 0, 3) === 'PRI' ? 24 : 0;
	for (; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) if (bytes[at + 3] === frameTypes.headers) return true;
	return false;
}
