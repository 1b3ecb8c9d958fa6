/** A pipelining client that sends several requests before it reads the first response. */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { ServerProcess } from '../../setup/server.ts';
import { type Client, Tally } from './client.ts';
import type { Exchange } from './exchanges.ts';

/** Requests sent before the first answer is read. */
const ahead = 4;

export const pipeliningClient: Client = {
	name: 'pipelining',
	async run(server, exchanges) {
		const tally = new Tally();
		let connection = await Connection.open(server);
		for (const some of groups(exchanges)) {
			// Sends and reads concurrently: a server stops reading when its responses are not read.
			connection.send(some);
			for (const [i, exchange] of some.entries()) {
				const status = await connection.answer();
				tally.add(exchange, status);
				if (status !== undefined) continue;
				for (const unanswered of some.slice(i + 1)) tally.add(unanswered, undefined);
				connection = await Connection.open(server);
				break;
			}
		}
		connection.end();
		return tally.counts;
	},
};

function* groups(exchanges: Iterable<Exchange>): Generator<Exchange[]> {
	let group: Exchange[] = [];
	for (const exchange of exchanges) {
		if (group.push(exchange) < ahead) continue;
		yield group;
		group = [];
	}
	if (group.length > 0) yield group;
}

class Connection {
	readonly #socket: TLSSocket;
	readonly #chunks: AsyncIterator<Buffer>;
	#received: Buffer = Buffer.alloc(0);

	private constructor(socket: TLSSocket) {
		this.#socket = socket;
		this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
	}

	static async open({ credentials, port }: ServerProcess): Promise<Connection> {
		const socket = connect({ ...credentials, host: '127.0.0.1', port });
		await once(socket, 'secureConnect');
		return new Connection(socket.on('error', () => undefined));
	}

	send(exchanges: readonly Exchange[]): void {
		for (const { method, path, body, split } of exchanges) {
			const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body?.length ?? 0}\r\n\r\n`;
			if (split) {
				this.#socket.write(head);
				if (body !== undefined) this.#socket.write(body);
			} else this.#socket.write(Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]));
		}
	}

	/** Returns the status of the next complete response; undefined when the connection ends first. */
	async answer(): Promise<number | undefined> {
		const head = await this.#until('\r\n\r\n');
		if (head === undefined) return undefined;
		const length = /^content-length: (\d+)/im.exec(head);
		if (length !== null) {
			if (!(await this.#take(Number(length[1])))) return undefined;
		} else if (!(await this.#takeChunks())) return undefined;
		return /^connection: close/im.test(head) ? undefined : Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
	}

	end(): void {
		this.#socket.destroy();
	}

	async #takeChunks(): Promise<boolean> {
		for (;;) {
			const size = await this.#until('\r\n');
			if (size === undefined) return false;
			const bytes = Number.parseInt(size, 16);
			if (!(await this.#take(bytes + 2))) return false;
			if (bytes === 0) return true;
		}
	}

	async #until(mark: string): Promise<string | undefined> {
		let at = this.#received.indexOf(mark);
		while (at < 0) {
			if (!(await this.#more())) return undefined;
			at = this.#received.indexOf(mark);
		}
		const text = this.#received.toString('latin1', 0, at);
		this.#received = this.#received.subarray(at + mark.length);
		return text;
	}

	/** Discards this number of bytes. */
	async #take(bytes: number): Promise<boolean> {
		let left = bytes;
		for (;;) {
			if (this.#received.length >= left) {
				this.#received = this.#received.subarray(left);
				return true;
			}
			left -= this.#received.length;
			this.#received = Buffer.alloc(0);
			if (!(await this.#more())) return false;
		}
	}

	async #more(): Promise<boolean> {
		const { value, done } = await this.#chunks.next().catch(() => ({ value: undefined, done: true }));
		if (done || value === undefined) return false;
		this.#received = this.#received.length === 0 ? value : Buffer.concat([this.#received, value]);
		return true;
	}
}
