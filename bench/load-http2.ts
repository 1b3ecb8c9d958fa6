/** HTTP/2 connection of the load generator: as many streams as requested, repeated headers by reference, and windows that never fill. */
import { connect, type TLSSocket } from 'node:tls';
import { FrameReader } from '../runtime/http2/frame-reader.ts';
import { HpackDecoder } from '../runtime/http2/hpack/decoder.ts';
import { flags, preface, settings, types } from '../runtime/http2/protocol.ts';
import { settingsOf } from '../runtime/http2/settings.ts';
import { frame, number32, text } from './http2-frames.ts';

const window = 0x7fffffff;
const defaultWindow = 65_535;
/** Bytes by which the connection's window is reopened. */
const openedBy = 2 ** 24;

/** Entries of HPACK's static table (RFC 7541, appendix A). */
const methods: Readonly<Record<string, Buffer>> = { GET: Buffer.from([0x82]), POST: Buffer.from([0x83]) };
const schemeHttps = 0x87;
const names = { authority: 1, method: 2, path: 4, contentLength: 28 } as const;
const staticEntries = 61;
const withIndexing = 0x40;

export interface Http2Ask {
	readonly method: string;
	readonly path: string;
	/** Headers that all requests of the connection share. */
	readonly headers: readonly (readonly [string, string])[];
	readonly body: Buffer | undefined;
}

type Answered = (code: string, bytes: number) => void;

interface Open {
	readonly answered: Answered;
	code: string;
	bytes: number;
}

export class Http2Session {
	readonly #socket: TLSSocket;
	readonly #decoder = new HpackDecoder();
	readonly #open = new Map<number, Open>();
	#nextStream = 1;
	#members = 0;
	#consumed = 0;
	/** Indexed form of the shared headers, set after the first request has sent them in full. */
	#repeated: Buffer | undefined;
	#written: Buffer[] = [];

	constructor({ port, ca, cert, key, token }: { port: number; ca: string; cert: string; key: string; token?: string }, ready: () => void) {
		const who = token === undefined ? { cert, key } : {};
		this.#socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost', ALPNProtocols: ['h2'], ...who }, () => {
			this.#socket.write(Buffer.concat([preface, frame(types.settings, 0, 0, settingsOf([settings.initialWindowSize, window]))]));
			this.#socket.write(frame(types.windowUpdate, 0, 0, number32(window - defaultWindow)));
			ready();
		});
		this.#socket.setNoDelay(true);
		const reader = new FrameReader({ frame: (type, flag, stream, payload) => this.#frame(type, flag, stream, payload) }, { preface: false });
		this.#socket.on('data', (chunk: Buffer) => reader.take(chunk, 0, () => true));
		this.#socket.on('error', (error) => {
			throw error;
		});
	}

	join(): void {
		this.#members++;
	}

	leave(): void {
		if (--this.#members === 0) this.#socket.destroy();
	}

	ask({ method, path, headers, body }: Http2Ask, answered: Answered): void {
		const stream = this.#nextStream;
		this.#nextStream += 2;
		this.#open.set(stream, { answered, code: '', bytes: 0 });
		const parts = [methods[method] ?? Buffer.concat([Buffer.from([names.method]), text(method)]), Buffer.from([schemeHttps, names.path]), text(path)];
		parts.push(this.#repeated ?? Buffer.concat([Buffer.from([withIndexing | names.authority]), text('localhost'), ...headers.flatMap(added)]));
		this.#repeated ??= Buffer.from(Array.from({ length: headers.length + 1 }, (_, i) => 0x80 | (staticEntries + headers.length + 1 - i)));
		// The index does not fit into four bits (RFC 7541, 5.1).
		if (body !== undefined) parts.push(Buffer.from([0x0f, names.contentLength - 0x0f]), text(String(body.length)));
		this.#write(frame(types.headers, flags.endHeaders | (body === undefined ? flags.endStream : 0), stream, Buffer.concat(parts)));
		if (body !== undefined) this.#write(frame(types.data, flags.endStream, stream, body));
	}

	/** Writes all requests of an event loop iteration at once, as clients do. */
	#write(bytes: Buffer): void {
		if (this.#written.push(bytes) > 1) return;
		setImmediate(() => {
			this.#socket.write(Buffer.concat(this.#written));
			this.#written = [];
		});
	}

	#frame(type: number, flag: number, stream: number, payload: Buffer): void {
		if (type === types.settings && (flag & flags.ack) === 0) this.#write(frame(types.settings, flags.ack, 0, Buffer.alloc(0)));
		if (type === types.ping && (flag & flags.ack) === 0) this.#write(frame(types.ping, flags.ack, 0, payload));
		if (type === types.goAway || type === types.resetStream) throw new Error(`the server ended stream ${stream}: ${payload.toString('hex')}`);
		const open = this.#open.get(stream);
		if (open === undefined) return;
		if (type === types.headers) open.code = this.#decoder.decode(payload, { keptBytes: 1e6, keptPairs: 1e3, readBytes: 1e6 }).flat[1] ?? '';
		else if (type === types.data) {
			open.bytes += payload.length;
			this.#consumed += payload.length;
			if (this.#consumed >= openedBy) {
				this.#write(frame(types.windowUpdate, 0, 0, number32(this.#consumed)));
				this.#consumed = 0;
			}
		} else return;
		if ((flag & flags.endStream) === 0) return;
		this.#open.delete(stream);
		open.answered(open.code, open.bytes);
	}
}

/** Encodes a literal header that is added to the table. */
function added([name, value]: readonly [string, string]): Buffer[] {
	return [Buffer.from([withIndexing]), text(name), text(value)];
}
