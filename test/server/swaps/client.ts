/** TLS client with persistent connections that sends requests in one piece or two, and reads answers immediately or slowly. */
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { TestStack } from '../stack-fixture.ts';

export interface Asked {
	readonly method: string;
	readonly path: string;
	readonly body?: object;
	readonly headers?: Readonly<Record<string, string>>;
	/** Delays the second half of the body until it resolves. */
	readonly halfway?: () => Promise<void>;
	/** Delays the read of the next piece of the answer until it resolves. */
	readonly betweenPieces?: () => Promise<void>;
}

export interface Answered {
	readonly status: number;
	readonly mediaType: string;
	readonly body: Buffer;
}

export class Client {
	readonly #agent: Agent;
	readonly #stack: TestStack;

	constructor(stack: TestStack) {
		this.#stack = stack;
		this.#agent = new Agent({ ...stack.credentials, keepAlive: true, maxSockets: 8 });
	}

	/** Rejects when the connection fails or ends early: the server may not drop a request. */
	ask({ method, path, body, headers, halfway, betweenPieces }: Asked): Promise<Answered> {
		const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
		const options: RequestOptions = {
			method,
			agent: this.#agent,
			headers: { ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }), ...headers },
		};
		return new Promise((resolve, reject) => {
			const request = httpsRequest(`${this.#stack.url}${path}`, options, (response) => {
				const pieces: Buffer[] = [];
				response.on('data', (piece: Buffer) => {
					pieces.push(piece);
					if (betweenPieces === undefined) return;
					response.pause();
					betweenPieces().then(() => response.resume(), reject);
				});
				response.on('end', () => resolve({ status: response.statusCode ?? 0, mediaType: response.headers['content-type'] ?? '', body: Buffer.concat(pieces) }));
				response.on('error', reject);
			});
			request.on('error', reject);
			if (bytes === undefined || halfway === undefined) request.end(bytes);
			else {
				const half = bytes.length >> 1;
				request.write(bytes.subarray(0, half));
				halfway().then(() => request.end(bytes.subarray(half)), reject);
			}
		});
	}

	/** Returns the status of a GET and discards its body. */
	statusOf(path: string): Promise<number> {
		return new Promise((resolve, reject) => {
			const request = httpsRequest(`${this.#stack.url}${path}`, { agent: this.#agent }, (response) => {
				response.resume().on('end', () => resolve(response.statusCode ?? 0));
				response.on('error', reject);
			});
			request.on('error', reject);
			request.end();
		});
	}

	close(): void {
		this.#agent.destroy();
	}
}
