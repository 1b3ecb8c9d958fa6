/** Client for parts of the server itself. Its requests stay in the process: they skip authentication and pass authorization. */
import type { Client, ClientRequest } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { parseQuery } from '../api/query.ts';
import type { ApiRequest, ApiResponse, Handler, User } from '../api/request.ts';

/** Maximum number of requests in flight, over all parts. Without it, a plugin that reviews its own writes would recurse without end. */
const mostAtOnce = 100;

export class InProcessClient {
	#handler: Handler | undefined;
	#running = 0;

	/**
	 * Starts answering requests. The client is created before the handler, because parts of the handler use it. `handler`: the request path
	 * from request info and authorization on.
	 */
	connect(handler: Handler): void {
		this.#handler = handler;
	}

	as(user: User): Client {
		return { ask: (request) => this.#ask(user, request) };
	}

	async #ask(user: User, request: ClientRequest): Promise<unknown> {
		if (this.#handler === undefined) throw new ApiError('ServiceUnavailable', 'the server is starting', { retryAfterSeconds: 1 });
		if (this.#running >= mostAtOnce) throw tooMany(request);
		this.#running++;
		try {
			return await objectOf(await this.#handler(requestOf(user, request)));
		} finally {
			this.#running--;
		}
	}
}

function tooMany({ method, path }: ClientRequest): ApiError {
	const message = `the server's own parts have ${mostAtOnce} requests in flight, and ${method} ${path} would be one more: an admission plugin that writes must ignore its own writes`;
	return new ApiError('TooManyRequests', message, { retryAfterSeconds: 1 });
}

function requestOf(user: User, { method, path, query = '', body, contentType = 'application/json', signal }: ClientRequest): ApiRequest {
	const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
	const headers: Readonly<Record<string, string | undefined>> = { accept: 'application/json', 'content-type': body && contentType };
	return {
		method,
		path,
		query,
		parameters: () => parseQuery(query),
		header: (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined),
		headersBeginning: () => [],
		body: async () => bytes,
		signal,
		peer: undefined,
		info: { isResource: false, verb: '' },
		user,
		warnings: [],
	};
}

/** Parses the body of a response. A list arrives in pieces. A watch is refused, because it needs a connection. */
async function objectOf({ body }: ApiResponse): Promise<unknown> {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return JSON.parse(body.toString());
	if ('start' in body) throw new ApiError('BadRequest', 'a watch cannot be asked for in the process');
	const pieces: Buffer[] = [];
	for await (const piece of body) pieces.push(Buffer.from(piece));
	return JSON.parse(Buffer.concat(pieces).toString());
}
