/**
 * HTTP/2 client over TLS that sends exact bytes and records the received frames. It acknowledges the server's settings by itself; window
 * updates and ping answers are up to the test.
 */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { flags, frame, frameTypes } from '../../faults/stall/frames.ts';
import { type AnswerHeaders, HeaderReader } from './header-reader.ts';

export interface Frame {
	readonly type: number;
	readonly flags: number;
	readonly stream: number;
	readonly payload: Buffer;
	/** Decoded headers, on the frame that ends a header block. */
	readonly headers?: Promise<AnswerHeaders>;
}

export interface RawAnswer {
	readonly status: number;
	readonly headers: AnswerHeaders;
	readonly body: Buffer;
	/** Frames of the response. */
	readonly frames: readonly Frame[];
}

export interface RawOptions {
	/** Payload of the client's first SETTINGS frame. */
	readonly settings?: Buffer;
	/** True to send nothing automatically, not even the settings acknowledgement. */
	readonly silent?: boolean;
	/** True to acknowledge the server's settings before any other frame. */
	readonly settled?: boolean;
	/** True to read nothing from the socket. */
	readonly readsNothing?: boolean;
}

export const magic = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const headBytes = 9;
/** Time limit for expected frames. */
const longestMs = 8_000;
const names: readonly string[] = Object.keys(frameTypes);

/** Formats a frame for failure messages. */
export function shown({ type, flags: bits, stream, payload }: Frame): string {
	const more = type === frameTypes.reset || type === frameTypes.goAway ? ` ${payload.subarray(0, 8).toString('hex')}` : '';
	return `${names[type] ?? `type ${type}`} flags ${bits} stream ${stream} (${payload.length})${more}`;
}

export const isAck = (frame: Frame): boolean => (frame.flags & 1) !== 0;
export const endsStream = ({ type, flags: bits }: Frame): boolean =>
	(type === frameTypes.data || type === frameTypes.headers) && (bits & flags.endStream) !== 0;

export class RawClient {
	readonly socket: TLSSocket;
	/** All received frames, in order. */
	readonly frames: Frame[] = [];
	readonly #reader = new HeaderReader();
	#rest: Buffer[] = [];
	#restBytes = 0;
	#block: Buffer[] = [];
	#isEnded = false;
	/** Resolved when something has arrived. */
	#more = Promise.withResolvers<void>();
	#pings = 0;
	#isSilent = false;

	private constructor(socket: TLSSocket) {
		this.socket = socket;
		socket.on('error', () => undefined);
		socket.once('close', () => {
			this.#isEnded = true;
			this.#reader.end();
			this.#tell();
		});
	}

