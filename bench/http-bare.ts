/** What Node does at best with the same bytes and TLS: a responder that looks at nothing. The limit beside `http.ts`. */
import { createSecureServer } from 'node:http2';
import type { Handler } from '../runtime/api/request.ts';

export interface BareOptions {
	readonly cert: string;
	readonly key: string;
	readonly body: Buffer;
}

/** Resolves with the port. */
export function bareResponder({ cert, key, body }: BareOptions): Promise<number> {
	const server = createSecureServer({ cert, key, allowHTTP1: true, noDelay: true } as Parameters<typeof createSecureServer>[0]);
	server.on('request', (_, response) => response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body));
	server.removeAllListeners('stream');
	server.on('stream', (stream) => {
		stream.respond({ ':status': 200, 'content-type': 'application/json', 'content-length': body.length });
		stream.end(body);
	});
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)));
}

/** The same bytes through listener and handler. */
export function fixedHandler(body: Buffer): Handler {
	const response = { status: 200, headers: { 'content-type': 'application/json' }, body };
	return () => response;
}
