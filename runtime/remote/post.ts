/** One POST of JSON to somebody else over TLS: nothing is followed elsewhere, and neither the size of the answer nor its time is without bound. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, request } from 'node:https';

/** What is loaded for the first that is asked. */
export interface Loaded {
	readonly agent: Agent;
	readonly request: typeof request;
}

export interface Post {
	readonly url: URL;
	/** Where the host of the URL is reached, by whatever name it has; absent: by its own. */
	readonly at?: { readonly host: string; readonly port: number; readonly servername: string | undefined } | undefined;
	readonly body: string;
	/** Undefined: none. */
	readonly authorization: string | undefined;
	readonly maxAnswerBytes: number;
	/** Ends it. */
	readonly signal: AbortSignal;
}

export interface Posted {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
}

/** It has begun to answer, and does not come to an end. */
export class BrokenAnswer extends Error {
	override readonly cause: Error;

	constructor(cause: Error) {
		super(cause.message, { cause });
		this.cause = cause;
	}
}

/** The answer, whatever its status; a redirect is one. Rejects with what the connection fails with, and with BrokenAnswer. */
export function post(loaded: Loaded, asked: Post): Promise<Posted> {
	const { agent, request } = loaded;
	const { url, at, body, authorization, maxAnswerBytes, signal } = asked;
	const headers = {
		accept: 'application/json',
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
		...(authorization !== undefined && { authorization }),
	};
	return new Promise((answered, failed) => {
		let isAnswered = false;
		const elsewhere = at && { host: at.host, hostname: at.host, port: at.port, servername: at.servername };
		const outgoing = request(url, { method: 'POST', agent, headers: { ...headers, ...(at && { host: url.host }) }, signal, ...elsewhere }, (response) => {
			isAnswered = true;
			const parts: Buffer[] = [];
			let bytes = 0;
			response.on('error', (error: Error) => failed(new BrokenAnswer(error)));
			response.on('data', (part: Buffer) => {
				bytes += part.length;
				if (bytes > maxAnswerBytes) outgoing.destroy(new Error(`it answers more than ${maxAnswerBytes} bytes`));
				else parts.push(part);
			});
			response.on('end', () => answered({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }));
		});
		outgoing.on('error', (error: Error & { readonly code?: string }) => {
			// The other end has most likely closed a connection that was idle.
			if (outgoing.reusedSocket && !isAnswered && error.code === 'ECONNRESET') answered(post(loaded, asked));
			else failed(isAnswered ? new BrokenAnswer(error) : error);
		});
		outgoing.end(body);
	});
}
