/**
 * Physical limits, measured in a separate process: Node's TLS and HTTP with the same bytes and no API server. `get`: one prepared body for
 * every request. `list`: a large prepared body in pieces. `fanout`: POST /emit writes one prepared event to every stream of /watch, over
 * HTTP/2 and HTTP/1.1.
 */
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface BareArgument {
	readonly cert: string;
	readonly key: string;
	readonly body: string;
	/** Size of the body of /list. */
	readonly listBytes: number;
}

const argument = JSON.parse(process.argv[2] ?? '{}') as BareArgument;
const body = Buffer.from(argument.body);
const piece = Buffer.alloc(256 * 1024, 'x');
const watchers = new Set<Http2ServerResponse>();
/** Matches the time in an event, from which its lag is measured. */
const timeWritten = /"t":"\d+"/;

const server = createSecureServer({ allowHTTP1: true, cert: argument.cert, key: argument.key }, answer);
function answer(request: Http2ServerRequest, response: Http2ServerResponse): void {
	if (request.url === '/watch') {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.write('');
		(response as unknown as { flushHeaders?: () => void }).flushHeaders?.();
		watchers.add(response);
		response.once('close', () => watchers.delete(response));
		return;
	}
	if (request.url === '/list') {
		response.writeHead(200, { 'content-type': 'application/json', 'content-length': argument.listBytes });
		let left = argument.listBytes;
		while (left > 0) {
			response.write(left >= piece.length ? piece : piece.subarray(0, left));
			left -= Math.min(left, piece.length);
		}
		response.end();
		return;
	}
	if (request.method === 'POST') {
		request.resume();
		request.on('end', () => {
			const event = Buffer.from(`{"type":"ADDED","object":${argument.body.replace(timeWritten, `"t":"${Date.now()}"`)}}\n`);
			for (const watcher of watchers) watcher.write(event);
			response.writeHead(200, { 'content-length': 2 });
			response.end('{}');
		});
		return;
	}
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
	response.end(body);
}
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`));
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
