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

/** The answer, whatever its status; a redirect is one. Rejects with what the connection fails with. */
export function post({ agent, request }: Loaded, { url, body, authorization, maxAnswerBytes, signal }: Post): Promise<Posted> {
	const headers = {
		accept: 'application/json',
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
		...(authorization !== undefined && { authorization }),
	};
	return new Promise((answered, failed) => {
		const asked = request(url, { method: 'POST', agent, headers, signal }, (response) => {
			const parts: Buffer[] = [];
			let bytes = 0;
			response.on('error', failed);
			response.on('data', (part: Buffer) => {
				bytes += part.length;
				if (bytes > maxAnswerBytes) asked.destroy(new Error(`it answers more than ${maxAnswerBytes} bytes`));
				else parts.push(part);
			});
			response.on('end', () => answered({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }));
		});
		asked.on('error', failed);
		asked.end(body);
	});
}