	static async open(port: number, { settings = Buffer.alloc(0), silent = false, settled = false, readsNothing = false }: RawOptions = {}): Promise<RawClient> {
		const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
		const client = new RawClient(socket);
		client.#isSilent = silent;
		await once(socket, 'secureConnect');
		socket.setNoDelay(true);
		if (!readsNothing) socket.on('data', (bytes: Buffer) => client.#take(bytes));
		if (!silent) client.send(magic, frame(frameTypes.settings, 0, 0, settings));
		if (settled) await client.ping();
		return client;
	}

	get isEnded(): boolean {
		return this.#isEnded;
	}

	/** Sends the bytes in one write. */
	send(...bytes: readonly Buffer[]): void {
		if (!this.socket.destroyed) this.socket.write(Buffer.concat(bytes));
	}

	/** Sends the bytes in TLS records of this size, each of which the server reads separately. */
	async sendInRecords(recordBytes: number, bytes: Buffer): Promise<void> {
		for (let at = 0; at < bytes.length && !this.#isEnded; at += recordBytes) await this.sendRecord(bytes.subarray(at, at + recordBytes));
	}

	async sendRecord(bytes: Buffer): Promise<void> {
		await new Promise((resolve) => this.socket.write(bytes, resolve));
		await new Promise(setImmediate);
	}

	/** Returns the first frame from index `from` on that matches. Rejects when the connection ends first. */
	async seen(which: (frame: Frame) => boolean, from = 0): Promise<Frame> {
		for (let at = from; ; at++) {
			while (at >= this.frames.length) {
				if (this.#isEnded) throw new Error(`the connection ended; seen:\n${this.transcript()}`);
				await this.#next();
			}
			const frame = this.frames[at] as Frame;
			if (which(frame)) return frame;
		}
	}

	/**
	 * Sends a ping and waits for its answer, by which time the server has done its immediate work for all earlier frames. Returns undefined
	 * when the connection ended.
	 */
	async ping(): Promise<Frame | undefined> {
		const payload = Buffer.alloc(8, 'ping');
		payload.writeUInt32BE(++this.#pings, 4);
		const from = this.frames.length;
		this.send(frame(frameTypes.ping, 0, 0, payload));
		return await this.seen((answer) => answer.type === frameTypes.ping && isAck(answer) && answer.payload.equals(payload), from).catch((error: unknown) => {
			if (this.#isEnded) return undefined;
			throw error;
		});
	}

	async ended(): Promise<void> {
		while (!this.#isEnded) await this.#next();
	}

	/** Returns the complete response of a stream, without 1xx responses. Rejects when the stream is reset. */
	async answer(stream: number): Promise<RawAnswer> {
		const frames: Frame[] = [];
		let headers: AnswerHeaders | undefined;
		for (let at = 0; ; at++) {
			at = this.frames.indexOf(await this.seen((frame) => frame.stream === stream, at), at);
			const frame = this.frames[at] as Frame;
			frames.push(frame);
			if (frame.type === frameTypes.reset) throw new Error(`stream ${stream} was reset with ${frame.payload.readUInt32BE()}`);
			const read = await frame.headers;
			if (read !== undefined && (read[':status'] ?? 0) >= 200) headers ??= read;
			if (!endsStream(frame)) continue;
			while (frame.type === frameTypes.headers && headers === undefined) {
				at++;
				headers = await (await this.seen((next) => next.stream === stream && next.headers !== undefined, at)).headers;
			}
			const body = Buffer.concat(frames.filter(({ type }) => type === frameTypes.data).map(({ payload }) => payload));
			return { status: headers?.[':status'] ?? 0, headers: headers ?? {}, body, frames };
		}
	}

	/** Returns the number of received DATA bytes, of one stream or of all. */
	dataBytes(stream?: number): number {
		let sum = 0;
		for (const { type, stream: of, payload } of this.frames) if (type === frameTypes.data && (stream === undefined || of === stream)) sum += payload.length;
		return sum;
	}

	/** Returns the last received frames, one per line. */
	transcript(): string {
		return [...this.frames.slice(-40).map(shown), this.#isEnded ? 'closed' : 'open'].join('\n');
	}

	close(): void {
		this.socket.destroy();
	}

	async #next(): Promise<void> {
		const timer = setTimeout(() => this.#more.reject(new Error(`nothing came for ${longestMs} ms; seen:\n${this.transcript()}`)), longestMs);
		try {
			await this.#more.promise;
		} finally {
			clearTimeout(timer);
		}
	}

	#tell(): void {
		const { resolve } = this.#more;
		this.#more = Promise.withResolvers();
		this.#more.promise.catch(() => undefined);
		resolve();
	}

	#take(bytes: Buffer): void {
		this.#rest.push(bytes);
		this.#restBytes += bytes.length;
		if (this.#restBytes < headBytes) return;
		const all = this.#rest.length === 1 ? bytes : Buffer.concat(this.#rest);
		let at = 0;
		while (all.length - at >= headBytes) {
			const end = at + headBytes + all.readUIntBE(at, 3);
			if (end > all.length) break;
			this.#add(all, at, end);
			at = end;
		}
		this.#rest = [all.subarray(at)];
		this.#restBytes = all.length - at;
		this.#tell();
	}

	#add(bytes: Buffer, at: number, end: number): void {
		const type = bytes[at + 3] ?? 0;
		const bits = bytes[at + 4] ?? 0;
		const added = { type, flags: bits, stream: bytes.readUInt32BE(at + 5), payload: bytes.subarray(at + headBytes, end) };
		if (type === frameTypes.settings && !isAck(added) && !this.#isSilent) this.send(frame(frameTypes.settings, 1, 0));
		if (type !== frameTypes.headers && type !== frameTypes.continuation) {
			this.frames.push(added);
			return;
		}
		// Servers send neither padding nor priorities here; a test that met them would fail on the block.
		this.#block.push(added.payload);
		if ((bits & flags.endHeaders) === 0) {
			this.frames.push(added);
			return;
		}
		const headers = this.#reader.read(Buffer.concat(this.#block));
		headers.catch(() => undefined);
		this.#block = [];
		this.frames.push({ ...added, headers });
	}
}
