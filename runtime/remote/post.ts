/** Sends one POST of JSON to another server over TLS. Redirects are not followed; size and time of the response are limited. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, request } from 'node:https';

/** Modules loaded at the first request. */
export interface HttpModules {
	readonly agent: Agent;
	readonly request: typeof request;
}

export interface Post {
	readonly url: URL;
	/** Address to connect to instead of the URL's host. */
	readonly at?: { readonly host: string; readonly port: number; readonly servername: string | undefined } | undefined;
	readonly body: string;
	/** Value of the Authorization header; undefined: none. */
	readonly authorization: string | undefined;
	readonly maxAnswerBytes: number;
	/** Ends the request. */
	readonly signal: AbortSignal;
}

export interface PostResult {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
}

/** The connection failed after the response began. */
export class BrokenAnswer extends Error {
	override readonly cause: Error;

	constructor(cause: Error) {
		super(cause.message, { cause });
		this.cause = cause;
	}
}

/** Resolves with the response, whatever its status, including redirects. Rejects with the connection's error or BrokenAnswer. */
export function post(loaded: HttpModules, asked: Post): Promise<PostResult> {
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
				if (bytes > maxAnswerBytes) outgoing.destroy(new Error(`response larger than ${maxAnswerBytes} bytes`));
				else parts.push(part);
			});
			response.on('end', () => answered({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }));
		});
		outgoing.on('error', (error: Error & { readonly code?: string }) => {
			// The server has probably closed the idle connection, so another one is tried.
			if (outgoing.reusedSocket && !isAnswered && error.code === 'ECONNRESET') answered(post(loaded, asked));
			else failed(isAnswered ? new BrokenAnswer(error) : error);
		});
		outgoing.end(body);
	});
}
