/**
 * Events of a watch over a WebSocket. A write is a whole message, framed once for all watchers, or a slice of a large one. The client's
 * messages are ignored, as in Kubernetes, and bounded.
 */
import type { TLSSocket } from 'node:tls';
import { ofItsOwn } from '../../http2/body-bytes.ts';
import { TokenBucket } from '../../http2/token-bucket.ts';
import type { EventStream } from '../event-writer.ts';
import type { CloseCode } from './frames.ts';

/** Module that is loaded for the first WebSocket. */
export type Frames = typeof import('./frames.ts');

/**
 * Token bucket of the bytes that a client may send (burst, rate a second). The smallest frame has six bytes and costs a microsecond or two.
 * Sixteen connections that send only pings take some tens of milliseconds before they are closed.
 */
const mostSaid = { atOnce: 8 * 1024, perSecond: 1024 };
/** Minimum number of bytes that a piece of input counts as, because TLS may bring pieces of one byte. */
const leastPieceBytes = 64;

export class WebSocketEvents implements EventStream {
	readonly out: TLSSocket;
	readonly #said = new TokenBucket(mostSaid.perSecond, mostSaid.atOnce);
	readonly #frames: Frames;
	readonly #receiver: ReturnType<Frames['receiver']>;
	/** Number of unwritten bytes of the current message, which no control frame may interrupt. */
	#rest = 0;
	/** Content of the last ping that is still unanswered. */
	#ping: Buffer | undefined;
	/** True when input is ignored, because the client has sent a Close or an invalid frame. */
	#isOver = false;
	#code: CloseCode;
	#closed: () => void = () => undefined;

	/** Takes over `socket`. */
	constructor(frames: Frames, socket: TLSSocket) {
		this.out = socket;
		this.#frames = frames;
		this.#receiver = frames.receiver();
		this.#code = frames.closeCodes.normal;
		this.#receiver.on('ping', (content: Buffer) => {
			// Copied, so that the buffer of the input can be freed.
			this.#ping = Buffer.from(content);
		});
		this.#receiver.on('conclude', () => this.#end(frames.closeCodes.normal));
		this.#receiver.on('error', (error) => this.#end(frames.codeOf(error)));
		socket.on('data', (bytes) => this.#hear(bytes));
		socket.on('drain', () => this.#pong());
	}

	whenClosed(listener: () => void): void {
		this.#closed = listener;
	}

	write(bytes: Buffer): boolean {
		if (this.out.destroyed || this.out.writableEnded) return true;
		const takesMore = this.out.write(ofItsOwn(bytes));
		this.#rest = Math.max(0, (this.#rest || this.#frames.frameBytes(bytes)) - bytes.length);
		this.#pong();
		return takesMore;
	}

	finish(): void {
		this.#isOver = true;
		if (!this.out.writable) return;
		// A Close in the middle of a message would be read as a part of the message.
		if (this.#rest > 0) this.out.end();
		else this.out.end(this.#frames.closeFrame(this.#code));
	}

	fail(): void {
		this.out.destroy();
	}

	#hear(bytes: Buffer): void {
		if (!this.#said.take(Math.max(bytes.length, leastPieceBytes))) {
			// Further input stays unread. If the connection were closed immediately, the client could not read the reason.
			this.out.pause();
			this.#end(this.#frames.closeCodes.policyViolation);
		} else if (!this.#isOver) {
			this.#receiver.write(bytes);
			this.#pong();
		}
	}

	#end(code: CloseCode): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#code = code;
		this.#closed();
	}

	/** Answers the last ping, which covers the earlier ones (RFC 6455, 5.5.3), once no message is open and the client reads. */
	#pong(): void {
		if (this.#ping === undefined || this.#isOver || this.#rest > 0 || this.out.writableNeedDrain) return;
		this.out.write(this.#frames.frame('pong', this.#ping));
		this.#ping = undefined;
	}
}
