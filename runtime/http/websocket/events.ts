/**
 * The events of a watch over a WebSocket: what is written are whole messages, framed once for all watchers, or slices of a large one.
 * The client has nothing to say: its messages are dropped, as in Kubernetes, and what it sends is bounded.
 */
import type { TLSSocket } from 'node:tls';
import { Allowance } from '../allowance.ts';
import { type EventStream, ofItsOwn } from '../event-writer.ts';
import type { CloseCode } from './frames.ts';

/** Loaded when there is a WebSocket. */
export type Frames = typeof import('./frames.ts');

/**
 * Bytes that a client may send at once, and a second thereafter. The smallest frame has six, and costs a microsecond or two: sixteen
 * connections that send nothing but pings take some tens of milliseconds before they are closed.
 */
const mostSaid = { atOnce: 8 * 1024, perSecond: 1024 };
/** A piece of what it sends counts as so many, however small it is: TLS has them of one byte. */
const leastPieceBytes = 64;

export class WebSocketEvents implements EventStream {
	readonly out: TLSSocket;
	readonly #said = new Allowance(mostSaid.perSecond, mostSaid.atOnce);
	readonly #frames: Frames;
	readonly #receiver: ReturnType<Frames['receiver']>;
	/** Bytes that are still to be written of a message: nothing may come between. */
	#rest = 0;
	/** Content of the last ping that has no pong. */
	#ping: Buffer | undefined;
	/** The client is heard no more: it has said that it closes, or what cannot be understood. */
	#isOver = false;
	#code: CloseCode;
	#closed: () => void = () => undefined;

	/** `socket` is nobody else's any more. */
	constructor(frames: Frames, socket: TLSSocket) {
		this.out = socket;
		this.#frames = frames;
		this.#receiver = frames.receiver();
		this.#code = frames.closeCodes.normal;
		this.#receiver.on('ping', (content: Buffer) => {
			// What it came with is not held.
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
		// In the middle of a message a Close would be taken for a part of it.
		if (this.#rest > 0) this.out.end();
		else this.out.end(this.#frames.closeFrame(this.#code));
	}

	fail(): void {
		this.out.destroy();
	}

	#hear(bytes: Buffer): void {
		if (!this.#said.take(Math.max(bytes.length, leastPieceBytes))) {
			// What it goes on to say stays where it is. Cut off at once, the client would not read why.
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

	/** Answers the last ping, which stands for those before it (RFC 6455, 5.5.3), once it may stand here and somebody reads. */
	#pong(): void {
		if (this.#ping === undefined || this.#isOver || this.#rest > 0 || this.out.writableNeedDrain) return;
		this.out.write(this.#frames.frame('pong', this.#ping));
		this.#ping = undefined;
	}
}
