/** The part of WebSocket (RFC 6455) that a client needs to open a connection and count the received messages. */

export function upgradeRequest(path: string, headers: Readonly<Record<string, string>>): string {
	const all = {
		host: 'localhost',
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
		'sec-websocket-version': '13',
		origin: 'https://localhost',
		...headers,
	};
	return `GET ${path} HTTP/1.1\r\n${Object.entries(all)
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join('')}\r\n`;
}

const endOfHead = '\r\n\r\n';
/** Largest header of a frame from a server, in bytes; servers do not mask frames. */
const longestHead = 10;

export class MessageReader {
	readonly #opened: () => void;
	readonly #message: () => void;
	/** Incomplete header of the response or of a frame. */
	#head: Buffer = Buffer.alloc(0);
	#isOpen = false;
	/** Remaining bytes of the message. */
	#rest = 0;

	/** Creates the reader. `opened` is called when the server accepts the upgrade, `message` when a message's header has arrived. */
	constructor(opened: () => void, message: () => void) {
		this.#opened = opened;
		this.#message = message;
	}

	take(chunk: Buffer): void {
		if (this.#rest >= chunk.length) {
			this.#rest -= chunk.length;
			return;
		}
		const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
		let at = this.#isOpen ? this.#rest : this.#open(bytes);
		while (this.#isOpen && at < bytes.length) {
			const end = endOfFrame(bytes, at);
			if (end === undefined) break;
			this.#message();
			at = end;
		}
		this.#rest = Math.max(0, at - bytes.length);
		this.#head = this.#rest > 0 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
	}

	/** Returns the end of the response's header; 0 while it is incomplete. */
	#open(bytes: Buffer): number {
		const end = bytes.indexOf(endOfHead);
		if (end < 0) return 0;
		const status = bytes.toString('latin1', 0, 12);
		if (status !== 'HTTP/1.1 101') throw new Error(`the server answers ${status} to an upgrade`);
		this.#isOpen = true;
		this.#opened();
		return end + endOfHead.length;
	}
}

/** Returns the end of a frame; undefined while its header is incomplete. */
function endOfFrame(bytes: Buffer, at: number): number | undefined {
	const short = bytes[at + 1];
	if (short === undefined || (short >= 126 && bytes.length - at < longestHead)) return undefined;
	if (short < 126) return at + 2 + short;
	return short === 126 ? at + 4 + bytes.readUInt16BE(at + 2) : at + 10 + Number(bytes.readBigUInt64BE(at + 2));
}
