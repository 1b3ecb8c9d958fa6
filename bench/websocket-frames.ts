/** As much of WebSocket (RFC 6455) as a client needs that asks for one and counts the messages that come. */

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
/** Of a frame's head, from a server, which masks nothing. */
const longestHead = 10;

export class MessageReader {
	readonly #opened: () => void;
	readonly #message: () => void;
	/** Of an answer, or of a frame, whose head has not come whole. */
	#head: Buffer = Buffer.alloc(0);
	#isOpen = false;
	/** Bytes of the message that are still to come. */
	#rest = 0;

	/** `opened`: the server has agreed; `message`: the head of one has come. */
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

	/** Where the answer ends, once it is there. */
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

/** Undefined: its head has not come whole. */
function endOfFrame(bytes: Buffer, at: number): number | undefined {
	const short = bytes[at + 1];
	if (short === undefined || (short >= 126 && bytes.length - at < longestHead)) return undefined;
	if (short < 126) return at + 2 + short;
	return short === 126 ? at + 4 + bytes.readUInt16BE(at + 2) : at + 10 + Number(bytes.readBigUInt64BE(at + 2));
}
